/** Owns a PostgreSQL with a streaming replica for tests: two embedded servers of their own, the second made from a base backup of the first. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { openSql, type Sql } from "../platform/database.ts";
import { startEmbeddedPostgres } from "../platform/embedded-postgres/embedded-postgres.ts";
import {
  choosePostgresAccount,
  findPostgresBinaries,
  runPostgresProgram,
} from "../platform/embedded-postgres/postgres-binaries.ts";
import { clusterFiles, own, serverSettings } from "../platform/embedded-postgres/postgres-cluster.ts";
import { createLogger } from "../platform/logger.ts";
import type { TestDatabase } from "./database.ts";
import { freePort } from "./free-port.ts";

export interface ReplicatedPostgres {
  /** On the primary. */
  database: TestDatabase;
  /** The replica's address, by the processes' login. */
  readUrl: string;
  /** The replica stands still, however slow the test's machine, until the answered function is called. */
  holdReplica(): Promise<() => Promise<void>>;
  startReplica(): Promise<void>;
  /** At once, as a machine that goes. */
  stopReplica(): Promise<void>;
}

/**
 * Starts both and makes the replica once `prepare` has been through with the primary (its migrations, say). `applyDelay`: how long
 * the replica keeps a commit back, as PostgreSQL writes it (`2s`). `database.drop` ends and removes both.
 */
export async function startReplicatedPostgres(options: {
  applyDelay: string;
  prepare(ownerUrl: string): Promise<void>;
}): Promise<ReplicatedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "hub-replicated-"));
  // As root, the servers run under another account, which has to pass through.
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
  const follows = `host=${hostname} port=${primaryPort} user=${username} password=${password}`;
  const settings = join(replica, basename(files.settings));
  writeFileSync(
    settings,
    `${serverSettings(port, false)}
primary_conninfo = '${follows}'
primary_slot_name = 'replica'
recovery_min_apply_delay = '${options.applyDelay}'
`,
  );
  for (const name of ["standby.signal", "backup_label"]) own(join(replica, name), account);
  writeFileSync(log, "");
  own(log, account);
  own(settings, account);

  const pgCtl = async (...args: string[]) => {
    const { code, output } = await runPostgresProgram(binaries.pgCtl, args, account, replica);
    if (code !== 0) throw new Error(`${output}\n${readFileSync(log, "utf8")}`);
  };
  const startReplica = () => pgCtl("start", "-w", "-t", "30", "-s", "-D", replica, "-l", log);
  const stopReplica = () => pgCtl("stop", "-m", "immediate", "-w", "-s", "-D", replica);
  await startReplica();

  const readUrl = new URL(primary.runtimeUrl);
  readUrl.port = String(port);
  const sql = openSql(primary.runtimeUrl, { applicationName: "hub test" });
  const ownerSql = openSql(primary.ownerUrl, { max: 2, applicationName: "hub test owner" });
  return {
    readUrl: readUrl.href,
    async holdReplica() {
      const address = new URL(primary.ownerUrl);
      address.port = String(port);
      const owner = openSql(address.href, { max: 1 });
      await owner`select pg_wal_replay_pause()`;
      return async () => {
        await owner`select pg_wal_replay_resume()`;
        await owner.end({ timeout: 1 });
      };
    },
    startReplica,
    stopReplica,
    database: {
      url: primary.ownerUrl,
      runtimeUrl: primary.runtimeUrl,
      sql,
      ownerSql,
      async drop() {
        await Promise.all([sql.end({ timeout: 1 }), ownerSql.end({ timeout: 1 })]);
        // It may have been stopped by its test.
        await stopReplica().catch(() => undefined);
        await primary.stop();
        rmSync(folder, { recursive: true, force: true });
      },
    },
  };
}

/** What pg_basebackup does, which the embedded server comes without. The slot keeps what the copy will ask for. */
async function baseBackup(sql: Sql, from: string, to: string): Promise<void> {
  try {
    await sql`select pg_create_physical_replication_slot('replica', true)`;
    await sql`select pg_backup_start('replica', fast => true)`;
    // Node's own copy would make root the owner of what it copies.
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
