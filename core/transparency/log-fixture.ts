/** Sets up tests of the seal: a key of their own, a log with events in it, and sealing to its end. */
import { randomUUID } from "node:crypto";
import { append } from "../log/append.ts";
import type { Sql } from "../platform/database/database.ts";
import { testMeta } from "../testing/test-core.ts";
import type { LogKey } from "./log-key.ts";
import { parseSigner, privateKeyText } from "./note-keys.ts";
import { type SealSettings, seal } from "./seal.ts";

export const TEST_ORIGIN = "hub.example.test/log";

/** Returns the same key for the same seed. */
export const testLogKey =
  (seed: number): LogKey =>
  (origin) => {
    const signer = parseSigner(privateKeyText(origin, Buffer.alloc(32, seed)));
    if (!signer) throw new Error("no key");
    return signer;
  };

export const testSealing = (seed = 1): SealSettings => ({
  publicUrl: "http://hub.example.test",
  logKey: testLogKey(seed),
});

/** Appends a new stream with so many events in one append. */
export async function appendSome(sql: Sql, count: number): Promise<string> {
  const appended = await append(sql, {
    stream: { category: "inquiry" },
    expectedVersion: 0,
    commandId: randomUUID(),
    events: Array.from({ length: count }, (_, n) => ({ type: "Noted", schemaVersion: 1, data: { n } })),
    meta: testMeta,
    occurredAt: new Date("2026-12-01T15:00:00Z"),
  });
  if (!appended.ok) throw new Error(appended.violated);
  return `inquiry-${appended.streamId}`;
}

/**
 * Seals everything under one new head. Transactions of other test files on the same server may hold events back for a
 * while; this waits for them.
 */
export async function sealAll(sql: Sql, sealing = testSealing()): Promise<number> {
  for (;;) {
    const [held] = await sql<{ back: boolean }[]>`
      select exists (
        select from events
        where epoch = (select epoch from log_epoch) and xid >= pg_snapshot_xmin(pg_current_snapshot())) as back`;
    if (held?.back !== false) continue;
    const { events, nextAfterMs } = await seal(sql, sealing);
    if (nextAfterMs === null) return events;
  }
}
