/** Starts and stops the PostgreSQL server that the product runs in its data folder if no server's address is given (decision 207). */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { readOrCreateSecret, writePrivateFile } from "../config/secret-file.ts";
import { withLogin, withSql } from "../database/database.ts";
import type { Logger } from "../logger.ts";
import { ensureRuntimeLogin } from "../secrets/runtime-login.ts";
import { type DataLock, lockDataFolder } from "./data-lock.ts";
import {
  choosePostgresAccount,
  findPostgresBinaries,
  type PostgresAccount,
  runPostgresProgram,
} from "./postgres-binaries.ts";
import {
  type ClusterFiles,
  clusterFiles,
  createCluster,
  giveToPostgres,
  refuseOtherVersion,
  replaceFile,
  serverSettings,
} from "./postgres-cluster.ts";
import { disownPostmasterFile, livingServer, settlePostmasterFile } from "./postmaster-file.ts";
import { type ServerWatch, watchServer } from "./server-watch.ts";

export type EmbeddedPostgres = {
  /** Address of the product's database with the owner's login; only this machine can reach it. */
  ownerUrl: string;
  /** The same with the login `hub_runtime`, which the running product uses. */
  runtimeUrl: string;
  /**
   * Stops the server and unlocks the data folder. Safe to call twice. A server that has not stopped two seconds before
   * `withinMs` (default 9 s) has passed is stopped immediately; it recovers at the next start.
   */
  stop(withinMs?: number): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  dataDir: string;
  logger: Logger;
  /** Called if the server has died and cannot be started again. If absent, a server that has died is not started again. */
  onLost?: (reason: Error) => void;
  /** If absent, the port of the last run if it is free, otherwise any free one. */
  port?: number | undefined;
  /** False trades safety against crashes for speed: only for databases that are thrown away, such as those of tests. */
  durable?: boolean;
};

const DATABASE = "hub";
const PORT_LINE = /^port = (\d+)$/m;
const LOG_SIZE_LIMIT = 10_000_000;
const STOP_WITHIN_MS = 9_000;
const START_WITHIN_MS = 20_000;
/** The server kills those of its processes that have not ended after five seconds. */
const IMMEDIATE_STOP_SECONDS = 10;
/**
 * Reasons that pass: another program has taken the port since it was chosen, children of a killed server are still ending, or
 * a `pg_ctl start` that outlived its product has started a server since the leftover was stopped.
 */
const TRY_AGAIN =
  /Address already in use|pre-existing shared memory|lock file .* (already exists|is empty)|PID file .* is empty/;

/** The file with the owner's address of the embedded server, which stays while the server is stopped. */
export function ownerUrlFile(dataDir: string): string {
  return clusterFiles(dataDir).ownerUrl;
}

/** Whether the data folder contains a database. */
export function hasEmbeddedDatabase(dataDir: string): boolean {
  return existsSync(clusterFiles(dataDir).cluster);
}

