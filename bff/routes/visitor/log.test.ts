import { createPublicKey, sign } from "node:crypto";
import { type LogCheckpoint, verifyCheckpoint } from "@sigstore/verify/dist/tlog/checkpoint.js";
import { verifyMerkleInclusion } from "@sigstore/verify/dist/tlog/merkle.js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newCosigner } from "../../../core/transparency/cosigner-fixture.ts";
import { hashReader, newestCheckpoint } from "../../../core/transparency/seal-tables.ts";
import { cosignedText, parseNote, signatureLine } from "../../../core/transparency/signed-note.ts";
import { openTree } from "../../../core/transparency/tiles.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

type SigstoreEntry = Parameters<typeof verifyCheckpoint>[0];

const PATIENCE = { timeout: 20_000, interval: 50 };
const ORIGIN = "hub.example.test/log";
const witness = newCosigner("witness.example/w1");

let world: StaffWorld;
let url: string;
let auditor: string;
beforeAll(async () => {
  world = await startStaffWorld({ logWitnessKeys: [witness.vkey] });
  url = `http://127.0.0.1:${world.port}`;
  const { username } = await world.hire("auditor");
  auditor = await world.logIn(username);
  for (let n = 0; n < 3; n++) await world.book();
  // The worker seals, a moment after the events.
  await vi.waitFor(async () => {
    const [count] = await world.sql<{ total: number }[]>`select count(*) as total from events`;
    expect((await newestCheckpoint(world.sql))?.size).toBe(count?.total);
  }, PATIENCE);
});
afterAll(() => world.close());

const read = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers });
const bytesOf = async (path: string, headers: Record<string, string> = {}) =>
  Buffer.from(await (await read(path, headers)).arrayBuffer());

async function head() {
  const note = await (await read("/log/checkpoint")).text();
  const [, size = "0", root = ""] = note.split("\n");
  return { note, size: Number(size), root: Buffer.from(root, "base64") };
}

