/** Shows that both drivers survive lost sessions, which the fixes in `patches/` ensure. */
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { openPgPool, openSql, type Sql } from "./database.ts";
import { isDatabaseUnavailable } from "./database-errors.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Ends every session with this name, as an operator or a failover does; returns how many. */
async function cut(applicationName: string): Promise<number> {
  const { count } = await database.ownerSql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = ${applicationName} and datname = current_database()`;
  return count;
}

const pidOf = async (sql: Pick<Sql, "unsafe">): Promise<unknown> =>
  (await sql.unsafe("select pg_backend_pid() as pid"))[0]?.pid;

describe("a pool whose sessions the server ends", () => {
  it("serves a first reserve, and the next one after a cut", async () => {
    const sql = openSql(database.runtimeUrl, { max: 1, applicationName: "cut reserve" });
    const first = await sql.reserve();
    const pid = await pidOf(first);
    await cut("cut reserve");
    await expect.poll(() => first`select 1`.then(() => "ok", isDatabaseUnavailable)).toBe(true);
    const second = await sql.reserve();
    expect(await pidOf(second)).not.toBe(pid);
    // The first holder's session has ended: its queries reach no other session.
    await expect(first`select 1`).rejects.toSatisfy(isDatabaseUnavailable);
    first.release();
    expect(await pidOf(second)).toEqual(await pidOf(second));
    second.release();
    expect(await pidOf(sql)).not.toBe(pid);
    await sql.end({ timeout: 1 });
  });

  it("keeps the queries of a lost transaction out of the next one's session", async () => {
    const sql = openSql(database.runtimeUrl, { max: 1, applicationName: "cut begin" });
    const cutOff = deferred();
    const lost = sql.begin(async (tx) => {
      await tx`select 1`;
      await cut("cut begin");
      await cutOff.promise;
      await tx`select 1`;
    });
    await expect(lost).rejects.toSatisfy(isDatabaseUnavailable);
    const answered = await sql.begin(async (tx) => {
      const [before] = await tx`select pg_current_xact_id()::text as id`;
      cutOff.resolve();
      await wait(50);
      const [after] = await tx`select pg_current_xact_id()::text as id`;
      return [before?.id, after?.id];
    });
    expect(answered[0]).toBe(answered[1]);
    await sql.end({ timeout: 1 });
  });

  it("tells all queries that wait within a lost transaction", async () => {
    const sql = openSql(database.runtimeUrl, { max: 1, applicationName: "cut queue" });
    const outcomes: unknown[] = [];
    const lost = sql.begin(async (tx) => {
      const asked = Array.from({ length: 200 }, () => tx`select pg_sleep(5)`);
      setTimeout(() => void cut("cut queue"), 50);
      outcomes.push(...(await Promise.allSettled(asked)));
    });
    await expect(lost).rejects.toSatisfy(isDatabaseUnavailable);
    await expect.poll(() => outcomes.length).toBe(200);
    await sql.end({ timeout: 1 });
  });

  it("tells the writer of a COPY and the reader of a cursor", async () => {
    const sql = openSql(database.url, { max: 1, applicationName: "cut copy" });
    await sql`create table public.copied (n int)`;
    const copy = sql.begin(async (tx) => {
      const stream = await tx`copy public.copied (n) from stdin`.writable();
      // The stream may fail while the cut is awaited, so that its error is listened for before.
      const finished = once(stream, "finish");
      finished.catch(() => undefined);
      await cut("cut copy");
      stream.end("1\n".repeat(1_000));
      await finished;
    });
    await expect(copy).rejects.toThrow();
    const reading = async () => {
      for await (const rows of sql`select generate_series(1, 100) as n`.cursor(10)) {
        expect(rows).toHaveLength(10);
        await cut("cut copy");
        await wait(20);
      }
    };
    await expect(reading()).rejects.toSatisfy(isDatabaseUnavailable);
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    await sql.end({ timeout: 1 });
  });

  it("listens again within a second, and tells the listener", async () => {
    const sql = openSql(database.runtimeUrl, { max: 2, applicationName: "cut listen" });
    let listening = 0;
    const heard: string[] = [];
    await sql.listen(
      "news",
      (text) => heard.push(text),
      () => listening++,
    );
    await sql.listen("other", () => undefined);
    for (let round = 0; round < 20; round++) {
      await cut("cut listen");
      await wait(round * 3);
    }
    await wait(1_000);
    expect(listening).toBeGreaterThan(1);
    await database.sql`select pg_notify('news', 'after')`;
    await expect.poll(() => heard).toEqual(["after"]);
    await sql.end({ timeout: 1 });
  });

  it("releases a client once, however often it is released, and not from its next holder", async () => {
    const pool = openPgPool(database.runtimeUrl, { max: 1, applicationName: "given twice" });
    const { release: giveBack } = await pool.connect();
    giveBack();
    giveBack();
    const lent = await pool.connect();
    giveBack();
    const waiting = pool.connect();
    expect(pool.waitingCount).toBe(1);
    lent.release();
    (await waiting).release();
    await pool.end();
  });

  it.each([3, 20, 100])("answers again after cuts every %i ms, in all that it does", async (everyMs) => {
    const name = `cut every ${everyMs}`;
    const sql = openSql(database.runtimeUrl, { max: 5, applicationName: name });
    const pool = openPgPool(database.runtimeUrl, { max: 2, applicationName: name });
    let over = false;
    const unexpected: unknown[] = [];
    const work = [
      () => sql`select ${["a", "b"]}::text[] as texts`,
      () => sql`select 1`,
      () => sql.begin((tx) => Promise.all([tx`select 1`, tx`select pg_sleep(0.002)`])),
      () => sql.begin(async (tx) => [await tx`select 1`, await wait(5), await tx`select 2`]),
      async () => {
        const session = await sql.reserve();
        try {
          await session`select 1`;
          await wait(2);
          await session`select 2`;
        } finally {
          session.release();
        }
      },
      () => pool.query("select 1"),
    ];
    const workers = Array.from({ length: 18 }, async (_, n) => {
      while (!over) {
        try {
          await work[n % work.length]?.();
        } catch (error) {
          if (!isDatabaseUnavailable(error)) unexpected.push(error);
        }
      }
    });
    const until = Date.now() + 2_500;
    let sessions = 0;
    while (Date.now() < until) {
      sessions += await cut(name);
      await wait(everyMs);
    }
    over = true;
    await Promise.all(workers);
    for (const task of work) await task();
    expect(await sql`select ${[1, 2]}::int[] as ints`).toEqual([{ ints: [1, 2] }]);
    expect(unexpected).toEqual([]);
    expect(sessions).toBeGreaterThan(20);
    await sql.end({ timeout: 1 });
    await pool.end();
  });
});

function deferred() {
  let resolve: (value?: unknown) => void = () => undefined;
  const promise = new Promise((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
