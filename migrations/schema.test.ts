/** Checks that an empty database and one from before the baseline get the same schema, that of `schema.sql`. */
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { openSql, type Sql } from "../core/platform/database/database.ts";
import { productSchema, readMigrations } from "../core/platform/database/migration-files.ts";
import { withEmptyDatabase } from "../core/testing/database.ts";
import { describeSchema } from "../core/testing/describe-schema.ts";
import { migrate } from "./runner.ts";

const HEADER =
  "-- The schema that the migrations make: written by `make schema`, never by hand. Functions are in functions/.\n\n";
const before = readMigrations(join(import.meta.dirname, "before-baseline"));
const { migrations, functions } = productSchema();
const names = [...migrations, ...functions].map(({ name }) => name);

const withSql = async <Result>(url: string, use: (sql: Sql) => Promise<Result>): Promise<Result> => {
  const sql = openSql(url, { max: 1 });
  return use(sql).finally(() => sql.end({ timeout: 5 }));
};

/** The schema, and the rows that the migrations write. */
const stateOf = (url: string) =>
  withSql(url, async (sql) => ({
    schema: `${HEADER}${await describeSchema(sql)}`,
    cursors: await sql`select name, version, state from projection_cursors order by name`,
    policy: await sql`select * from second_factor_policy order by role`,
    numbers: await sql`select epoch, nextval('room_ids') as room, read_until from log_epoch, provider_news`,
  }));

let fresh: Awaited<ReturnType<typeof stateOf>>;
beforeAll(() =>
  withEmptyDatabase(async (url) => {
    await migrate(url);
    fresh = await stateOf(url);
  }),
);

describe("the schema", () => {
  it("of an empty database is schema.sql", () => expect(fresh.schema).toMatchFileSnapshot("schema.sql"));

  it.each([1, before.length])(
    "of a database with %i files from before the baseline becomes the same",
    (count) =>
      withEmptyDatabase(async (url) => {
        await migrate(url, { migrations: before.slice(0, count), functions: [] });
        const [{ name, checksum } = { name: "", checksum: "" }] = before;
        const record = (sum: string) =>
          withSql(url, (sql) => sql`update schema_migrations set checksum = ${sum} where name = ${name}`);
        await record("of another file");
        await expect(migrate(url)).rejects.toThrow(`Migration ${name} has changed since it was applied`);
        await record(checksum);
        const rest = before.slice(count).map((one) => one.name);
        expect(await migrate(url)).toEqual({ applied: [...rest, ...names] });
        expect(await migrate(url)).toEqual({ applied: [] });
        expect(await stateOf(url)).toEqual(fresh);
      }),
  );
});
