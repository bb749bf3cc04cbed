/** The PostgreSQL server that the product runs in its data folder when no server's address is given (decision 207). */
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
import { openSql, withLogin } from "../database.ts";
import type { Logger } from "../logger.ts";
import { ensureRuntimeLogin } from "../runtime-login.ts";
import { readOrCreateSecret, writePrivately } from "../secret-file.ts";
import { commandLineOf, type DataLock, lockDataFolder } from "./data-lock.ts";
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
  own,
  refuseOtherVersion,
  serverSettings,
} from "./postgres-cluster.ts";
import { type ServerWatch, watchServer } from "./server-watch.ts";

export type EmbeddedPostgres = {
  /** Address of the product's database, as its owner; only this machine can reach it. */
  ownerUrl: string;
  /** The same as `hub_runtime`, with which the product runs. */
  runtimeUrl: string;
  /**
   * Stops the server and gives the data folder free. Safe to call twice. A server that has not stopped two seconds before
   * `withinMs` (default 9 s) is up is stopped at once; it recovers at the next start.
   */
  stop(withinMs?: number): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  dataDir: string;
  logger: Logger;
  /** Told when the server has died and cannot be started again. Absent: a server that has died stays so. */
  onGone?: (reason: Error) => void;
  /** Absent: the port of the last run when it is free, else any free one. */
  port?: number | undefined;
  /** False gives up safety against a crash for speed: only for databases that are thrown away, such as tests'. */
  durable?: boolean;
};

const DATABASE = "hub";
const PORT_LINE = /^port = (\d+)$/m;
/** No process can have this number (the kernel's limit is 2^22), so a pid file that names it is stale to everyone. */
const IMPOSSIBLE_PID = 4_194_305;
const LOG_SIZE_LIMIT = 10_000_000;
const STOP_WITHIN_MS = 9_000;
const START_WITHIN_MS = 20_000;

/** Where the owner's address of the embedded server is kept, also while it does not run. */
export function ownerUrlFile(dataDir: string): string {
  return clusterFiles(dataDir).ownerUrl;
}

/** Whether the data folder holds a database already. */
export function hasEmbeddedDatabase(dataDir: string): boolean {
  return existsSync(clusterFiles(dataDir).cluster);
}

/**
 * Starts PostgreSQL on the data folder, and makes the database on the first start. A server that a killed product left running is
 * stopped first. Throws `DataFolderInUseError` when another product lives on this folder.
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
  const pgCtl = (...args: string[]) => runPostgresProgram(binaries.pgCtl, args, account, files.cluster);
  const began = Date.now();

  if (existsSync(files.cluster)) {
    await refuseOtherVersion(files, binaries, account);
    await stopLeftover(files, pgCtl, logger);
  } else {
    await createCluster(files, binaries, account, durable);
    logger.info({ dataDir }, "made a new PostgreSQL cluster");
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
    writePrivately(files.ownerUrl, `${ownerUrl}\n`);
    writePrivately(files.runtimeUrl, `${runtimeUrl}\n`);
  } catch (error) {
    await server.stop();
    throw error;
  }
  logger.info({ port, ms: Date.now() - began }, "embedded PostgreSQL is up");
  const { onGone } = options;
  if (onGone) {
    watch = watchServer({
      isAlive: () => livingServer(files) !== undefined,
      async startAgain() {
        disownPid(files.pid);
        await startServer(port);
      },
      onGone,
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
    // Another program may take the port between our look and the server's, and a killed server's children take a moment to go.
    for (;;) {
      const chosen = wanted ?? (await choosePort(files.settings));
      writeFileSync(files.settings, serverSettings(chosen, durable));
      own(files.settings, account);
      const logged = existsSync(files.log) ? statSync(files.log).size : 0;
      const { code, output } = await pgCtl(
        "start",
        "-w",
        "-t",
        "60",
        "-s",
        "-D",
        files.cluster,
        "-l",
        files.log,
      );
      if (code === 0) return chosen;
      const reason = readFileSync(files.log).subarray(logged).toString("utf8").trim();
      if (Date.now() < deadline && /pre-existing shared memory|Address already in use/.test(reason)) {
        await new Promise((resolve) => setTimeout(resolve, 200));
        continue;
      }
      throw new Error(`Embedded PostgreSQL did not start. ${output}\n${reason}`.trim());
    }
  }
}

type PgCtl = (...args: string[]) => Promise<{ code: number; output: string }>;

/** A killed product leaves its server running; it is stopped properly, so that settings and port are this start's. */
async function stopLeftover(files: ClusterFiles, pgCtl: PgCtl, logger: Logger): Promise<void> {
  const pid = livingServer(files);
  if (pid !== undefined) {
    logger.warn({ postgresPid: pid }, "stopping the PostgreSQL that a killed product left running");
    const { code, output } = await pgCtl("stop", "-m", "fast", "-w", "-t", "30", "-s", "-D", files.cluster);
    if (code !== 0) throw new Error(`The PostgreSQL left running (process ${pid}) did not stop. ${output}`);
  } else disownPid(files.pid);
}

/** The server's process, if it lives. */
function livingServer({ pid: pidFile, cluster }: ClusterFiles): number | undefined {
  if (!existsSync(pidFile)) return undefined;
  const pid = Number.parseInt(readFileSync(pidFile, "utf8"), 10);
  const command = pid > 0 ? commandLineOf(pid) : undefined;
  return command?.includes("postgres") && command.includes(cluster) ? pid : undefined;
}

/**
 * The number that a dead server left may belong to a stranger, or to the dead server itself that nobody has collected: either would keep
 * PostgreSQL from starting. Only the number is replaced: the file's other lines let PostgreSQL notice children of the dead server that
 * still write.
 */
function disownPid(pidFile: string): void {
  if (!existsSync(pidFile)) return;
  writeFileSync(pidFile, readFileSync(pidFile, "utf8").replace(/^\d+/, String(IMPOSSIBLE_PID)));
}

async function stopServer(
  pgCtl: PgCtl,
  files: ClusterFiles,
  logger: Logger,
  withinMs: number,
): Promise<void> {
  // pg_ctl counts in seconds; what a fast stop leaves of them is for the stop at once.
  const patience = String(Math.max(1, Math.floor(withinMs / 1_000) - 2));
  const fast = await pgCtl("stop", "-m", "fast", "-w", "-t", patience, "-s", "-D", files.cluster);
  if (fast.code === 0 || !existsSync(files.pid)) return;
  logger.warn(
    { output: fast.output },
    "PostgreSQL is slow to stop; stopping it at once, it recovers at the next start",
  );
  await pgCtl("stop", "-m", "immediate", "-w", "-t", "5", "-s", "-D", files.cluster);
}

async function createDatabase(maintenanceUrl: string): Promise<void> {
  const sql = openSql(maintenanceUrl, { max: 1 });
  try {
    const existing = await sql`select 1 from pg_database where datname = ${DATABASE}`;
    if (existing.length === 0) await sql`create database ${sql(DATABASE)}`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function choosePort(settingsFile: string): Promise<number> {
  const last = existsSync(settingsFile) ? Number(PORT_LINE.exec(readFileSync(settingsFile, "utf8"))?.[1]) : 0;
  return (last > 0 ? await freePort(last) : undefined) ?? (await freePort(0)) ?? 5432;
}

/** The port itself when it is free on loopback, any free one for 0, undefined when it is taken. */
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
  own(file, account);
}
