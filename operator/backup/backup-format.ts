/** Defines the format of a backup file: lines of text in a gzip, rows as PostgreSQL's COPY writes them, and a checksum at the end. */
import { crc32 } from "node:zlib";
import { z } from "zod";

export const FIRST_LINE = "hub backup 1";

/** Ends a table's rows; no row can equal this line, since COPY doubles a backslash. */
export const END_OF_ROWS = "\\.";

const Place = z.object({
  epoch: z.number().int(),
  xid: z.string().regex(/^\d+$/),
  position: z.number().int(),
});

/** The second line: everything that a restore must know before it begins. */
export const BackupHeader = z.object({
  madeAt: z.iso.datetime(),
  /** The version of PostgreSQL that the backup was made from. */
  server: z.string(),
  /** The migrations of its schema, in their order. */
  schema: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  /** The venue zone (IANA name) by which days were counted. */
  timeZone: z.string(),
  /** The database's keys by their purposes, sealed with the session secret. */
  keys: z.record(z.string(), z.string()),
  /** The cursors of the followers that must not do anything twice. */
  followers: z.array(Place.extend({ name: z.string() })),
  /** The number of hour claims; a restore must make as many from the events. */
  guardHours: z.number().int(),
  /** The row counts by table, in the order in which the tables follow. */
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()).min(1), rows: z.number().int().min(0) }),
  ),
});
export type BackupHeader = z.infer<typeof BackupHeader>;
export type BackedUpTable = BackupHeader["tables"][number];

/** The last line: values that are read after everything else. */
export const BackupEnd = z.object({
  /** The last number given by each sequence. */
  sequences: z.record(z.string(), z.number().int()),
});
export type BackupEnd = z.infer<typeof BackupEnd>;

/** Parts of a table, and rows that are stored in another place after the restore. */
export const HOLDERS = "restoring.holders";
export const JOBS = "restoring.jobs";

/** Says that the file is at fault. */
export class BackupDamaged extends Error {
  override readonly name = "BackupDamaged";
}

const HEX_SHA256 = 64;
const SHA256_LINE = "sha256 ";

/** Magic number, deflate, no flags, no time, no system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

export const TRAILER_BYTES = GZIP_HEADER.length + 5 + SHA256_LINE.length + HEX_SHA256 + 1 + 8;

/**
 * The end of the file: a separate gzip member of constant length with the SHA-256 of every byte before it. The checksum covers the whole
 * file and is checked without unpacking it; `gunzip` shows it as the last line. It is stored without compression, so that its bytes are the
 * same on every machine.
 */
export function trailerOf(sha256: string): Buffer {
  const line = Buffer.from(`${SHA256_LINE}${sha256}\n`);
  const block = Buffer.alloc(5);
  block.writeUInt8(1);
  block.writeUInt16LE(line.length, 1);
  block.writeUInt16LE(line.length ^ 0xffff, 3);
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc32(line));
  end.writeUInt32LE(line.length, 4);
  return Buffer.concat([GZIP_HEADER, block, line, end]);
}
