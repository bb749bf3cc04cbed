/** Paths and contents of tiles and entry bundles, as defined by C2SP tlog-tiles. */
import { type Bytes, HASH_BYTES } from "../../../browser/sealed-log/tree-hashes.ts";

/** The number of hashes or entries in a full tile. */
export const TILE_WIDTH = 256;

/** 1234067 with full width → `x001/x234/067`; with width 5 → `x001/x234/067.p/5`. */
function indexPath(n: number, width: number): string {
  const digits = String(n);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, "0").match(/\d{3}/g) ?? [];
  const path = groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join("/");
  return width === TILE_WIDTH ? path : `${path}.p/${width}`;
}

export const tilePath = (level: number, n: number, width: number): string =>
  `${level}/${indexPath(n, width)}`;

export const bundlePath = (n: number, width: number): string => `entries/${indexPath(n, width)}`;

/** Null if the tile does not have this number of hashes. */
export function hashesIn(tile: Bytes, width: number): Bytes[] | null {
  if (tile.length !== width * HASH_BYTES) return null;
  return Array.from({ length: width }, (_, i) => tile.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES));
}

/** Each entry follows its length in two bytes. Null if the bundle does not have this number of entries. */
export function entriesIn(bundle: Bytes, width: number): Bytes[] | null {
  const entries: Bytes[] = [];
  let at = 0;
  while (at + 2 <= bundle.length && entries.length < width) {
    const length = ((bundle[at] ?? 0) << 8) | (bundle[at + 1] ?? 0);
    entries.push(bundle.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return entries.length === width && at === bundle.length ? entries : null;
}
