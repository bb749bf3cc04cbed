/** Shows that connections follow the primary among several database servers. */
import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ReplicatedPostgres, startReplicatedPostgres } from "../../testing/replicated-postgres.ts";
import { nameOf, readDatabaseAddress, writeDatabaseAddress } from "../config/database-address.ts";
import { openPgPool, openSql, withLogin } from "./database.ts";
import { isDatabaseUnavailable } from "./database-errors.ts";
import { primaryStatus } from "./primary.ts";

let servers: ReplicatedPostgres;
let silent: Server;
beforeAll(async () => {
  // It accepts connections and sends nothing, like a machine whose disk has failed.
  silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  servers = await startReplicatedPostgres({
    applyDelay: "0",
    commits: "on both",
    prepare: async () => undefined,
  });
}, 60_000);
afterAll(async () => {
  await servers.database.drop();
  silent.close();
});

const portOf = (n: number): string => String(readDatabaseAddress(servers.bothUrl).servers[n]?.port);
const first = (): string => portOf(0);
const second = (): string => portOf(1);

/** The port of the server that a session of each driver connects to. */
async function landsOn(url: string): Promise<string[]> {
  const sql = openSql(url, { max: 1 });
  const pool = openPgPool(url, { max: 1 });
  try {
    const [row] = await sql<{ port: string }[]>`select current_setting('port') as port`;
    const { rows } = await pool.query<{ port: string }>("select current_setting('port') as port");
    return [row?.port ?? "", rows[0]?.port ?? ""];
  } finally {
    await Promise.all([sql.end({ timeout: 1 }), pool.end()]);
  }
}

/** The same servers in another order, with additional ones. */
function listing(...extra: { host: string; port: number }[]): string {
  const address = readDatabaseAddress(servers.bothUrl);
  return writeDatabaseAddress({ ...address, servers: [...extra, ...address.servers.toReversed()] });
}

const silentServer = (): { host: string; port: number } => {
  const bound = silent.address();
  return { host: "127.0.0.1", port: typeof bound === "object" && bound ? bound.port : 0 };
};

/** The tests run in the order in which these things happen to the servers. */
describe("of several servers, both drivers", () => {
  it("connect to the one that takes writes, wherever it is in the list", async () => {
    expect(await landsOn(servers.bothUrl)).toEqual([first(), first()]);
    expect(await landsOn(listing())).toEqual([first(), first()]);
  });

  it("lose no more time than the limit for one server if another is silent or gone", async () => {
    const began = performance.now();
    expect(await landsOn(listing(silentServer(), { host: "127.0.0.1", port: 9 }))).toEqual([
      first(),
      first(),
    ]);
    expect(performance.now() - began).toBeLessThan(4_000);
  });

  it("report that the database is unavailable if no server takes writes, and find one that takes them again", async () => {
    const owner = openSql(servers.database.url, { max: 1 });
    const sql = openSql(servers.bothUrl, { max: 1 });
    const pool = openPgPool(servers.bothUrl, { max: 1 });
    await sql`select 1`;
    await owner`alter system set default_transaction_read_only = on`;
    await owner`select pg_reload_conf()`;
    const refusal = (): Promise<boolean> =>
      Promise.all([sql`select 1`, pool.query("select 1")]).then(() => false, isDatabaseUnavailable);
    await expect.poll(refusal, { interval: 50 }).toBe(true);
    expect(primaryStatus(servers.bothUrl)?.server).toBeNull();
    await owner`set default_transaction_read_only = off`;
    await owner`alter system reset default_transaction_read_only`;
    await owner`select pg_reload_conf()`;
    await expect.poll(refusal, { interval: 50 }).toBe(false);
    await Promise.all([owner.end({ timeout: 1 }), sql.end({ timeout: 1 }), pool.end()]);
  });

  it("report for each server why it is not the primary", async () => {
    const sql = openSql(withLogin(servers.bothUrl, "postgres", "wrong"), { max: 1 });
    await expect(sql`select 1`).rejects.toThrow(
      new RegExp(
        `:${first()} password authentication failed .*; .*:${second()} password authentication failed`,
      ),
    );
    const following = readDatabaseAddress(servers.readUrl).servers;
    const alone = writeDatabaseAddress({
      ...readDatabaseAddress(servers.bothUrl),
      servers: [...following, { host: "127.0.0.1", port: 9 }],
    });
    await expect(landsOn(alone)).rejects.toThrow(/it follows another server.*; .*:9 connect ECONNREFUSED/);
    await sql.end({ timeout: 1 });
  });

  it("wait only some seconds for a silent primary while no other is promoted, and continue when it answers again", async () => {
    const sql = openSql(servers.bothUrl, { max: 1 });
    const pool = openPgPool(servers.bothUrl, { max: 1 });
    await Promise.all([sql`select 1`, pool.query("select 1")]);
    servers.signalPrimary("SIGSTOP");
    const stoppedAt = performance.now();
    const answers = await Promise.allSettled([sql`select 2`, pool.query("select 2")]);
    expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(performance.now() - stoppedAt).toBeLessThan(12_000);
    servers.signalPrimary("SIGCONT");
    await expect
      .poll(() => landsOn(servers.bothUrl).catch(() => null), { interval: 50 })
      .toEqual([first(), first()]);
    await Promise.all([sql.end({ timeout: 1 }), pool.end()]);
  });

  it("are cut off from a silent primary when another is promoted, and never return to it", async () => {
    const sql = openSql(servers.bothUrl, { max: 1 });
    const pool = openPgPool(servers.bothUrl, { max: 1 });
    await Promise.all([sql`select 1`, pool.query("select 1")]);
    servers.signalPrimary("SIGSTOP");
    const asked = Promise.allSettled([sql`select 2`, pool.query("select 2")]);
    await servers.promoteReplica();
    const promotedAt = performance.now();
    const answers = await asked;
    expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(performance.now() - promotedAt).toBeLessThan(4_000);
    const port = async () => (await sql<{ port: string }[]>`select current_setting('port') as port`)[0]?.port;
    await expect.poll(() => port().catch(() => null), { interval: 50 }).toBe(second());
    const status = primaryStatus(servers.bothUrl);
    expect(status).toMatchObject({
      server: nameOf({ host: "127.0.0.1", port: Number(second()) }),
      timeline: 2,
    });
    expect(status?.switchedAt).not.toBeNull();

    servers.signalPrimary("SIGCONT");
    // Both take writes now, and a new connection reaches the old primary first.
    expect(await landsOn(servers.bothUrl)).toEqual([second(), second()]);
    await servers.stopReplica();
    const [late] = await Promise.allSettled([landsOn(servers.bothUrl)]);
    expect(late).toMatchObject({ status: "rejected", reason: { code: "NO_PRIMARY" } });
    await Promise.all([sql.end({ timeout: 1 }), pool.end()]);
  });
});
