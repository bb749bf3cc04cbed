/** Checks the whole log against its signed root: from its public tiles, and from its events if they may be read. */

import { toBase64 } from "../../../browser/sealed-log/base64.ts";
import { type Head, HeadFault, openHead, type SignedHead } from "../../../browser/sealed-log/signed-head.ts";
import {
  addTree,
  type Bytes,
  equalBytes,
  perfectRoot,
  rootOf,
} from "../../../browser/sealed-log/tree-hashes.ts";
import { checkEvents, createEventWatch } from "./check-events.ts";
import { hashesIn, TILE_WIDTH, tilePath } from "./tile-contents.ts";

/** Where the log is read from. */
export interface LogReader {
  /** Reads text below `/log/`. */
  text(path: string): Promise<string>;
  /** Reads bytes below `/log/tile/`; null if the server does not have them. */
  bytes(path: string): Promise<Bytes | null>;
}

export interface CheckOptions {
  /** Whether the events are read too, or only the tree's hashes. */
  withEvents: boolean;
  /** The head that was verified last: the log must still begin with it. */
  remembered: SignedHead | null;
  onProgress(done: number, size: number): void;
}

export interface Verdict {
  head: Head;
  /** The key whose signature is valid; null if none is. */
  key: string | null;
  /** Whether every event was read and hashed. */
  withEvents: boolean;
  /** The remembered head, if the log still begins with it. */
  grownFrom: SignedHead | null;
  /** When the newest event was decided, ISO 8601; null if events were not read. */
  newestAt: string | null;
  /** In the words of `make verify`; at most the first hundred. */
  faults: readonly string[];
  faultCount: number;
}

/** The verdict on a log whose head is not valid. */
const UNREAD = { key: null, withEvents: false, grownFrom: null, newestAt: null };

const MAX_FAULTS = 100;

/** How many tiles are requested at once: as many as a browser requests from one server. */
const READ_AHEAD = 6;

/**
 * @throws CannotCheckSignatures if the browser has no Ed25519, and any error of reading: then nothing is known. Faults of the log are
 * part of the verdict.
 */
export async function checkLog(reader: LogReader, options: CheckOptions): Promise<Verdict> {
  const faults: string[] = [];
  let faultCount = 0;
  const fault = (words: string): void => {
    faultCount += 1;
    if (faults.length < MAX_FAULTS) faults.push(words);
  };

  // The head is read first: everything read later must cover at least that much.
  const note = await reader.text("checkpoint");
  const vkeys = (await reader.text("key")).split("\n").filter((line) => line !== "");
  let head: SignedHead;
  try {
    head = await openHead(note, vkeys);
  } catch (error) {
    if (!(error instanceof HeadFault)) throw error;
    const none = { origin: "", size: 0, root: "" };
    return { ...UNREAD, head: none, faults: [error.message], faultCount: 1 };
  }

  const { size } = head;
  const { remembered } = options;
  if (remembered) rememberedFaults(remembered, head, vkeys).forEach(fault);
  const events = createEventWatch();
  const upper = createUpperTiles(reader, size, fault);
  let edge: Awaited<ReturnType<typeof addTree>> = [];
  let oldRoot: string | null = null;

  const tiles = readAhead(Math.ceil(size / TILE_WIDTH), (n) => {
    const width = Math.min(TILE_WIDTH, size - n * TILE_WIDTH);
    return readTile(reader, { level: 0, n, width });
  });
  for await (const { n, width, hashes, path } of tiles) {
    if (!hashes) {
      fault(`tile ${path}: the server does not have it`);
      break;
    }
    if (options.withEvents) await checkEvents(reader, { n, width, hashes }, events, fault);
    const end = n * TILE_WIDTH + width;
    if (remembered && remembered.size > n * TILE_WIDTH && remembered.size <= end) {
      const old = await leafByLeaf(edge, hashes.slice(0, remembered.size - n * TILE_WIDTH));
      oldRoot = toBase64(await rootOf(old));
    }
    if (width === TILE_WIDTH) {
      const root = await perfectRoot(hashes);
      edge = await addTree(edge, TILE_WIDTH, root);
      await upper.add(0, root);
    } else edge = await leafByLeaf(edge, hashes);
    options.onProgress(end, size);
  }
  await upper.finish();

  const root = toBase64(await rootOf(edge));
  if (faultCount === 0 && root !== head.root) {
    fault(`checkpoint ${size}: the sealed events do not lead to its root`);
  }
  if (remembered && oldRoot !== null && oldRoot !== remembered.root) {
    fault(`checkpoint ${remembered.size}: was verified here before, and the log no longer begins with it`);
  }
  const isGrown = remembered !== null && oldRoot === remembered.root;
  return {
    head,
    key: head.key,
    withEvents: options.withEvents,
    grownFrom: isGrown ? remembered : null,
    newestAt: events.newestAt,
    faults,
    faultCount,
  };
}

