/**
 * Checks that a backup made by commit 9e9507d, from before the baseline of migrations, can be restored by this version. It was made with
 * that commit's code: `make demo BOOKINGS=60`, then a colleague, a customer, two closures that are in force and one that was reopened, a
 * photo, a turnaround, cash at the desk and two unpaid holds by the core's commands, 25 s of the product, `make seal`, `make backup`.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkHourClaims } from "../../core/hour-claims/hour-claim-check.ts";
import { openSql, type Sql } from "../../core/platform/database/database.ts";
import { productMigrations } from "../../core/platform/database/migration-files.ts";
import { createTestDatabase, type TestDatabase, withEmptyDatabase } from "../../core/testing/database.ts";
import { describeSchema } from "../../core/testing/describe-schema.ts";
import { verifyLog } from "../verify/verify.ts";
import { differencesIn, restore } from "./backup-fixture.ts";
import { checkBackup } from "./read-backup.ts";

const file = new URL("fixtures/9e9507d.backup", import.meta.url).pathname;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ max: 1 });
});
afterAll(() => database.drop());

/** What the restored database says of the backup's bookings, people and money. */
async function countsIn(sql: Sql) {
  const [counts] = await sql`
    select (select count(*) from events) as events, (select count(*) from bookings) as bookings,
      (select sum(received_cents) from bookings) as received, (select count(*) from messages) as messages,
      (select count(*) from personal_data) as people, (select count(*) from staff_credentials) as staff,
      (select count(*) from customer_credentials) as customers, (select sum(cents) from takings) as takings,
      (select count(*) from log_leaves) as sealed, (select count(*) from room_photos) as photos,
      (select count(*) from simulated_stripe.charges) as charges`;
  return counts;
}

it(
  "is restored and migrated, its projections are built again, and nothing is lost",
  () =>
    withEmptyDatabase(async (url) => {
      const { header } = await checkBackup(file);
      const cutShort = () => {
        throw new Error("cut short");
      };
      await expect(restore(url, file, { onProgress: cutShort })).rejects.toThrow("cut short");
      const restored = await restore(url, file);
      expect(restored.resumed).toBe(true);
      expect(restored.migrated.slice(0, 2)).toEqual([
        "0053_the_log_is_read_once.sql",
        "0056_appends_as_sets.sql",
      ]);
      expect(restored.migrated.slice(-productMigrations().length)).toEqual(
        productMigrations().map(({ name }) => name),
      );
      expect(restored).toMatchObject({
        viewsFailed: null,
        claims: { hours: header.guardHours, doubtful: [] },
        jobs: 9,
      });

      const sql = openSql(url, { max: 3 });
      expect(await countsIn(sql)).toEqual({
        events: 357,
        bookings: 63,
        received: 678_750,
        messages: 14,
        people: 84, // three of them are reasons of closures, see below
        staff: 2,
        customers: 1,
        takings: 643_600,
        sealed: 357,
        photos: 1,
        charges: 51,
      });
      expect((await checkHourClaims(sql)).faults).toEqual([]);
      expect(await differencesIn(sql, restored.keys)).toEqual([]);
      const quietly = {
        onFault: () => undefined,
        onProgress: () => undefined,
        onGuardProgress: () => undefined,
      };
      expect(
        await verifyLog(sql, { ownKey: () => null, witnessKeys: [], kept: null, ...quietly }),
      ).toMatchObject({ faults: [] });
      // The reasons of closures were text in the event; a migration has moved them into rows that can be erased.
      const reasons = await sql`
      select free_text, lifted from room_blocks join personal_data on id = reason_id order by block_id`;
      expect(reasons).toEqual([
        { free_text: "Ada's recital — 木曜日 🎹", lifted: false },
        { free_text: "Repairs", lifted: false },
        { free_text: 'Quotes " and \\\\', lifted: true },
      ]);
      const described = await describeSchema(sql);
      // A restore raises the epoch, which is the default of a column.
      expect(described.replace("epoch integer default 2 not null", "epoch integer default 1 not null")).toBe(
        await describeSchema(database.ownerSql),
      );
      await sql.end();
    }),
  60_000,
);
