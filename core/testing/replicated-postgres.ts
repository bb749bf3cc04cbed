/** Starts a PostgreSQL with a streaming replica for tests: two embedded servers, the second made from a base backup of the first. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readDatabaseAddress, writeDatabaseAddress } from "../platform/config/database-address.ts";
import { openSql, type Sql } from "../platform/database/database.ts";
import { startEmbeddedPostgres } from "../platform/embedded-postgres/embedded-postgres.ts";
import {
  choosePostgresAccount,
  findPostgresBinaries,
  runPostgresProgram,
} from "../platform/embedded-postgres/postgres-binaries.ts";
import {
  clusterFiles,
  giveToPostgres,
  serverSettings,
} from "../platform/embedded-postgres/postgres-cluster.ts";
import { createLogger } from "../platform/logger.ts";
import type { TestDatabase } from "./database.ts";
import { freePort } from "./free-port.ts";

export interface ReplicatedPostgres {
  /** On the first primary. */
  database: TestDatabase;
  /** The replica's address, with the processes' login. */
  readUrl: string;
  /** Both servers in one address, with the owner's and the processes' login. */
  bothUrl: string;
  bothRuntimeUrl: string;
  /** Pauses the replica, however slow the test's machine is, until the returned function is called. */
  holdReplica(): Promise<() => Promise<void>>;
  startReplica(): Promise<void>;
  /** Stops at once, like a machine that fails. */
  stopReplica(): Promise<void>;
  /** From then on nothing of the primary reaches the replica. */
  cutReplicaOff(): Promise<void>;
  /** Signals the server and each process that it has started: SIGKILL simulates a failed machine, SIGSTOP one that does not answer. */
  signalPrimary(signal: "SIGKILL" | "SIGSTOP" | "SIGCONT"): void;
  /** With PostgreSQL's own command; resolves when the replica takes writes. */
  promoteReplica(): Promise<void>;
  /** In the state in which it was killed: it knows of no other primary and takes writes. */
  startOldPrimary(): Promise<void>;
}

/**
 * Starts both servers and makes the replica after `prepare` has set up the primary (its migrations, for example).
 * `applyDelay`: how long the replica delays a commit, as PostgreSQL writes it (`2s`). `commits`: what a commit waits
 * for, either the primary's own log or also the replica's; without it, nothing, as on other tests' servers.
 * `database.drop` stops and removes both.
 */
