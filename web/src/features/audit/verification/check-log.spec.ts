/** Checks that the browser's check of the log finds no fault in a correct log, and names each fault of a changed one. */
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../../../../core/transparency/canonical-json.ts";
import { checkpointText } from "../../../../../core/transparency/checkpoint.ts";
import { createGrowingTree, leafHash } from "../../../../../core/transparency/merkle-tree.ts";
import { parseSigner, privateKeyText } from "../../../../../core/transparency/note-keys.ts";
import { signNote } from "../../../../../core/transparency/signed-note.ts";
import { encodeBundle, parseBundlePath, parseTilePath } from "../../../../../core/transparency/tiles.ts";
import { type CheckOptions, checkLog, type LogReader, type Verdict } from "./check-log.ts";

const ORIGIN = "hub.example.test/log";

function signerOf(seed: number) {
  const signer = parseSigner(privateKeyText(ORIGIN, Buffer.alloc(32, seed)));
  if (!signer) throw new Error("no key");
  return signer;
}

/** An event of one of seven streams, in turn. */
const entryAt = (index: number): Buffer =>
  Buffer.from(
    canonicalJson({
      index,
      stream: `booking-${(index % 7) + 1}`,
      version: Math.floor(index / 7) + 1,
      type: "Noted",
      occurredAt: new Date(1_800_000_000_000 + index * 1_000).toISOString(),
    }),
  );

interface Log {
  entries: (Buffer | null)[];
  /** By level. */
  hashes: Buffer[][];
  checkpoint: string;
  keys: string[];
}

/** A log that the core has sealed. */
function sealedLog(size: number, { seed = 1, change }: { seed?: number; change?: number } = {}): Log {
  const entries = Array.from({ length: size }, (_, i) => (i === change ? Buffer.from("{}") : entryAt(i)));
  const hashes: Buffer[][] = [[], [], [], []];
  const tree = createGrowingTree();
  for (const entry of entries) {
    const leaf = leafHash(entry);
    hashes[0]?.push(leaf);
    tree.add(leaf, (leaves, hash) => {
      const level = Math.log2(leaves) / 8;
      if (Number.isInteger(level)) hashes[level]?.push(hash);
    });
  }
  const signer = signerOf(seed);
  const checkpoint = signNote(checkpointText({ origin: ORIGIN, size, root: tree.root() }), signer);
  return { entries, hashes, checkpoint, keys: [signer.vkey] };
}

/** Reads the log as the server serves it. */
const readerOf = (log: Log, asked: string[] = []): LogReader => ({
  text: async (path) => (path === "checkpoint" ? log.checkpoint : `${log.keys.join("\n")}\n`),
  bytes: async (path) => {
    asked.push(path);
    if (path.startsWith("entries/")) {
      const bundle = parseBundlePath(path.slice("entries/".length));
      if (!bundle) return null;
      const entries = log.entries.slice(bundle.n * 256, bundle.n * 256 + bundle.width);
      const there = entries.filter((entry) => entry !== null);
      return there.length < bundle.width ? null : new Uint8Array(encodeBundle(there));
    }
    const tile = parseTilePath(path);
    const hashes = tile && log.hashes[tile.level]?.slice(tile.n * 256, tile.n * 256 + tile.width);
    return hashes?.length === tile?.width && hashes ? new Uint8Array(Buffer.concat(hashes)) : null;
  },
});

const check = (log: Log, options: Partial<CheckOptions> = {}): Promise<Verdict> =>
  checkLog(readerOf(log), { withEvents: true, remembered: null, onProgress: () => {}, ...options });

function rememberedOf({ head, key }: Verdict) {
  if (key === null) throw new Error("not signed");
  return { ...head, key };
}

