/** Shows that a dump and restore with PostgreSQL's own tools gives a working database. */
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { requestBooking } from "../../core/booking/request-booking.ts";
import { raiseEpoch } from "../../core/log/epoch.ts";
import { openSql } from "../../core/platform/database/database.ts";
import {
  createTestDatabase,
  type TestDatabase,
  testServer,
  withEmptyDatabase,
} from "../../core/testing/database.ts";
import { bookingRequest, createTestCore, testMeta } from "../../core/testing/test-core.ts";
import { sealAll, testLogKey } from "../../core/transparency/log-fixture.ts";
import { slotStarts } from "../../core/venue/time/opening-hours.ts";
import { verifyLog } from "../verify/verify.ts";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "hub-dump-"));
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ max: 3 });
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Why pg_dump cannot dump this server, or null: it dumps servers of its own version and older ones. */
async function reasonAgainst(): Promise<string | null> {
  const sql = openSql(testServer().url, { max: 1 });
  const [server] = await sql<{ major: number }[]>`
    select current_setting('server_version_num')::int / 10000 as major`;
  await sql.end();
  try {
    const client = execFileSync("pg_dump", ["--version"], { encoding: "utf8" }).trim();
    const major = Number(/(\d+)/.exec(client)?.[1]);
    return major >= (server?.major ?? 0) ? null : `${client} dumps no PostgreSQL ${server?.major}`;
  } catch {
    return "there is no pg_dump on PATH";
  }
}

// The way that docs/backup.md describes for large sites.
it("a dump and restore with PostgreSQL's own tools is complete and can be used", async ({ skip }) => {
  const reason = await reasonAgainst();
  if (reason !== null) {
    process.stderr.write(`The way of pg_dump is not tested here: ${reason}.\n`);
    skip(reason);
  }
  const core = await createTestCore(database);
  const [first, second] = slotStarts("2026-12-14", core.timeZone);
  if (!first || !second) throw new Error("no slots");
  expect(
    await requestBooking(core, bookingRequest(core, { roomId: 1, startsAt: first }), testMeta),
  ).toMatchObject({ ok: true });
  await sealAll(database.sql);
  const dump = join(folder, "hub.dump");
  await run("pg_dump", ["--format=custom", `--file=${dump}`, database.url]);
  await withEmptyDatabase(async (url) => {
    await run("pg_restore", ["--exit-on-error", "--single-transaction", `--dbname=${url}`, dump]);
    const sql = openSql(url, { max: 3 });
    await sql.begin(raiseEpoch);
    const restored = await createTestCore({ sql, ownerSql: sql });
    const taken = await requestBooking(
      restored,
      bookingRequest(restored, { roomId: 1, startsAt: first }),
      testMeta,
    );
    expect(taken).toMatchObject({ ok: false });
    const free = await requestBooking(
      restored,
      bookingRequest(restored, { roomId: 1, startsAt: second }),
      testMeta,
    );
    expect(free).toMatchObject({ ok: true });
    await sealAll(sql);
    const quietly = {
      onFault: () => undefined,
      onProgress: () => undefined,
      onGuardProgress: () => undefined,
    };
    const checked = await verifyLog(sql, { ownKey: testLogKey(1), witnessKeys: [], kept: null, ...quietly });
    expect(checked).toMatchObject({ faults: [], events: 2 });
    await sql.end();
  });
});
