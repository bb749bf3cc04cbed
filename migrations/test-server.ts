/** Starts the PostgreSQL server for integration tests: the operator's, a container, or embedded ones, each migrated once as a template. */
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { readDatabaseAddress } from "../core/platform/config/database-address.ts";
import { openSql, withDatabase } from "../core/platform/database/database.ts";
import { commandLineOf, processUsingDataFolder } from "../core/platform/embedded-postgres/data-lock.ts";
import { startEmbeddedPostgres } from "../core/platform/embedded-postgres/embedded-postgres.ts";
import { createLogger } from "../core/platform/logger.ts";
import { derivedRuntimeUrl, ensureRuntimeLogin } from "../core/platform/secrets/runtime-login.ts";
import { migrate } from "./runner.ts";

type RunningServer = { url: string; stop(): Promise<unknown> };

const FOLDER_PREFIX = "hub-test-";

/** Vitest's global setup of a project; the function that it returns is called after the last test. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const ready = await Promise.allSettled(
    waysToStart(project.config.maxWorkers || project.vitest.config.maxWorkers).map(async (start) =>
      prepare(await start()),
    ),
  );
  const prepared = ready.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const tearDown = async () => {
    await Promise.all(prepared.map((server) => server.tearDown()));
  };
  const failed = ready.find((one) => one.status === "rejected");
  if (failed) {
    await tearDown();
    throw failed.reason;
  }
  project.provide(
    "testServers",
    prepared.map(({ url, template, runtime }) => ({ url, template, runtime })),
  );
  return tearDown;
}

/** Gives a server its migrated template and the processes' login; stops the server if that fails. */
async function prepare(server: RunningServer) {
  const template = `hub_template_${randomBytes(6).toString("hex")}`;
  const templateUrl = withDatabase(server.url, template);
  const runtimeUrl = derivedRuntimeUrl(templateUrl, randomBytes(32).toString("hex"));
  const { username: user, password } = readDatabaseAddress(runtimeUrl).url;
  const admin = openSql(server.url, { max: 1 });
  try {
    await admin`create database ${admin(template)}`;
    await migrate(templateUrl);
    await ensureRuntimeLogin(templateUrl, runtimeUrl);
  } catch (error) {
    await admin.end({ timeout: 5 });
    await server.stop();
    throw error;
  }
  return {
    url: server.url,
    template,
    runtime: { user, password },
    async tearDown() {
      await admin`drop database if exists ${admin(template)} with (force)`;
      await admin`drop role if exists ${admin(user)}`;
      await admin.end({ timeout: 5 });
      await server.stop();
    },
  };
}

/** One way for each of Vitest's workers; the operator's own server (`DATABASE_URL`) serves all of them. */
function waysToStart(workers: number): (() => Promise<RunningServer>)[] {
  // biome-ignore lint/style/noProcessEnv: which server the tests run on is the tests' own configuration, not the product's
  const { DATABASE_URL, TEST_DATABASE } = process.env;
  if (DATABASE_URL) return [async () => ({ url: DATABASE_URL, stop: async () => undefined })];
  if (TEST_DATABASE !== "container") removeAbandoned();
  const start = TEST_DATABASE === "container" ? startContainer : startEmbedded;
  return Array.from({ length: workers }, () => start);
}

async function startContainer(): Promise<RunningServer> {
  const { PostgreSqlContainer } = await import("@testcontainers/postgresql");
  const container = await new PostgreSqlContainer("postgres:17-alpine").start();
  return { url: container.getConnectionUri(), stop: () => container.stop() };
}

async function startEmbedded(): Promise<RunningServer> {
  const dataDir = mkdtempSync(join(tmpdir(), FOLDER_PREFIX));
  // For root, the server runs under another account, which must be able to pass through the folder.
  chmodSync(dataDir, 0o755);
  const server = await startEmbeddedPostgres({
    dataDir,
    logger: createLogger({ logLevel: "warn" }),
    durable: false,
  });
  return {
    url: server.ownerUrl,
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A killed test run cannot clean up: the next run ends its server and removes its folder. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(FOLDER_PREFIX))) {
    const folder = join(tmpdir(), name);
    if (processUsingDataFolder(folder) !== undefined) continue;
    try {
      const pid = Number.parseInt(readFileSync(join(folder, "postgres", "postmaster.pid"), "utf8"), 10);
      if (commandLineOf(pid)?.includes(folder)) process.kill(pid, "SIGQUIT");
    } catch {
      // No server is left in the folder, or it belongs to another user.
    }
    try {
      if (readdirSync(folder).includes("postgres-password")) rmSync(folder, { recursive: true, force: true });
    } catch {
      // The folder belongs to another user, or is just being created.
    }
  }
}