/** The faults of the last verified head that can be found without reading a tile. */
function rememberedFaults(remembered: SignedHead, head: Head, vkeys: readonly string[]): string[] {
  const faults: string[] = [];
  if (remembered.origin !== head.origin) {
    faults.push(
      `checkpoint ${head.size}: is of ${head.origin}; here ${remembered.origin} was verified before`,
    );
  }
  if (remembered.size > head.size) {
    faults.push(
      `checkpoint ${head.size}: the log had ${remembered.size} events when it was verified here before`,
    );
  }
  if (!vkeys.includes(remembered.key)) {
    faults.push(
      `key ${remembered.key}: signed what was verified here before, and is no longer among the keys`,
    );
  }
  return faults;
}

async function leafByLeaf(edge: Awaited<ReturnType<typeof addTree>>, hashes: readonly Bytes[]) {
  let trees = edge;
  for (const hash of hashes) trees = await addTree(trees, 1, hash);
  return trees;
}

interface Tile {
  n: number;
  width: number;
  path: string;
  /** Null if the server does not have the tile. */
  hashes: Bytes[] | null;
}

async function readTile(
  reader: LogReader,
  { level, n, width }: { level: number; n: number; width: number },
): Promise<Tile> {
  const path = tilePath(level, n, width);
  const tile = await reader.bytes(path);
  return { n, width, path, hashes: tile && hashesIn(tile, width) };
}

/** Yields the results of `read` in order, with a few calls running at once. */
async function* readAhead<T>(count: number, read: (n: number) => Promise<T>): AsyncGenerator<T> {
  const underWay: Promise<T>[] = [];
  for (let n = 0; n < count + READ_AHEAD; n += 1) {
    if (n < count) {
      const one = read(n);
      // Its error is thrown when its turn comes; until then it must not count as unhandled.
      one.catch(() => {});
      underWay.push(one);
    }
    if (n >= READ_AHEAD - 1 || n >= count) {
      const next = underWay.shift();
      if (next) yield await next;
    }
  }
}

/** Checks tiles above the lowest level: each of their hashes must be the root of the tile below it. */
function createUpperTiles(reader: LogReader, size: number, fault: (words: string) => void) {
  /** By level: roots that were computed from below, for the tile that is not full yet. */
  const open: { n: number; heads: Bytes[] }[] = [];

  async function compare(level: number, { n, heads }: { n: number; heads: Bytes[] }): Promise<void> {
    const { hashes, path } = await readTile(reader, { level, n, width: heads.length });
    if (!hashes) return fault(`tile ${path}: the server does not have it`);
    for (const [i, head] of heads.entries()) {
      const stored = hashes[i];
      if (stored && equalBytes(stored, head)) continue;
      const first = (n * TILE_WIDTH + i) * TILE_WIDTH ** level;
      const last = Math.min(size, first + TILE_WIDTH ** level) - 1;
      fault(`tile ${level} hash ${n * TILE_WIDTH + i}: is not the head of events ${first} to ${last}`);
    }
  }

  async function add(below: number, head: Bytes): Promise<void> {
    const level = below + 1;
    const tile = open[below] ?? { n: 0, heads: [] };
    open[below] = tile;
    tile.heads.push(head);
    if (tile.heads.length < TILE_WIDTH) return;
    await compare(level, tile);
    open[below] = { n: tile.n + 1, heads: [] };
    await add(level, await perfectRoot(tile.heads));
  }

  return {
    /** Adds the root of a full tile, in order. */
    add,
    /** Checks the tiles at the right edge. */
    async finish(): Promise<void> {
      for (const [below, tile] of open.entries()) {
        if (tile.heads.length > 0) await compare(below + 1, tile);
      }
    },
  };
}
