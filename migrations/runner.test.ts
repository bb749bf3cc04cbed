/** Shows that migrations are applied once, completely or not at all, and that a changed history is refused. */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeWorkerUtils } from "graphile-worker";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openPgPool, type Sql, withLogin, withSql } from "../core/platform/database/database.ts";
import {
  type Migration,
  pendingMigrations,
  productSchema,
  readMigrations,
} from "../core/platform/database/migration-files.ts";
import { testServer, withEmptyDatabase } from "../core/testing/database.ts";
import { migrate } from "./runner.ts";

const migration = (name: string, sql: string): Migration => ({
  name,
  sql,
  checksum: createHash("sha256").update(sql).digest("hex"),
});
const FIRST = migration("0001_first.sql", "create table first (n int); insert into first values (1);");
const SECOND = migration("0002_second.sql", "create table second (n int);");
const productNames = Object.values(productSchema()).flatMap((files) =>
  files.map(({ name }: Migration) => name),
);
const only = (...migrations: Migration[]) => ({ migrations, functions: [] });

const withConnection = (url: string, act: (sql: Sql) => Promise<void>): Promise<void> =>
  withSql(url, { max: 1 }, act);

describe("the product's migrations", () => {
  it("apply to an empty database, once", () =>
    withEmptyDatabase(async (url) => {
      await withConnection(url, async (sql) => expect(await pendingMigrations(sql)).toEqual(productNames));
      expect(await migrate(url)).toEqual({ applied: productNames });
      expect(await migrate(url)).toEqual({ applied: [] });
      await withConnection(url, async (sql) => expect(await pendingMigrations(sql)).toEqual([]));
    }));

  it("apply once when eight processes start at the same moment", () =>
    withEmptyDatabase(async (url) => {
      const reports = await Promise.all(Array.from({ length: 8 }, () => migrate(url)));
      expect(reports.flatMap((report) => report.applied)).toEqual(productNames);
    }));

  it("give the job queue to the runtime role, which may not create anything else afterward", () =>
    withEmptyDatabase(async (url) => {
      await migrate(url);
      await withConnection(url, async (sql) => {
        const owners = await sql`
          select distinct pg_get_userbyid(relowner) as owner from pg_class
          where relnamespace = 'graphile_worker'::regnamespace`;
        expect(owners).toEqual([{ owner: "hub_runtime" }]);
      });
      const { user, password } = testServer().runtime;
      const pool = openPgPool(withLogin(url, user, password), { max: 2 });
      const queue = await makeWorkerUtils({ pgPool: pool });
      const job = await queue.addJob("anything", {});
      expect(Number(job.id)).toBeGreaterThan(0);
      await expect(pool.query("create schema mine")).rejects.toThrow("permission denied");
      await queue.release();
      await pool.end();
    }));
});

describe("a run", () => {
  it("applies what is new and leaves what was applied", () =>
    withEmptyDatabase(async (url) => {
      await migrate(url, only(FIRST));
      expect(await migrate(url, only(FIRST, SECOND))).toEqual({ applied: ["0002_second.sql"] });
      await withConnection(url, async (sql) => expect(await sql`select n from first`).toEqual([{ n: 1 }]));
    }));

  it("undoes everything if a file fails, and names the file and the line", () =>
    withEmptyDatabase(async (url) => {
      const broken = migration(
        "0002_broken.sql",
        "create table half (n int);\ncreate table other (n nonsense);",
      );
      await expect(migrate(url, only(FIRST, broken))).rejects.toThrow(
        /^Migration 0002_broken\.sql failed: .*nonsense.* \(line 2\)$/,
      );
      await withConnection(url, async (sql) => {
        expect(await sql`select to_regclass('half') as half, to_regclass('first')::text as first`).toEqual([
          { half: null, first: null },
        ]);
      });
      expect(await migrate(url, only(FIRST, SECOND))).toEqual({
        applied: ["0001_first.sql", "0002_second.sql"],
      });
    }));

  it("applies a function after the migrations, and again when it has changed, even back to an earlier text", () =>
    withEmptyDatabase(async (url) => {
      const name = "functions/answer.sql";
      const answering = (answer: number) =>
        migration(
          name,
          `create or replace function answer() returns int language sql as 'select ${answer} + n from first'`,
        );
      const answer = () =>
        withConnection(url, async (sql) =>
          expect(await sql`select answer()`).toEqual([{ answer: expected }]),
        );
      let expected = 2;
      expect(await migrate(url, { migrations: [FIRST], functions: [answering(1)] })).toEqual({
        applied: [FIRST.name, name],
      });
      await answer();
      for (const added of [2, 1]) {
        expected = added + 1;
        expect(await migrate(url, { migrations: [FIRST], functions: [answering(added)] })).toEqual({
          applied: [name],
        });
        await answer();
      }
      // A function fails together with the migrations of its run.
      const broken = migration(name, "create function answer() returns nonsense");
      await expect(migrate(url, { migrations: [FIRST, SECOND], functions: [broken] })).rejects.toThrow(
        "functions/answer.sql failed",
      );
      await withConnection(url, async (sql) =>
        expect(await sql`select to_regclass('second') as t`).toEqual([{ t: null }]),
      );
      const dropped = migration("0002_drop.sql", "drop function answer()");
      expect(await migrate(url, only(FIRST, dropped))).toEqual({ applied: ["0002_drop.sql"] });
      expect(await migrate(url, { migrations: [FIRST, dropped], functions: [answering(1)] })).toEqual({
        applied: [name],
      });
      await answer();
    }));

  it.each([
    ["has changed since it was applied", [migration("0001_first.sql", "select 1"), SECOND]],
    ["which this product does not know", [SECOND]],
    ["is numbered before 0001_first.sql", [migration("0000_late.sql", "select 1"), FIRST]],
  ])("refuses a history: %s", (message, migrations) =>
    withEmptyDatabase(async (url) => {
      await migrate(url, only(FIRST));
      await expect(migrate(url, only(...migrations))).rejects.toThrow(message);
      await withConnection(url, async (sql) =>
        expect(await sql`select to_regclass('second') as t`).toEqual([{ t: null }]),
      );
    }),
  );
});

describe("migration files", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "hub-migrations-"));
  });
  beforeEach(() => writeFileSync(join(folder, "0001_first.sql"), "select 1;\n"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("are the same with either kind of line end", () => {
    const before = readMigrations(folder);
    writeFileSync(join(folder, "0001_first.sql"), "select 1;\r\n");
    expect(readMigrations(folder)).toEqual(before);
  });

  it.each([
    ["0001_again.sql", "the same number"],
    ["second.sql", "must be named like"],
  ])("%s next to 0001_first.sql is refused: %s", (name, message) => {
    writeFileSync(join(folder, name), "select 1;");
    expect(() => readMigrations(folder)).toThrow(message);
    rmSync(join(folder, name));
  });
});
