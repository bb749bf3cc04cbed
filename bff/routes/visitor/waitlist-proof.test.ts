/** Shows what the call for the proof of the waitlist's order answers, and that `verify-log.mjs` accepts the answer as its file. */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OpenAPIHono } from "@hono/zod-openapi";
import { afterAll, beforeAll, expect, it } from "vitest";
import { append } from "../../../core/log/append.ts";
import { createTestDatabase, type TestDatabase } from "../../../core/testing/database.ts";
import { createTestCore } from "../../../core/testing/test-core.ts";
import { sealAll, TEST_ORIGIN, testLogKey } from "../../../core/transparency/log-fixture.ts";
import { REASON, WITH_OVERRIDE } from "../../../core/waitlist/history-fixture.ts";
import { WaitlistProof } from "../../contract/visitor/waitlist.ts";
import type { BffEnv } from "../../http/hono-env.ts";
import { waitlistProofRoute } from "./waitlist-proof.ts";

const folder = mkdtempSync(join(tmpdir(), "hub-proof-"));
const app = new OpenAPIHono<BffEnv>();

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ max: 3 });
  const core = await createTestCore(database);
  waitlistProofRoute(app, { core }, async (token) => (token === "mine" ? 2 : null));
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const read = (token: string) => app.request(`/api/waitlist/${token}/proof`);

it("refuses a link that opens no entry, and has nothing to prove before the first seal", async () => {
  expect((await read("other")).status).toBe(403);
  const unsealed = await read("mine");
  expect({ status: unsealed.status, ...(await unsealed.json()) }).toMatchObject({
    status: 404,
    message: "The log has not been sealed yet",
  });
});

it("answers the proof, which is the checker's file", async () => {
  await append(database.sql, {
    stream: { category: "waitlist", id: 1 },
    expectedVersion: 0,
    commandId: randomUUID(),
    events: WITH_OVERRIDE.map(({ type, data }) => ({ type, schemaVersion: 1, data })),
    meta: { actor: { kind: "system" }, requestId: "test" },
    occurredAt: new Date("2026-12-02T12:00:00Z"),
  });
  await sealAll(database.sql);
  const answer = await read("mine");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const text = await answer.text();
  expect(WaitlistProof.parse(JSON.parse(text))).toMatchObject({ timeZone: "America/New_York", unsealed: 0 });
  const file = join(folder, "waitlist-proof.json");
  writeFileSync(file, text);
  const { vkey } = testLogKey(1)(TEST_ORIGIN);
  const checker = join(import.meta.dirname, "verify-log.mjs");
  const said = execFileSync(process.execPath, [checker, "--key", vkey, "--waitlist", file]).toString();
  expect(said.split("\n")[0]).toBe(
    `passed over by staff: entry 2, entry 3, for entry 4 at 2026-12-02T12:00:00.000Z: ${REASON}`,
  );
});
