/** Puts small text files into one uncompressed ZIP (APPNOTE 6.3), which every operating system can open. */

interface TextFile {
  name: string;
  text: string;
}

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END = 0x06054b50;
/** Version 2.0, names in UTF-8, no compression. */
const VERSION = 20;
const UTF8_NAMES = 0x0800;
const STORED = 0;

/** `now` is each file's time, as UTC. More than 65,535 files or 4 GiB would need another format. */
export function zipOf(files: readonly TextFile[], now: Date): Blob {
  const utf8 = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const file of files) {
    const name = utf8.encode(file.name);
    const content = utf8.encode(file.text);
    const facts = [
      [2, VERSION],
      [2, UTF8_NAMES],
      [2, STORED],
      [2, dosTime(now)],
      [2, dosDay(now)],
      [4, crc32(content)],
      [4, content.length],
      [4, content.length],
      [2, name.length],
      [2, 0],
    ] as const;
    const local = numbers([[4, LOCAL_HEADER], ...facts]);
    const rest = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ] as const;
    directory.push(numbers([[4, CENTRAL_HEADER], [2, VERSION], ...facts, ...rest]), name);
    parts.push(local, name, content);
    offset += local.length + name.length + content.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = numbers([
    [4, END],
    [2, 0],
    [2, 0],
    [2, files.length],
    [2, files.length],
    [4, size],
    [4, offset],
    [2, 0],
  ]);
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
}

/** Numbers of two or four bytes, the lowest byte first. */
function numbers(fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

const dosTime = (at: Date): number =>
  (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);

const dosDay = (at: Date): number =>
  ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();

/** CRC-32 as ZIP uses it (polynomial 0xEDB88320, reflected). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
