/** Shows how values are converted from and to PostgreSQL, and how connections are set up. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { openPgPool, openSql } from "./database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe("values from the database", () => {
  it("are converted", async () => {
    const [row] = await database.sql`
      select 9007199254740991::int8 as number, '18446744073709551615'::xid8 as xid, date '2026-03-08' as day,
        timestamptz '2026-03-08 02:30:00-05' as instant, 1.50::numeric as amount, array[1,2]::int8[] as numbers`;
    expect(row).toEqual({
      number: 9007199254740991,
      xid: 18446744073709551615n,
      day: "2026-03-08",
      instant: new Date("2026-03-08T07:30:00Z"),
      amount: "1.50",
      numbers: [1, 2],
    });
  });

  it("are the same in arrays as alone, and return as they came", async () => {
    const texts = ["plain", 'a "quoted" \\ text', "a, {b}", "", "NULL", null, "line\nend"];
    const [row] = await database.sql`
      select ${texts}::text[] as texts, ${[1, 2]}::int[] as ints, ${[]}::int[] as none, array[true, false] as bools,
        ${["2026-03-08"]}::date[] as days, array[timestamptz '2026-03-08 02:30:00-05'] as instants,
        ${["6f2d1c1e-3d43-4a5f-9d0c-6f2d1c1e3d43"]}::uuid[] as ids, array['{"a":[1]}'::jsonb] as documents`;
    expect(row).toEqual({
      texts,
      ints: [1, 2],
      none: [],
      bools: [true, false],
      days: ["2026-03-08"],
      instants: [new Date("2026-03-08T07:30:00Z")],
      ids: ["6f2d1c1e-3d43-4a5f-9d0c-6f2d1c1e3d43"],
      documents: [{ a: [1] }],
    });
  });

  it("are refused if a number cannot represent them", async () => {
    await expect(database.sql`select 9007199254740993::int8`).rejects.toThrow("beyond a safe integer");
  });
});

describe("a session's timeouts", () => {
  it("are set with the connection, as requested", async () => {
    const sql = openSql(database.runtimeUrl, { max: 1, idleInTransactionMs: 5_000, lockTimeoutMs: 250 });
    const [row] = await sql`
      select current_setting('idle_in_transaction_session_timeout') as idle, current_setting('lock_timeout') as lock,
        current_setting('statement_timeout') as statement`;
    await sql.end();
    expect(row).toEqual({ idle: "5s", lock: "250ms", statement: "0" });
  });

  it("cancel a statement that takes longer", async () => {
    const sql = openSql(database.runtimeUrl, { max: 1, statementTimeoutMs: 50 });
    await expect(sql`select pg_sleep(10)`).rejects.toMatchObject({ code: "57014" });
    await sql.end();
  });
});

describe("the login of the running processes", () => {
  const asked =
    "select current_user = session_user as itself, pg_has_role('hub_runtime', 'usage') as runtime";

  it("is used by the product's postgres.js connections", async () => {
    expect(await database.sql.unsafe(asked)).toEqual([{ itself: true, runtime: true }]);
  });

  it("is used by the job queue's connections", async () => {
    const pool = openPgPool(database.runtimeUrl, { max: 1 });
    const { rows } = await pool.query(`${asked}, current_setting('TimeZone') as zone`);
    await pool.end();
    expect(rows).toEqual([{ itself: true, runtime: true, zone: "UTC" }]);
  });

  it("may not create tables", async () => {
    await expect(database.sql`create table public.mine (id int)`).rejects.toThrow("permission denied");
  });
});
