/** Shows what the call for the proof of the waitlist's order answers, and that `verify-log.mjs` accepts the answer as its file. */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { append } from "../../../core/log/append.ts";
import { sealAll, TEST_ORIGIN, testLogKey } from "../../../core/transparency/log-fixture.ts";
import { personOf, REASON, WITH_OVERRIDE } from "../../../core/waitlist/history-fixture.ts";
import { startVisitorWorld, type VisitorWorld } from "../../testing/visitor-fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "hub-proof-"));

let world: VisitorWorld;
beforeAll(async () => {
  world = await startVisitorWorld();
  await append(world.core.sql, {
    stream: { category: "waitlist", id: 1 },
    expectedVersion: 0,
    commandId: randomUUID(),
    events: WITH_OVERRIDE.map(({ type, data }) => ({ type, schemaVersion: 1, data })),
    meta: { actor: { kind: "system" }, requestId: "test" },
    occurredAt: new Date("2026-12-02T12:00:00Z"),
  });
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const proofBy = (token: string) => world.call(`/api/waitlist/${token}/proof`);
const tokenOf = (entryId: number) =>
  world.core.links.waitlist({ entryId, personId: personOf(entryId) }).token;

it("finds no entry by another link, as the entry's other calls", async () => {
  const [own, other] = [tokenOf(2), tokenOf(4)];
  for (const token of ["none", tokenOf(99), own.slice(0, -1), other.replace(/^4\./, "2.")]) {
    const { status, body } = await proofBy(token);
    expect({ status, code: body.code }).toEqual({ status: 404, code: "WaitlistEntryNotFound" });
    const entry = await world.call(`/api/waitlist/${token}`);
    expect({ status: entry.status, code: entry.body.code }).toEqual({ status, code: body.code });
  }
});

it("has nothing to prove before the first seal, then the checker's file", async () => {
  expect((await proofBy(tokenOf(2))).body).toMatchObject({ status: 404, code: "NothingSealed" });
  await sealAll(world.core.sql);
  const { status, headers, text, body } = await proofBy(tokenOf(2));
  expect({ status, cache: headers.get("cache-control") }).toEqual({ status: 200, cache: "no-store" });
  expect(body).toMatchObject({ timeZone: "America/New_York", unsealed: 0 });
  const file = join(folder, "waitlist-proof.json");
  writeFileSync(file, text);
  const { vkey } = testLogKey(1)(TEST_ORIGIN);
  const checker = join(import.meta.dirname, "verify-log.mjs");
  const said = execFileSync(process.execPath, [checker, "--key", vkey, "--waitlist", file]).toString();
  expect(said.split("\n")[0]).toBe(
    `passed over by staff: entry 1, entry 2, for entry 4 at 2026-12-02T12:00:00.000Z: ${REASON}`,
  );
});
