/**
 * Divides the tree into tiles of height 8 (C2SP tlog-tiles): their addresses and contents, and the roots and proofs that
 * are read from them.
 */
import { EMPTY_ROOT, nodeHash, splitPoint } from "./merkle-tree.ts";

/** The number of hashes in a full tile: a tree of height 8. */
export const TILE_WIDTH = 256;

const MAX_LEVEL = 63;
const HEIGHT = 8;

export interface TileAddress {
  /** The level of its hashes: each covers 256^level leaves. */
  level: number;
  /** The number of the tile in its level, from 0. */
  n: number;
  /** The number of hashes; 256 for a full tile. */
  width: number;
}

const WHOLE = /^(?:0|[1-9]\d*)$/;
const INDEX = /^(?:x\d{3}\/)*\d{3}$/;

/** `0/x001/234.p/5` → level 0, tile 1234, 5 hashes wide. Null if it is no tile's address, or is another spelling of one. */
export function parseTilePath(path: string): TileAddress | null {
  const slash = path.indexOf("/");
  const level = path.slice(0, slash);
  if (slash < 0 || !WHOLE.test(level) || Number(level) > MAX_LEVEL) return null;
  const bundle = parseBundlePath(path.slice(slash + 1));
  return bundle && { level: Number(level), ...bundle };
}

/** The same for a bundle of entries, `x001/234.p/5`, which has no level. */
export function parseBundlePath(path: string): Omit<TileAddress, "level"> | null {
  const [index = "", width = null, ...more] = path.split(".p/");
  if (more.length > 0 || !INDEX.test(index)) return null;
  const n = Number(index.replaceAll(/[x/]/g, ""));
  if (!Number.isSafeInteger(n) || indexPath(n) !== index) return null;
  if (width === null) return { n, width: TILE_WIDTH };
  const isWidth = WHOLE.test(width) && Number(width) >= 1 && Number(width) < TILE_WIDTH;
  return isWidth ? { n, width: Number(width) } : null;
}

/** 1234067 → `x001/x234/067`. */
function indexPath(n: number): string {
  const digits = String(n);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, "0").match(/\d{3}/g) ?? [];
  return groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join("/");
}

/** How many hashes a level has in a tree of this size: only full trees of 256^level leaves count. */
export const hashesAt = (level: number, size: number): number => Math.floor(size / TILE_WIDTH ** level);

/**
 * Encodes entries as a bundle, each after its length in two bytes. Throws if one is longer than 65,535 bytes, which a
 * bundle cannot contain.
 */
export function encodeBundle(entries: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      if (entry.length > 0xffff)
        throw new Error(`an entry of ${entry.length} bytes is too long for a bundle`);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(entry.length);
      return [length, entry];
    }),
  );
}

/** Reads hashes of a level, each of 256^level leaves, from `first` on. */
export type ReadHashes = (level: number, first: number, count: number) => Promise<readonly Buffer[]>;

/** The cache is emptied at this many tiles of some 16 KiB each. */
const MAX_TILES = 4_096;

/** A log's tree of a given size, which reads tiles as they are needed and caches them. */
export function openTree(size: number, readHashes: ReadHashes) {
  /** The hashes of a tile, and above them those of the perfect trees of two, of four, … of them. */
  const tiles = new Map<string, Promise<readonly (readonly Buffer[])[]>>();

  function tile(level: number, n: number): Promise<readonly (readonly Buffer[])[]> {
    const key = `${level}/${n}`;
    const known = tiles.get(key);
    if (known) return known;
    const first = n * TILE_WIDTH;
    const width = Math.min(TILE_WIDTH, hashesAt(level, size) - first);
    const read = readHashes(level, first, width).then((hashes) => {
      if (hashes.length !== width) throw new Error(`tile ${key} lacks hashes: ${hashes.length} of ${width}`);
      return rowsOver(hashes);
    });
    if (tiles.size >= MAX_TILES) tiles.clear();
    tiles.set(key, read);
    return read;
  }

  /** The hash of the `n`th perfect tree of 2^height leaves. */
  async function perfect(height: number, n: number): Promise<Buffer> {
    const level = Math.floor(height / HEIGHT);
    const above = height % HEIGHT;
    const inTile = TILE_WIDTH / 2 ** above;
    const rows = await tile(level, Math.floor(n / inTile));
    const found = rows[above]?.[n % inTile];
    if (!found) throw new Error(`the tree has no node ${n} of height ${height}`);
    return found;
  }

  /** The hash of the leaves from `start` (a multiple of a power of two that is at least the range's length) to `end`. */
  async function range(start: number, end: number): Promise<Buffer> {
    const count = end - start;
    if (count === 0) return EMPTY_ROOT;
    const height = Math.log2(count);
    if (Number.isInteger(height)) return perfect(height, start / count);
    const k = splitPoint(count);
    const [left, right] = await Promise.all([range(start, start + k), range(start + k, end)]);
    return nodeHash(left, right);
  }

  async function inclusionFrom(index: number, start: number, end: number): Promise<Buffer[]> {
    if (end - start <= 1) return [];
    const middle = start + splitPoint(end - start);
    return index < middle
      ? [...(await inclusionFrom(index, start, middle)), await range(middle, end)]
      : [...(await inclusionFrom(index, middle, end)), await range(start, middle)];
  }

  async function consistencyFrom(old: number, start: number, end: number, whole: boolean): Promise<Buffer[]> {
    if (old === end) return whole ? [] : [await range(start, end)];
    const middle = start + splitPoint(end - start);
    return old <= middle
      ? [...(await consistencyFrom(old, start, middle, whole)), await range(middle, end)]
      : [...(await consistencyFrom(old, middle, end, false)), await range(start, middle)];
  }

  return {
    size,
    root: () => range(0, size),
    /** RFC 6962 §2.1.1: from the leaf's sibling up. */
    inclusion: (index: number) => inclusionFrom(index, 0, size),
    /** RFC 6962 §2.1.2; empty for a tree without leaves, and for one of this size. */
    consistency: (old: number) => (old === 0 ? Promise.resolve([]) : consistencyFrom(old, 0, size, true)),
  };
}

export type Tree = ReturnType<typeof openTree>;

function rowsOver(hashes: readonly Buffer[]): readonly (readonly Buffer[])[] {
  const rows: (readonly Buffer[])[] = [hashes];
  for (let row = hashes; row.length > 1; ) {
    const next: Buffer[] = [];
    for (let i = 0; i + 1 < row.length; i += 2) {
      const [left, right] = [row[i], row[i + 1]];
      if (left && right) next.push(nodeHash(left, right));
    }
    rows.push(next);
    row = next;
  }
  return rows;
}