/**
 * Starts PostgreSQL on the data folder, and creates the database on the first start. A server that a killed product left
 * running is stopped first. Throws `DataFolderInUseError` if another product is running on this folder.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.dataDir, { recursive: true });
  const dataDir = realpathSync(options.dataDir);
  const lock = lockDataFolder(dataDir);
  try {
    return await start(dataDir, options, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function start(
  dataDir: string,
  options: EmbeddedPostgresOptions,
  lock: DataLock,
): Promise<EmbeddedPostgres> {
  const files = clusterFiles(dataDir);
  const { logger, durable = true } = options;
  const binaries = findPostgresBinaries();
  const account = choosePostgresAccount(files.cluster, binaries);
  const pgCtl: PgCtl = (command, seconds, ...args) =>
    runPostgresProgram(
      binaries.pgCtl,
      [command, "-w", "-t", String(seconds), "-s", "-D", files.cluster, ...args],
      account,
      files.cluster,
    );
  const began = Date.now();

  if (existsSync(files.cluster)) {
    await refuseOtherVersion(files, binaries, account);
  } else {
    await createCluster(files, binaries, account, durable);
    logger.info({ dataDir }, "created a new PostgreSQL cluster");
  }
  const password = readOrCreateSecret(files.password);
  const runtimePassword = readOrCreateSecret(files.runtimePassword);
  prepareLog(files.log, account);

  const port = await startServer(options.port);
  let watch: ServerWatch | undefined;
  const address = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  const ownerUrl = address(DATABASE);
  const runtimeUrl = withLogin(ownerUrl, "hub_runtime", runtimePassword);
  let stopped: Promise<void> | undefined;
  const server: EmbeddedPostgres = {
    ownerUrl,
    runtimeUrl,
    stop(withinMs = STOP_WITHIN_MS) {
      stopped ??= end(withinMs).finally(() => lock.release());
      return stopped;
    },
  };
  try {
    await createDatabase(address("postgres"));
    await ensureRuntimeLogin(ownerUrl, runtimeUrl);
    writePrivateFile(files.ownerUrl, `${ownerUrl}\n`);
    writePrivateFile(files.runtimeUrl, `${runtimeUrl}\n`);
  } catch (error) {
    await server.stop();
    throw error;
  }
  logger.info({ port, ms: Date.now() - began }, "embedded PostgreSQL is up");
  const { onLost } = options;
  if (onLost) {
    watch = watchServer({
      isAlive: () => livingServer(files) !== undefined,
      async startAgain() {
        await startServer(port);
      },
      onLost,
      logger,
    });
  }
  return server;

  async function end(withinMs: number): Promise<void> {
    const deadline = Date.now() + withinMs;
    await watch?.stop();
    await stopServer(pgCtl, files, logger, deadline - Date.now());
  }

  async function startServer(wanted: number | undefined): Promise<number> {
    const deadline = Date.now() + START_WITHIN_MS;
    for (;;) {
      await stopLeftover(files, account, pgCtl, logger);
      const chosen = wanted ?? (await choosePort(files.settings));
      replaceFile(files.settings, serverSettings(chosen, durable), account);
      const logged = existsSync(files.log) ? statSync(files.log).size : 0;
      const { code, output } = await pgCtl("start", 60, "-l", files.log);
      if (code === 0) return chosen;
      const reason = readFileSync(files.log).subarray(logged).toString("utf8").trim();
      const why = `${output}\n${reason}`.trim();
      if (Date.now() > deadline || !TRY_AGAIN.test(why)) {
        throw new Error(`Embedded PostgreSQL did not start. ${why}`);
      }
      await delay(200);
    }
  }
}

/** Waits up to so many seconds for the server to start or stop. */
type PgCtl = (
  command: "start" | "stop",
  seconds: number,
  ...args: string[]
) => Promise<{ code: number; output: string }>;

/**
 * A killed product leaves its server running. The server is stopped properly, so that the settings and port of this start apply. One that
 * was recovering from a crash may never stop properly.
 */
async function stopLeftover(
  files: ClusterFiles,
  account: PostgresAccount,
  pgCtl: PgCtl,
  logger: Logger,
): Promise<void> {
  await settlePostmasterFile(files);
  const pid = livingServer(files);
  if (pid === undefined) return disownPostmasterFile(files, account);
  logger.warn({ postgresPid: pid }, "stopping the PostgreSQL that a killed product left running");
  await stopServer(pgCtl, files, logger, STOP_WITHIN_MS);
  if (livingServer(files) !== undefined) {
    throw new Error(`The PostgreSQL left running (process ${pid}) did not stop`);
  }
}

async function stopServer(
  pgCtl: PgCtl,
  files: ClusterFiles,
  logger: Logger,
  withinMs: number,
): Promise<void> {
  // pg_ctl counts in seconds; the immediate stop uses what remains after the fast stop.
  const patience = Math.max(1, Math.floor(withinMs / 1_000) - 2);
  const fast = await pgCtl("stop", patience, "-m", "fast");
  if (fast.code === 0 || !existsSync(files.pid)) return;
  logger.warn(
    { output: fast.output },
    "PostgreSQL is slow to stop; it is stopped immediately and recovers at the next start",
  );
  await pgCtl("stop", IMMEDIATE_STOP_SECONDS, "-m", "immediate");
}

const createDatabase = (maintenanceUrl: string): Promise<void> =>
  withSql(maintenanceUrl, { max: 1 }, async (sql) => {
    const existing = await sql`select 1 from pg_database where datname = ${DATABASE}`;
    if (existing.length === 0) await sql`create database ${sql(DATABASE)}`;
  });

async function choosePort(settingsFile: string): Promise<number> {
  const last = existsSync(settingsFile) ? Number(PORT_LINE.exec(readFileSync(settingsFile, "utf8"))?.[1]) : 0;
  return (last > 0 ? await freePort(last) : undefined) ?? (await freePort(0)) ?? 5432;
}

/** The port itself if it is free on loopback, any free one for 0, undefined if it is taken. */
function freePort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(undefined));
    probe.listen(port, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" ? (address?.port ?? undefined) : undefined));
    });
  });
}

function prepareLog(file: string, account: PostgresAccount): void {
  if (existsSync(file) && statSync(file).size > LOG_SIZE_LIMIT) renameSync(file, `${file}.1`);
  writeFileSync(file, "", { flag: "a", mode: 0o600 });
  giveToPostgres(file, account);
}