describe("the browser's check of a log that the core has sealed", () => {
  it.each([1, 2, 7, 255, 256, 257, 511, 512, 1_000])("finds no fault in %i events", async (size) => {
    const progress: number[] = [];
    const verdict = await check(sealedLog(size), { onProgress: (done) => progress.push(done) });
    expect(verdict).toMatchObject({
      faults: [],
      faultCount: 0,
      withEvents: true,
      head: { origin: ORIGIN, size },
    });
    expect(verdict.newestAt).toBe(new Date(1_800_000_000_000 + (size - 1) * 1_000).toISOString());
    expect(progress.at(-1)).toBe(size);
    expect(progress).toHaveLength(Math.ceil(size / 256));
  });

  it("finds no fault in three levels of tiles, and finds a changed hash at the top", {
    timeout: 60_000,
  }, async () => {
    const log = sealedLog(65_536 + 300);
    expect(await check(log, { withEvents: false })).toMatchObject({ faults: [], faultCount: 0 });
    log.hashes[2]?.splice(0, 1, Buffer.alloc(32));
    expect((await check(log, { withEvents: false })).faults).toEqual([
      "tile 2 hash 0: is not the head of events 0 to 65535",
    ]);
  });

  it("reads no events if only the tree is requested", async () => {
    const asked: string[] = [];
    const verdict = await checkLog(readerOf(sealedLog(600), asked), {
      withEvents: false,
      remembered: null,
      onProgress: () => {},
    });
    expect(verdict).toMatchObject({ faultCount: 0, newestAt: null });
    expect(asked).toEqual(["0/000", "0/001", "0/002.p/88", "1/000.p/2"]);
  });

  it.each([1, 255, 256, 257, 700, 1_000])("accepts a log that begins with a head of %i", async (old) => {
    const remembered = rememberedOf(await check(sealedLog(old)));
    const verdict = await check(sealedLog(1_000), { remembered });
    expect(verdict).toMatchObject({ faults: [], grownFrom: { size: old } });
  });
});

describe("the browser's check reports", () => {
  it("an event that was altered", async () => {
    const log = sealedLog(600);
    log.entries[300] = Buffer.from(entryAt(300).toString().replace("Noted", "Voted"));
    expect((await check(log)).faults).toEqual(["event 300 booking-7 v43: is not what was sealed"]);
  });

  it("a missing event", async () => {
    const log = sealedLog(600);
    log.entries[511] = null;
    expect((await check(log)).faults).toEqual(["event 511: is sealed, and is not in the log"]);
  });

  it("events that were swapped", async () => {
    const log = sealedLog(20);
    [log.entries[3], log.entries[4]] = [entryAt(4), entryAt(3)];
    expect((await check(log)).faults).toContain("event 3 booking-5 v1: is not what was sealed");
  });

  it("an altered leaf, by the tile above it", async () => {
    const log = sealedLog(600);
    log.hashes[0]?.splice(300, 1, Buffer.alloc(32));
    expect((await check(log, { withEvents: false })).faults).toEqual([
      "tile 1 hash 1: is not the head of events 256 to 511",
    ]);
  });

  it("an altered hash of an upper tile", async () => {
    const log = sealedLog(600);
    log.hashes[1]?.splice(0, 1, Buffer.alloc(32));
    expect((await check(log, { withEvents: false })).faults).toEqual([
      "tile 1 hash 0: is not the head of events 0 to 255",
    ]);
  });

  it("a log that was rewritten under a head that was signed before", async () => {
    const log = { ...sealedLog(600, { change: 5 }), checkpoint: sealedLog(600).checkpoint };
    expect((await check(log, { withEvents: false })).faults).toEqual([
      "checkpoint 600: the sealed events do not lead to its root",
    ]);
  });

  it("a tile that the server does not have", async () => {
    const log = sealedLog(600);
    log.hashes[0]?.splice(520);
    expect((await check(log)).faults).toContain("tile 0/002.p/88: the server does not have it");
  });

  it("a head that another key signed", async () => {
    const log = { ...sealedLog(9, { seed: 2 }), keys: sealedLog(9).keys };
    expect((await check(log)).faults).toEqual([
      expect.stringMatching(/^checkpoint 9: is signed by \S+, which is no key of this log$/),
    ]);
  });

  it("a signature that does not hold", async () => {
    const log = sealedLog(9);
    log.checkpoint = log.checkpoint.replace("\n9\n", "\n8\n");
    expect((await check(log)).faults).toEqual([
      expect.stringMatching(/^checkpoint 8: the signature of \S+ does not hold$/),
    ]);
  });

  it("text that is no signed head", async () => {
    expect((await check({ ...sealedLog(9), checkpoint: "hello\n" })).faults).toEqual([
      "checkpoint: is not a signed note",
    ]);
  });

  it("a log that was rewritten since it was verified here, and signed with the same key", async () => {
    const remembered = rememberedOf(await check(sealedLog(300)));
    expect((await check(sealedLog(600, { change: 5 }), { remembered, withEvents: false })).faults).toEqual([
      "checkpoint 300: was verified here before, and the log no longer begins with it",
    ]);
  });

  it("a log that was cut since it was verified here, and one with another key", async () => {
    const remembered = rememberedOf(await check(sealedLog(300)));
    expect((await check(sealedLog(299), { remembered })).faults).toEqual([
      "checkpoint 299: the log had 300 events when it was verified here before",
    ]);
    expect((await check(sealedLog(300, { seed: 2 }), { remembered })).faults).toEqual([
      expect.stringMatching(/^key \S+: signed what was verified here before/),
    ]);
  });
});
