/** Owns the database of one integration test file: a fresh copy of the migrated template on a real PostgreSQL. */
import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { openSql, type Sql, withDatabase, withLogin } from "../platform/database.ts";

/** What the global set-up (`migrations/test-server.ts`) provides. */
type TestServer = {
  /** Address of a database of the server, as an owner who may create databases. */
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
 * The server of the worker that this test file runs in. A transaction left open holds the followers of every database
 * of its server back (`pg_snapshot_xmin`), so files that run side by side have a server each.
 */
export function testServer(): TestServer {
  const servers = inject("testServers");
  // biome-ignore lint/style/noProcessEnv: Vitest says by it which of its workers this is, 1 and up
  const worker = Number(process.env.VITEST_POOL_ID ?? 1);
  const server = servers[(worker - 1) % servers.length];
  if (!server) throw new Error("the integration project's set-up started no server");
  return server;
}

export type TestDatabase = {
  /** Address as the owner. */
  url: string;
  /** Address as the processes have it: a login of its own, which inherits `hub_runtime` and can become nobody else. */
  runtimeUrl: string;
  /** As the product runs, by `runtimeUrl`. */
  sql: Sql;
  /** As migrations run, for looking at what the product may not touch. */
  ownerSql: Sql;
  /** Closes both and drops the database, whoever is still connected. */
  drop(): Promise<void>;
};

/** Makes a database for this test file; call it in `beforeAll` and `drop` it in `afterAll`. `max`: connections of `sql`. */
export async function createTestDatabase(options: { max?: number } = {}): Promise<TestDatabase> {
  const server = testServer();
  const name = `hub_test_${randomBytes(6).toString("hex")}`;
  await asAdmin((admin) => admin`create database ${admin(name)} template ${admin(server.template)}`);
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

/** Makes an empty database, not even migrated, and gives its address to `use`; drops it afterward. */
export async function withEmptyDatabase(use: (url: string) => Promise<void>): Promise<void> {
  const name = `hub_test_${randomBytes(6).toString("hex")}`;
  await asAdmin((admin) => admin`create database ${admin(name)}`);
  try {
    await use(withDatabase(testServer().url, name));
  } finally {
    await asAdmin((admin) => admin`drop database if exists ${admin(name)} with (force)`);
  }
}

async function asAdmin(act: (admin: Sql) => Promise<unknown>): Promise<void> {
  const admin = openSql(testServer().url, { max: 1 });
  try {
    await act(admin);
  } finally {
    await admin.end({ timeout: 5 });
  }
}
