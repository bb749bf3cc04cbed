/** Reads a backup in little memory: checks first that the file is complete and unaltered, then reads its tables one after another. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { createGunzip } from "node:zlib";
import {
  type BackedUpTable,
  BackupDamaged,
  BackupEnd,
  BackupHeader,
  END_OF_ROWS,
  FIRST_LINE,
  TRAILER_BYTES,
  trailerOf,
} from "./backup-format.ts";

const CHUNK = 1 << 18;
/** Longer than any header, shorter than another kind of file without line ends. */
const MAX_LINE = 16_000_000;
const MARK = Buffer.from(`${END_OF_ROWS}\n`);
const NEWLINE = 10;

export interface CheckedBackup {
  file: string;
  header: BackupHeader;
  sha256: string;
  /** The size of the packed content, without the checksum after it. */
  bytes: number;
}

/** Reads the whole file and its header. Throws `BackupDamaged` if a byte has changed; otherwise errors of the disk. */
export async function checkBackup(
  file: string,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<CheckedBackup> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const bytes = size - TRAILER_BYTES;
    if (bytes <= 0) throw new BackupDamaged(`${file} is not a backup, or only the beginning of one.`);
    const sha256 = await hashOf(handle, bytes, onProgress);
    const trailer = Buffer.alloc(TRAILER_BYTES);
    await handle.read(trailer, 0, TRAILER_BYTES, bytes);
    if (!trailer.equals(trailerOf(sha256))) {
      throw new BackupDamaged(
        `${file} is incomplete or was altered: its checksum does not match its content.`,
      );
    }
    const reader = openContent(file, bytes);
    try {
      return { file, header: await reader.header(), sha256, bytes };
    } finally {
      reader.close();
    }
  } finally {
    await handle.close();
  }
}

async function hashOf(
  handle: FileHandle,
  bytes: number,
  onProgress: (done: number, total: number) => void,
): Promise<string> {
  const hash = createHash("sha256");
  const chunk = Buffer.alloc(CHUNK);
  for (let done = 0; done < bytes; ) {
    const { bytesRead } = await handle.read(chunk, 0, Math.min(CHUNK, bytes - done), done);
    if (bytesRead === 0) break;
    hash.update(chunk.subarray(0, bytesRead));
    done += bytesRead;
    onProgress(done, bytes);
  }
  return hash.digest("hex");
}

/** Passes each table with its rows to `take`, which must read them to the end; then returns the last line. */
export async function readTables(
  { file, bytes }: CheckedBackup,
  take: (table: BackedUpTable, lines: AsyncIterable<Buffer>) => Promise<void>,
): Promise<BackupEnd> {
  const reader = openContent(file, bytes);
  try {
    const { tables } = await reader.header();
    for (const table of tables) await take(table, reader.rows());
    return BackupEnd.parse(JSON.parse(await reader.line()));
  } finally {
    reader.close();
  }
}

function openContent(file: string, bytes: number) {
  const packed = createReadStream(file, { end: bytes - 1, highWaterMark: CHUNK });
  const content = packed.pipe(createGunzip({ chunkSize: CHUNK }));
  packed.on("error", (error) => content.destroy(error));
  const chunks = content[Symbol.asyncIterator]();
  let left: Buffer = Buffer.alloc(0);

  async function more(): Promise<void> {
    const next = await chunks.next();
    if (next.done) throw new BackupDamaged(`${file} is incomplete.`);
    left = left.length === 0 ? next.value : Buffer.concat([left, next.value]);
  }

  async function line(): Promise<string> {
    for (let from = 0; ; ) {
      const end = left.indexOf(NEWLINE, from);
      if (end >= 0) {
        const text = left.toString("utf8", 0, end);
        left = left.subarray(end + 1);
        return text;
      }
      from = left.length;
      if (from > MAX_LINE) throw new BackupDamaged(`${file} is not a backup.`);
      await more();
    }
  }

  return {
    line,

    async header(): Promise<BackupHeader> {
      const first = await line();
      if (first !== FIRST_LINE) {
        throw new BackupDamaged(
          first.startsWith("hub backup ")
            ? `${file} is a backup in a format that this product does not know (${first}).`
            : `${file} is not a backup.`,
        );
      }
      const header = BackupHeader.safeParse(JSON.parse(await line()));
      if (header.success) return header.data;
      throw new BackupDamaged(`${file} has a header that this product cannot read: ${header.error.message}`);
    },

    /** Whole lines, up to the mark that ends them. */
    async *rows(): AsyncGenerator<Buffer> {
      for (;;) {
        const end = left.subarray(0, MARK.length).equals(MARK) ? 0 : left.indexOf(`\n${MARK.toString()}`) + 1;
        const isEnd = end > 0 || left.subarray(0, MARK.length).equals(MARK);
        // The mark may be split between two chunks, so only whole lines are passed on until it is found.
        const upTo = isEnd ? end : left.lastIndexOf(NEWLINE) + 1;
        if (upTo > 0) yield left.subarray(0, upTo);
        left = left.subarray(isEnd ? upTo + MARK.length : upTo);
        if (isEnd) return;
        await more();
      }
    },

    close(): void {
      packed.destroy();
      content.destroy();
    },
  };
}
