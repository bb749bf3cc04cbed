/** Lays out the embedded server's cluster on disk: the files of the data folder, how the cluster is created, and its settings. */
import {
  appendFileSync,
  chownSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { readOrCreateSecret } from "../config/secret-file.ts";
import { type PostgresAccount, type PostgresBinaries, runPostgresProgram } from "./postgres-binaries.ts";

export type ClusterFiles = ReturnType<typeof clusterFiles>;

/** The files of one data folder. */
export function clusterFiles(dataDir: string) {
  return {
    cluster: join(dataDir, "postgres"),
    unfinishedCluster: join(dataDir, "postgres.unfinished"),
    settings: join(dataDir, "postgres", "hub.conf"),
    pid: join(dataDir, "postgres", "postmaster.pid"),
    log: join(dataDir, "postgres.log"),
    password: join(dataDir, "postgres-password"),
    runtimePassword: join(dataDir, "runtime-password"),
    ownerUrl: join(dataDir, "owner-url"),
    runtimeUrl: join(dataDir, "database-url"),
  };
}

/**
 * The cluster is created in another folder and moved to its place when complete, so that a first start that is killed
 * leaves nothing that disturbs the next.
 */
export async function createCluster(
  files: ClusterFiles,
  binaries: PostgresBinaries,
  account: PostgresAccount,
  durable: boolean,
): Promise<void> {
  rmSync(files.unfinishedCluster, { recursive: true, force: true });
  mkdirSync(files.unfinishedCluster, { mode: 0o700 });
  giveToPostgres(files.unfinishedCluster, account);
  readOrCreateSecret(files.password);
  giveToPostgres(files.password, account);
  const { code, output } = await runPostgresProgram(
    binaries.initdb,
    [
      `--pgdata=${files.unfinishedCluster}`,
      "--username=postgres",
      `--pwfile=${files.password}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      // PostgreSQL's own C.UTF-8 sorts the same on every machine, whatever locales are installed.
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      ...(durable ? [] : ["--no-sync"]),
    ],
    account,
    files.unfinishedCluster,
  );
  if (code !== 0)
    throw new Error(`PostgreSQL could not create its cluster in ${files.unfinishedCluster}. ${output}`);
  appendFileSync(join(files.unfinishedCluster, "postgresql.conf"), "\ninclude_if_exists = 'hub.conf'\n");
  renameSync(files.unfinishedCluster, files.cluster);
}

/** The settings that a start dictates. Bookings need `durable`; without it a crash may lose or corrupt everything. */
export function serverSettings(port: number, durable: boolean): string {
  return `# Written by the product at every start; settings of your own belong in postgresql.conf, below the include.
listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = ''
max_connections = 200
shared_buffers = 256MB
random_page_cost = 1.1
jit = off
wal_compression = on
timezone = 'UTC'
log_timezone = 'UTC'
# The application reports refused statements itself, without the values in them.
log_min_messages = log
log_error_verbosity = terse
log_min_error_statement = panic
log_checkpoints = off
fsync = ${durable ? "on" : "off"}
synchronous_commit = ${durable ? "on" : "off"}
full_page_writes = ${durable ? "on" : "off"}
`;
}

/** A cluster of another major version cannot be started; this says so in a clearer message than PostgreSQL's. */
export async function refuseOtherVersion(
  files: ClusterFiles,
  binaries: PostgresBinaries,
  account: PostgresAccount,
): Promise<void> {
  const found = readFileSync(join(files.cluster, "PG_VERSION"), "utf8").trim();
  const { output } = await runPostgresProgram(binaries.postgres, ["--version"], account, files.cluster);
  const brought = /(\d+)/.exec(output)?.[1];
  if (brought === found) return;
  throw new Error(
    `${files.cluster} was created by PostgreSQL ${found}, and this product includes ${brought}. Start the product that created it, ` +
      `dump its database with pg_dump, move the folder away, start this product and restore the dump.`,
  );
}

/** Replaces a file of PostgreSQL's account at once: a process that is killed meanwhile leaves the old one or the new one. */
export function replaceFile(path: string, content: string, account: PostgresAccount): void {
  const draft = `${path}.new`;
  writeFileSync(draft, content, { mode: 0o600 });
  giveToPostgres(draft, account);
  renameSync(draft, path);
}

/** Gives a file that this process created (as root) to PostgreSQL's account. */
export function giveToPostgres(path: string, account: PostgresAccount): void {
  if (account) chownSync(path, account.uid, account.gid);
}
