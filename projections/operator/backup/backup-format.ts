/** Owns what a backup's file says: lines of text in a gzip, rows as PostgreSQL's COPY writes them, and the checksum at its end. */
import { crc32 } from "node:zlib";
import { z } from "zod";

export const FIRST_LINE = "hub backup 1";

/** Ends a table's rows; no row can be this line, since COPY doubles a backslash. */
export const END_OF_ROWS = "\\.";

const Place = z.object({
  epoch: z.number().int(),
  xid: z.string().regex(/^\d+$/),
  position: z.number().int(),
});

/** The second line: all that a restore must know before it begins. */
export const BackupHeader = z.object({
  madeAt: z.iso.datetime(),
  /** PostgreSQL's that it was made of. */
  server: z.string(),
  /** Migrations of its schema, in their order. */
  schema: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  /** By which days were counted (IANA name). */
  timeZone: z.string(),
  /** The database's keys by their purposes, sealed with the session secret. */
  keys: z.record(z.string(), z.string()),
  /** How far those have come who must not do anything twice. */
  followers: z.array(Place.extend({ name: z.string() })),
  /** Hours that the guard had: by the events it must have as many again. */
  guardHours: z.number().int(),
  /** Rows by table, in the order in which they follow. */
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()).min(1), rows: z.number().int().min(0) }),
  ),
});
export type BackupHeader = z.infer<typeof BackupHeader>;
export type BackedUpTable = BackupHeader["tables"][number];

/** The last line: what is read when everything else has been. */
export const BackupEnd = z.object({
  /** Numbers given last, by sequence. */
  sequences: z.record(z.string(), z.number().int()),
});
export type BackupEnd = z.infer<typeof BackupEnd>;

/** Parts of a table, and rows that are kept elsewhere once they are restored. */
export const HOLDERS = "restoring.holders";
export const JOBS = "restoring.jobs";

/** Says who is to blame: the file. */
export class BackupDamaged extends Error {
  override readonly name = "BackupDamaged";
}

const HEX_SHA256 = 64;
const SHA256_LINE = "sha256 ";

/** Magic number, deflate, no flags, no time, no system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

export const TRAILER_BYTES = GZIP_HEADER.length + 5 + SHA256_LINE.length + HEX_SHA256 + 1 + 8;

/**
 * The file's end: a gzip member of its own, of always the same length, that says the SHA-256 of every byte before it. So the whole file
 * is covered, and is checked without being unpacked; `gunzip` shows it as the last line. Stored, not deflated: the same bytes anywhere.
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
