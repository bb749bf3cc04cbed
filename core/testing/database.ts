/** Makes the database of one integration test file: a fresh copy of the migrated template on a real PostgreSQL. */
import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { openSql, type Sql, withDatabase, withLogin, withSql } from "../platform/database/database.ts";

/** What the global setup (`migrations/test-server.ts`) provides. */
type TestServer = {
  /** Address of a database of the server, with the login of an owner who may create databases. */
  url: string;
  /** Name of the migrated database that each test file gets a copy of. */
  template: string;
  /** The processes' login on every database of this run. */
  runtime: { user: string; password: string };
};

declare module "vitest" {
  interface ProvidedContext {
    testServers: TestServer[];
  }
}

/**
 * The server of the worker that runs this test file. A transaction that is left open holds back the followers of every
 * database of its server (`pg_snapshot_xmin`), so files that run at the same time have a server each.
 */
export function testServer(): TestServer {
  const servers = inject("testServers");
  // biome-ignore lint/style/noProcessEnv: Vitest's number of this worker, from 1
  const worker = Number(process.env.VITEST_POOL_ID ?? 1);
  const server = servers[(worker - 1) % servers.length];
  if (!server) throw new Error("the integration project's set-up started no server");
  return server;
}

export type TestDatabase = {
  /** Address with the owner's login. */
  url: string;
  /** Address with the processes' login, which inherits `hub_runtime` and can become no other role. */
  runtimeUrl: string;
  /** The connection that the product uses, by `runtimeUrl`. */
  sql: Sql;
  /** The connection that migrations use, for reading what the product may not read. */
  ownerSql: Sql;
  /** Closes both and drops the database, even if others are still connected. */
  drop(): Promise<void>;
};

/** Makes a database for this test file; call it in `beforeAll` and `drop` it in `afterAll`. `max`: connections of `sql`. */
export async function createTestDatabase(options: { max?: number } = {}): Promise<TestDatabase> {
  const server = testServer();
  const name = `hub_test_${randomBytes(6).toString("hex")}`;
  // Copying the files takes a fifth of the processor time of PostgreSQL's default, which writes every page to its own log.
  await asAdmin(
    (admin) => admin`create database ${admin(name)} template ${admin(server.template)} strategy file_copy`,
  );
  const url = withDatabase(server.url, name);
  const runtimeUrl = withLogin(url, server.runtime.user, server.runtime.password);
  const sql = openSql(runtimeUrl, { max: options.max ?? 10, applicationName: "hub test" });
  const ownerSql = openSql(url, { max: 2, applicationName: "hub test owner" });
  return {
    url,
    runtimeUrl,
    sql,
    ownerSql,
    async drop() {
      await Promise.all([sql.end({ timeout: 1 }), ownerSql.end({ timeout: 1 })]);
      await asAdmin((admin) => admin`drop database if exists ${admin(name)} with (force)`);
    },
  };
}

/** Makes an empty database without migrations, and passes its address to `use`; drops it afterward. */
export async function withEmptyDatabase(use: (url: string) => Promise<void>): Promise<void> {
  const name = `hub_test_${randomBytes(6).toString("hex")}`;
  await asAdmin((admin) => admin`create database ${admin(name)}`);
  try {
    await use(withDatabase(testServer().url, name));
  } finally {
    await asAdmin((admin) => admin`drop database if exists ${admin(name)} with (force)`);
  }
}

const asAdmin = (act: (admin: Sql) => Promise<unknown>): Promise<unknown> =>
  withSql(testServer().url, { max: 1 }, act);
