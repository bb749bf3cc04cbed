/** Shows that the proof of an entry's place has its events and offers as sealed leaves, names no other person, and is read quickly. */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { append } from "../log/append.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { sealAll, TEST_ORIGIN, testLogKey } from "../transparency/log-fixture.ts";
import { newestCheckpoint } from "../transparency/seal-tables.ts";
import {
  answered,
  type Happened,
  joined,
  KEPT_ORDER,
  numbered,
  offered,
  personOf,
} from "./history-fixture.ts";
import { readOrderProof } from "./proof.ts";

const CHECKER = join(import.meta.dirname, "../../bff/routes/visitor/verify-log.mjs");
const folder = mkdtempSync(join(tmpdir(), "hub-proof-"));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ max: 3 });
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

let [version, offers] = [0, 0];

async function happen(events: readonly Happened[]): Promise<void> {
  const appended = await append(database.sql, {
    stream: { category: "waitlist", id: 1 },
    expectedVersion: version,
    commandId: randomUUID(),
    events: numbered(events, offers).map(({ type, data }) => ({ type, schemaVersion: 1, data })),
    meta: { actor: { kind: "system" }, requestId: "test" },
    occurredAt: new Date("2026-12-02T12:00:00Z"),
  });
  if (!appended.ok) throw new Error(appended.violated);
  version += events.length;
  offers += events.filter(({ type }) => type === "HoursOffered").length;
}

const proofOf = async (entryId: number) => {
  const proof = await readOrderProof(database.sql, entryId);
  if (!proof) throw new Error("nothing is sealed");
  return proof;
};

/** What `verify-log.mjs` says of it; throws if it finds a fault. */
function checked(proof: object): string[] {
  const file = join(folder, "proof.json");
  writeFileSync(file, JSON.stringify({ ...proof, timeZone: "America/New_York" }));
  const { vkey } = testLogKey(1)(TEST_ORIGIN);
  const out = execFileSync(process.execPath, [CHECKER, "--key", vkey, "--waitlist", file]);
  return out.toString().trim().split("\n");
}

it("is there once the log is sealed, and counts what no head covers yet", async () => {
  const [first, ...more] = [KEPT_ORDER.slice(0, 6), KEPT_ORDER.slice(6)];
  await happen(first ?? []);
  expect(await readOrderProof(database.sql, 2)).toBeNull();
  await sealAll(database.sql);
  for (const events of more) await happen(events);
  const proof = await proofOf(2);
  expect(proof.checkpoint).toBe((await newestCheckpoint(database.sql))?.note);
  expect({ sealed: proof.events.length, unsealed: proof.unsealed }).toEqual({ sealed: 3, unsealed: 5 });
  expect(checked(proof).slice(-2)).toEqual(["5 newer events are in no checkpoint yet", "verified 3 events"]);
});

it("has the entry's own events and every offer while it was open, and nothing of other entries", async () => {
  await sealAll(database.sql);
  const { events, unsealed } = await proofOf(2);
  expect(unsealed).toBe(0);
  expect(events.map(({ entry }) => [entry.version, entry.type])).toEqual([
    [2, "WaitlistJoined"],
    [5, "HoursOffered"],
    [6, "HoursOffered"],
    [8, "HoursOffered"],
    [9, "OfferLapsed"],
    [10, "HoursOffered"],
    [12, "HoursOffered"],
    [13, "OfferClaimed"],
  ]);
  const text = JSON.stringify(events);
  for (const other of [1, 3, 4, 5]) {
    expect(text).not.toContain(personOf(other));
  }
  expect(checked(await proofOf(2))[0]).toBe("served in order");
  expect(checked(await proofOf(4))[0]).toBe("served in order");
});

it("has the offers that leave the entry out, too", async () => {
  await happen([joined(6), offered({ entryId: 4, bookingId: 30, roomId: 5 }, [9, 11], [4])]);
  await sealAll(database.sql);
  expect((await proofOf(6)).events.map(({ entry }) => entry.type)).toEqual([
    "WaitlistJoined",
    "HoursOffered",
  ]);
});

it("has no events of an entry that does not exist", async () => {
  expect(await proofOf(99)).toMatchObject({ events: [], unsealed: 0 });
});

it("is read quickly among 10,000 entries", async () => {
  const entries = Array.from({ length: 10_000 }, (_, n) => n + 7);
  for (let at = 0; at < entries.length; at += 500) {
    await happen(
      entries
        .slice(at, at + 500)
        .flatMap((id) => [
          joined(id),
          offered({ entryId: id, bookingId: 1_000 + id, roomId: 3 }, [18, 20], [[6, "does not fit"], id]),
          answered("OfferDeclined", id, 1_000 + id),
        ]),
    );
  }
  await sealAll(database.sql);
  const begun = performance.now();
  const { events } = await proofOf(9_000);
  expect(performance.now() - begun).toBeLessThan(500);
  expect(events).toHaveLength(3);
  expect(checked(await proofOf(9_000))[0]).toBe("served in order");
});
