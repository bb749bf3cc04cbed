/** Reports the database servers to Prometheus: which one takes writes, which ones follow it, and whether commits wait for a standby. */
import { Gauge, type Registry } from "prom-client";
import { readDatabaseAddress } from "../../core/platform/config/database-address.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import { primaryStatus } from "../../core/platform/database/primary.ts";
import { readReplication } from "../../core/platform/database/standbys.ts";

export interface DatabaseMetrics {
  /** Asks the database again. Throws without it. */
  measure(): Promise<void>;
  /** Clears the figures that only the database can tell. */
  reset(): void;
}

export function createDatabaseMetrics(registry: Registry, sql: Sql, databaseUrl: string): DatabaseMetrics {
  const registers = [registry];
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers });
  const servers = gauge("hub_database_servers", "Servers that DATABASE_URL names");
  servers.set(readDatabaseAddress(databaseUrl).servers.length);
  const standbys = gauge("hub_database_standbys", "Servers that follow the primary, by state", "state");
  const behind = gauge(
    "hub_database_standby_behind_bytes",
    "Write-ahead log that a standby has not replayed yet",
    "standby",
  );
  const lag = gauge(
    "hub_database_standby_lag_seconds",
    "How long the newest changes took until a standby had replayed them",
    "standby",
  );
  const waits = gauge("hub_database_commits_wait", "1 while commits wait for a standby");
  const fromDatabase = [standbys, behind, lag, waits];

  const primary = gauge(
    "hub_database_primary",
    "1 for the server that this process writes to, where DATABASE_URL names several",
    "server",
  );
  const timeline = gauge(
    "hub_database_timeline",
    "Highest timeline that this process has seen; each promotion starts the next one",
  );
  const switched = gauge(
    "hub_database_switched_timestamp_seconds",
    "When this process last switched to another server; 0 if never",
  );

  function tellPrimary(): void {
    const status = primaryStatus(databaseUrl);
    if (!status) return;
    primary.reset();
    if (status.server !== null) primary.set({ server: status.server }, 1);
    timeline.set(status.timeline);
    switched.set(status.switchedAt ? status.switchedAt.getTime() / 1_000 : 0);
  }

  return {
    async measure() {
      tellPrimary();
      const replication = await readReplication(sql);
      for (const one of fromDatabase) one.reset();
      for (const { name, state, behindBytes, lagSeconds } of replication.standbys) {
        standbys.inc({ state });
        if (behindBytes !== null) behind.set({ standby: name }, behindBytes);
        lag.set({ standby: name }, lagSeconds ?? 0);
      }
      waits.set(replication.commitsWait ? 1 : 0);
    },
    reset() {
      tellPrimary();
      for (const one of fromDatabase) one.reset();
    },
  };
}