/** The entries of a bundle, each after its length. */
function entriesIn(bundle: Buffer): Buffer[] {
  const entries: Buffer[] = [];
  for (let at = 0; at < bundle.length; ) {
    const length = bundle.readUInt16BE(at);
    entries.push(bundle.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return entries;
}

const asAuditor = () => ({ authorization: `Bearer ${auditor}` });

describe("the log's calls", () => {
  it("answer the signed head, the key and the hashes to all callers, each cached as long as it is valid", async () => {
    const checkpoint = await read("/log/checkpoint");
    expect(checkpoint.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(checkpoint.headers.get("cache-control")).toBe("public, max-age=1");
    const { size, note } = await head();
    expect(note).toMatch(/^hub\.example\.test\/log\n\d+\n\S{44}\n\n— hub\.example\.test\/log \S+\n$/);
    expect(await (await read("/log/key")).text()).toMatch(/^hub\.example\.test\/log\+[0-9a-f]{8}\+\S+\n$/);
    const tile = await read(`/log/tile/0/000.p/${size}`);
    expect(tile.headers.get("content-type")).toBe("application/octet-stream");
    expect(tile.headers.get("cache-control")).toContain("immutable");
    expect((await tile.arrayBuffer()).byteLength).toBe(size * 32);
    const script = await (await read("/log/verify-log.mjs")).text();
    expect(script).toContain("node verify-log.mjs --key");
  });

  it("answer nothing at other addresses", async () => {
    const { size } = await head();
    for (const path of [
      "",
      "/0/000",
      `/0/000.p/${size + 1}`,
      "/0/000.p/0",
      "/0/0",
      "/0/x000/000",
      "/64/000.p/1",
      "/1/000.p/1",
      "/00/000.p/1",
      "/0/000.p/01",
      "/0/999999999999999.p/1",
    ]) {
      expect([path, (await read(`/log/tile${path}`)).status]).toEqual([path, 404]);
    }
    expect((await read("/log")).status).toBe(404);
    expect((await read("/log/tile/entries/x", asAuditor())).status).toBe(404);
  });

  it("answer entries to auditors, and another implementation verifies their proofs", async () => {
    const { note, size } = await head();
    const path = `/log/tile/entries/000.p/${size}`;
    expect((await read(path)).status).toBe(401);
    const entries = entriesIn(await bytesOf(path, asAuditor()));
    expect(entriesIn(await bytesOf(path, { ...asAuditor(), "accept-encoding": "identity" }))).toEqual(
      entries,
    );
    expect(entries.length).toBe(size);
    expect(JSON.parse(String(entries[1]))).toMatchObject({
      index: 1,
      meta: { requestId: expect.any(String) },
    });

    const [vkey = ""] = (await (await read("/log/key")).text()).split("\n");
    const [name = "", id = "", key = ""] = vkey.split("+");
    const authority = {
      // Sigstore's Rekor v2 is a tiled log of the same kind, and its client checks it in this way.
      baseURL: name,
      logID: Buffer.from(id, "hex"),
      publicKey: createPublicKey({
        key: Buffer.concat([
          Buffer.from("302a300506032b6570032100", "hex"),
          Buffer.from(key, "base64").subarray(1),
        ]),
        format: "der",
        type: "spki",
      }),
      validFor: { start: new Date(0), end: new Date("2100-01-01T00:00:00Z") },
    };
    const tree = openTree(size, hashReader(world.sql));
    for (const [index, canonicalizedBody] of entries.entries()) {
      const inclusionProof = {
        logIndex: String(index),
        treeSize: String(size),
        rootHash: Buffer.alloc(0),
        hashes: await tree.inclusion(index),
        checkpoint: { envelope: note },
      };
      // The two checks read these parts of a Sigstore entry.
      const entry = { canonicalizedBody, inclusionProof } as unknown as SigstoreEntry;
      const checkpoint: LogCheckpoint = verifyCheckpoint(entry, [authority]);
      expect(checkpoint.origin).toBe(ORIGIN);
      verifyMerkleInclusion(entry, checkpoint);
      expect(() =>
        verifyMerkleInclusion({ ...entry, canonicalizedBody: Buffer.from("forged") }, checkpoint),
      ).toThrow();
    }
    const forged = {
      inclusionProof: { checkpoint: { envelope: note.replace(`\n${size}\n`, `\n${size + 1}\n`) } },
    };
    expect(() => verifyCheckpoint(forged as unknown as SigstoreEntry, [authority])).toThrow();
  });

  it("accept the countersignature of a known witness, once and only under a head of their own", async () => {
    const { note } = await head();
    const text = parseNote(note)?.text ?? "";
    const cosignature = (of: string, by = witness) => {
      const time = Buffer.alloc(8);
      time.writeBigUInt64BE(1_796_000_000n);
      const bytes = Buffer.concat([
        time,
        sign(null, Buffer.from(cosignedText(of, 1_796_000_000n)), by.privateKey),
      ]);
      return signatureLine({ name: by.name, keyId: by.id, bytes });
    };
    const send = async (body: string) => {
      const response = await fetch(`${url}/log/add-cosignature`, { method: "POST", body });
      return { status: response.status, text: await response.text() };
    };
    expect((await send("hello")).status).toBe(400);
    expect((await send(note)).status).toBe(403);
    expect((await send(note + cosignature(text, newCosigner("stranger.example")))).status).toBe(403);
    expect((await send(note + cosignature(`${text}x\n`))).status).toBe(403);
    const other = note.replace(text, text.replace(/\n\d+\n/, "\n9999\n"));
    expect((await send(other + cosignature(text))).status).toBe(404);
    const cosigned = { status: 200, text: note + cosignature(text) };
    expect(await send(note + cosignature(text))).toEqual(cosigned);
    expect(await send(note + cosignature(text))).toEqual(cosigned);
    expect((await head()).note).toBe(cosigned.text);
  });
});
