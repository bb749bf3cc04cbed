/** A PostgreSQL for faults: the embedded one, which the product's own monitor restarts, and which records the times of commits. */
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "../../../core/platform/embedded-postgres/embedded-postgres.ts";
import {
  choosePostgresAccount,
  findPostgresBinaries,
} from "../../../core/platform/embedded-postgres/postgres-binaries.ts";
import { clusterFiles, createCluster } from "../../../core/platform/embedded-postgres/postgres-cluster.ts";
import type { Logger } from "../../../core/platform/logger.ts";

const ASK_WITHIN_MS = 2_000;

export interface DatabaseServer {
  /** The owner's address, directly at the server. */
  ownerUrl(): string;
  /** The server's first process (postmaster), if it lives. */
  postmaster(): number | null;
  /** Whether a new connection is accepted and answered. */
  answers(): Promise<boolean>;
  /** Processes of the server that serve the product now. */
  backends(): Promise<number[]>;
}

/**
 * Creates the cluster in a data folder before its first start, so that the time of every commit is recorded. The settings are
 * otherwise the product's: with `fsync` and `synchronous_commit` on, a commit that was answered survives `kill -9`.
 */
export async function prepareCluster(dataDir: string, { durable }: { durable: boolean }): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  // As root, PostgreSQL runs under another account, which must be able to pass through the folder.
  chmodSync(dataDir, 0o755);
  const files = clusterFiles(dataDir);
  const binaries = findPostgresBinaries();
  await createCluster(files, binaries, choosePostgresAccount(files.cluster, binaries), durable);
  appendFileSync(join(files.cluster, "postgresql.conf"), "track_commit_timestamp = on\n");
}

/** Watches the server of a data folder, whichever process runs it. */
export function serverIn(dataDir: string): DatabaseServer {
  const files = clusterFiles(dataDir);
  const ownerUrl = () => readFileSync(files.ownerUrl, "utf8").trim();

  async function ask<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
    const client = new pg.Client({
      connectionString: ownerUrl(),
      application_name: "chaos",
      connectionTimeoutMillis: ASK_WITHIN_MS,
      query_timeout: ASK_WITHIN_MS,
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
      return (await client.query<Row>(statement)).rows;
    } finally {
      // A server that is paused would not receive the end of the session.
      await Promise.race([client.end(), new Promise((resolve) => setTimeout(resolve, ASK_WITHIN_MS))]).catch(
        () => undefined,
      );
    }
  }

  return {
    ownerUrl,
    postmaster() {
      if (!existsSync(files.pid)) return null;
      const pid = Number.parseInt(readFileSync(files.pid, "utf8"), 10);
      return isProcess(pid) ? pid : null;
    },
    answers: () =>
      ask("select 1").then(
        () => true,
        () => false,
      ),
    async backends() {
      const rows = await ask<{ pid: number }>(
        "select pid from pg_stat_activity where application_name like 'hub %' and application_name <> 'hub operator'",
      );
      return rows.map(({ pid }) => pid);
    },
  };
}

/** Runs the server of a prepared data folder, and restarts it when it dies. `onLost` is called if it cannot be restarted. */
export async function runServer(
  dataDir: string,
  { durable, onLost, logger }: { durable: boolean; onLost: (reason: Error) => void; logger: Logger },
) {
  const running = await startEmbeddedPostgres({ dataDir, durable, onLost, logger });
  return { ...running, port: Number(new URL(running.ownerUrl).port) };
}

function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
