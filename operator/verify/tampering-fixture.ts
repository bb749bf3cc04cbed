/** Prepares tests of the checks: a sealed log, changes by the database's owner, the check of `make verify`, and the auditors' checker. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { requestBooking } from "../../core/booking/request-booking.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import { createTestDatabase, type TestDatabase } from "../../core/testing/database.ts";
import { bookingRequest, createTestCore, testMeta } from "../../core/testing/test-core.ts";
import { appendSome, sealAll, TEST_ORIGIN, testLogKey } from "../../core/transparency/log-fixture.ts";
import { EVERYTHING, type Selection } from "../../core/transparency/sealed-events.ts";
import { slotStarts } from "../../core/venue/time/opening-hours.ts";
import { exportLog } from "../export-log.ts";
import { type Verification, verifyLog } from "./verify.ts";

const CHECKER = join(import.meta.dirname, "../../bff/routes/visitor/verify-log.mjs");
export const VKEY = testLogKey(1)(TEST_ORIGIN).vkey;

export interface Ended {
  code: number;
  /** The output on stdout, then on stderr. */
  lines: string[];
}

export const run = (
  file: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Ended> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [file, ...args],
      { env: { PATH: dirname(process.execPath), ...env } },
      (_, stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, lines: `${stdout}${stderr}`.trim().split("\n") }),
    );
  });

/** Runs `verify-log.mjs` with the log's key. */
export const check = (...words: string[]): Promise<Ended> => run(CHECKER, ["--key", VKEY, ...words]);

export async function verify(
  { sql }: Pick<TestDatabase, "sql">,
  { kept = null, witnessKeys = [] }: { kept?: string | null; witnessKeys?: string[] } = {},
): Promise<Verification> {
  return verifyLog(sql, {
    ownKey: testLogKey(1),
    witnessKeys,
    kept,
    onFault: () => undefined,
    onProgress: () => undefined,
    onGuardProgress: () => undefined,
  });
}

/** Runs statements as the owner of the database, with its triggers off. */
export async function tamper(sql: Sql, change: (sql: Sql) => Promise<unknown>): Promise<void> {
  const tables = ["events", "log_leaves", "log_subtrees", "log_checkpoints", "log_keys", "log_cosignatures"];
  for (const table of tables) await sql`alter table ${sql(table)} disable trigger user`;
  await change(sql);
}

/** Databases and files of one test file; `clear` removes all of them. */
export function testLogs() {
  const databases: TestDatabase[] = [];
  const folder = mkdtempSync(join(tmpdir(), "hub-verify-"));
  let exports = 0;
  return {
    folder,
    /** Four bookings (events 0 to 3) and two streams of 300, under three heads. */
    async sealedLog(): Promise<TestDatabase> {
      const database = await createTestDatabase({ max: 3 });
      databases.push(database);
      const core = await createTestCore(database);
      for (const startsAt of slotStarts("2026-12-15", core.timeZone).slice(0, 4)) {
        const request = bookingRequest(core, { roomId: 3, startsAt });
        const outcome = await requestBooking(core, request, testMeta);
        if (!outcome.ok) throw new Error(outcome.rejection.code);
      }
      await sealAll(database.sql);
      await appendSome(database.sql, 300);
      await sealAll(database.sql);
      await appendSome(database.sql, 300);
      await sealAll(database.sql);
      return database;
    },
    async exported({ sql }: Pick<TestDatabase, "sql">, selection: Selection = EVERYTHING): Promise<string> {
      exports += 1;
      const file = join(folder, `${exports}.ndjson`);
      await exportLog(sql, file, selection, () => undefined);
      return file;
    },
    async clear(): Promise<void> {
      await Promise.all(databases.map((database) => database.drop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