export async function startReplicatedPostgres(options: {
  applyDelay: string;
  commits?: "locally" | "on both";
  prepare(ownerUrl: string): Promise<void>;
}): Promise<ReplicatedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "hub-replicated-"));
  // For root, the servers run under another account, which must be able to pass through the folder.
  chmodSync(folder, 0o755);
  const primary = await startEmbeddedPostgres({
    dataDir: join(folder, "primary"),
    logger: createLogger({ logLevel: "warn" }),
    durable: false,
  });
  const binaries = findPostgresBinaries();
  const files = clusterFiles(join(folder, "primary"));
  const account = choosePostgresAccount(files.cluster, binaries);
  const replica = join(folder, "replica");
  const port = await freePort();
  const log = join(folder, "primary", "replica.log");

  await options.prepare(primary.ownerUrl);
  await baseBackup(openSql(primary.ownerUrl, { max: 1 }), files.cluster, replica);
  const { hostname, port: primaryPort, username, password } = new URL(primary.ownerUrl);
  const follows = `host=${hostname} port=${primaryPort} user=${username} password=${password} application_name=replica`;
  const settings = join(replica, basename(files.settings));
  writeFileSync(
    settings,
    `${serverSettings(port, false)}
primary_conninfo = '${follows}'
primary_slot_name = 'replica'
recovery_min_apply_delay = '${options.applyDelay}'
`,
  );
  for (const name of ["standby.signal", "backup_label"]) giveToPostgres(join(replica, name), account);
  writeFileSync(log, "");
  giveToPostgres(log, account);
  giveToPostgres(settings, account);

  const pgCtl = async (command: string, cluster: string, ...args: string[]) => {
    const { code, output } = await runPostgresProgram(
      binaries.pgCtl,
      [command, "-w", "-t", "30", "-s", "-D", cluster, ...args],
      account,
      cluster,
    );
    if (code !== 0) throw new Error(`${output}\n${readFileSync(log, "utf8")}`);
  };
  const startReplica = () => pgCtl("start", replica, "-l", log);
  const stopReplica = () => pgCtl("stop", replica, "-m", "immediate");
  await startReplica();
  if (options.commits) await waitForCommits(primary.ownerUrl, options.commits);

  const onReplica = (url: string): string => {
    const address = new URL(url);
    address.port = String(port);
    return address.href;
  };
  const onBoth = (url: string): string => {
    const address = readDatabaseAddress(url);
    const servers = [...address.servers, ...readDatabaseAddress(onReplica(url)).servers];
    return writeDatabaseAddress({ ...address, servers });
  };
  let oldPrimaryRuns = false;
  const sql = openSql(primary.runtimeUrl, { applicationName: "hub test" });
  const ownerSql = openSql(primary.ownerUrl, { max: 2, applicationName: "hub test owner" });
  return {
    readUrl: onReplica(primary.runtimeUrl),
    bothUrl: onBoth(primary.ownerUrl),
    bothRuntimeUrl: onBoth(primary.runtimeUrl),
    async holdReplica() {
      const owner = openSql(onReplica(primary.ownerUrl), { max: 1 });
      await owner`select pg_wal_replay_pause()`;
      return async () => {
        await owner`select pg_wal_replay_resume()`;
        await owner.end({ timeout: 1 });
      };
    },
    startReplica,
    stopReplica,
    async cutReplicaOff() {
      const owner = openSql(onReplica(primary.ownerUrl), { max: 1 });
      await owner`alter system set primary_conninfo = ''`;
      await owner`select pg_reload_conf()`;
      while ((await owner`select from pg_stat_wal_receiver`).length > 0) await delay(20);
      await owner.end({ timeout: 1 });
    },
    signalPrimary: (signal) => signalServer(files.pid, signal),
    promoteReplica: () => pgCtl("promote", replica),
    async startOldPrimary() {
      // The file names the process that was killed, which may not have been collected yet.
      rmSync(files.pid);
      await pgCtl("start", files.cluster, "-l", log);
      oldPrimaryRuns = true;
    },
    database: {
      url: primary.ownerUrl,
      runtimeUrl: primary.runtimeUrl,
      sql,
      ownerSql,
      async drop() {
        await Promise.all([sql.end({ timeout: 1 }), ownerSql.end({ timeout: 1 })]);
        // Its test may have stopped it.
        await stopReplica().catch(() => undefined);
        if (oldPrimaryRuns) await pgCtl("stop", files.cluster, "-m", "immediate");
        await primary.stop();
        rmSync(folder, { recursive: true, force: true });
      },
    },
  };
}

/** Does what pg_basebackup does, which the embedded server does not include. The slot keeps the log that the copy will need. */
async function baseBackup(sql: Sql, from: string, to: string): Promise<void> {
  try {
    await sql`select pg_create_physical_replication_slot('replica', true)`;
    await sql`select pg_backup_start('replica', fast => true)`;
    // Node's own copy would make root the owner of the files.
    execFileSync("cp", ["-a", from, to]);
    for (const name of ["postmaster.pid", "postmaster.opts", "pg_replslot/replica"]) {
      rmSync(join(to, name), { recursive: true, force: true });
    }
    const [backup] = await sql<{ label: string }[]>`select labelfile as label from pg_backup_stop(false)`;
    writeFileSync(join(to, "backup_label"), backup?.label ?? "");
    writeFileSync(join(to, "standby.signal"), "");
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** From then on, and also after a restart of the primary. */
async function waitForCommits(ownerUrl: string, commits: "locally" | "on both"): Promise<void> {
  const sql = openSql(ownerUrl, { max: 1 });
  try {
    await sql`alter system set synchronous_commit = 'on'`;
    if (commits === "on both") await sql`alter system set synchronous_standby_names = 'replica'`;
    await sql`select pg_reload_conf()`;
    const wanted = commits === "on both" ? "sync" : "async";
    while ((await sql`select from pg_stat_replication where sync_state = ${wanted}`).length === 0)
      await delay(20);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** The server comes first, because it must not notice that its processes end. */
function signalServer(pidFile: string, signal: NodeJS.Signals): void {
  const server = Number.parseInt(readFileSync(pidFile, "utf8"), 10);
  const all = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const started = all.split("\n").flatMap((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    return parent === server && pid ? [pid] : [];
  });
  for (const pid of [server, ...started]) process.kill(pid, signal);
}
