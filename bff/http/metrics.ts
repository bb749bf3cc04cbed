/** Measures for Prometheus: requests by route, open sockets, commits, and the state of followers and jobs. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { type Clock, measureClockOffsetMs } from "../../core/platform/clock.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import type { ReplicaStatus } from "../../core/platform/database/replica.ts";
import { readWorkStatus } from "../../projections/work-status.ts";
import { createDatabaseMetrics } from "./database-metrics.ts";

export interface Metrics {
  /** Gives the function that records durations of one kind of request, in seconds. */
  requests(method: string, route: string, status: number): { observe(seconds: number): void };
  sockets: { inc(): void; dec(): void };
  commits: { inc(): void };
  liveMessages: { inc(count?: number): void };
  /** Counts a read of a projection if there is a replica to choose. */
  viewRead(server: "replica" | "primary", reason: string): void;
  /** Adds the replica's figures to all others. */
  watchReplica(status: () => ReplicaStatus): void;
  contentType: string;
  text(): Promise<string>;
}

export function createMetrics({
  sql,
  clock,
  databaseUrl,
}: {
  sql: Sql;
  clock: Clock;
  databaseUrl: string;
}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "hub_http_request_duration_seconds",
    help: "Time from a request's arrival to its answer",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const sockets = new Gauge({ name: "hub_websockets_open", help: "Open live connections", registers });
  const commits = new Counter({
    name: "hub_log_commits_total",
    help: "Appends that this process committed to the event log",
    registers,
  });
  const liveMessages = new Counter({
    name: "hub_live_messages_total",
    help: "Messages sent to live connections",
    registers,
  });
  const viewReads = new Counter({
    name: "hub_view_reads_total",
    help: "Reads of views by the server that answered, and why; none are counted without a replica",
    labelNames: ["server", "reason"],
    registers,
  });
  /** What only the database can tell. */
  const work: Gauge[] = [];
  function gauge(name: string, help: string, ...labelNames: string[]): Gauge {
    const made = new Gauge({ name, help, labelNames, registers });
    work.push(made);
    return made;
  }
  const behind = gauge(
    "hub_projection_behind_events",
    "Committed events that a follower has not processed yet",
    "projection",
  );
  const lag = gauge(
    "hub_projection_lag_seconds",
    "Age of the oldest event that a follower has not processed yet; 0 when it is up to date",
    "projection",
  );
  const parked = gauge(
    "hub_follower_parked",
    "1 while a follower is parked: something that it needs is missing",
    "follower",
  );
  const setAside = gauge(
    "hub_streams_set_aside",
    "Streams that a follower cannot process and has set aside; it continues with all others",
    "follower",
  );
  const version = gauge("hub_follower_version", "Version of the code whose rows are live", "follower");
  const rebuilding = gauge(
    "hub_projection_rebuild_behind_events",
    "Events that a rebuild beside the live rows has not folded yet; absent without a rebuild",
    "projection",
    "version",
  );
  const rebuildFailed = gauge(
    "hub_projection_rebuild_failed",
    "1 while a rebuild has stopped because of an error",
    "projection",
  );
  const jobs = gauge("hub_jobs", "Jobs by task and state: waiting, running, dead", "task", "state");
  const oldestTransaction = gauge(
    "hub_oldest_transaction_seconds",
    "Age of the oldest transaction on the database, which holds every follower back",
  );
  const stuckRefunds = gauge("hub_refunds_stuck", "Refunds that have been under way for more than an hour");
  const unsealed = gauge("hub_seal_behind_events", "Committed events that no signed head covers yet");
  const sealAge = gauge(
    "hub_seal_lag_seconds",
    "Age of the oldest event that no signed head covers yet; 0 when everything is sealed",
  );
  const clockApart = gauge(
    "hub_clock_apart_seconds",
    "How far this machine's clock is behind the database's, which all processes use; negative when it is ahead",
  );
  const sealed = gauge("hub_seal_size_events", "Events under the newest signed head");
  const unvouched = gauge(
    "hub_seal_key_unvouched",
    "1 while the log's newest key has signed no head: no earlier key vouches for it, and nothing is sealed",
  );

  const database = createDatabaseMetrics(registry, sql, databaseUrl);

  // Finding a histogram's child by its labels hashes an object each time.
  const children = new Map<string, { observe(seconds: number): void }>();

  function requests(method: string, route: string, status: number): { observe(seconds: number): void } {
    const key = `${method} ${status} ${route}`;
    let child = children.get(key);
    if (!child) {
      child = durations.labels(method, route, String(status));
      children.set(key, child);
    }
    return child;
  }

  async function measureWork(): Promise<void> {
    const status = await readWorkStatus(sql, clock.now());
    rebuilding.reset();
    rebuildFailed.reset();
    for (const {
      name,
      behind: events,
      behindSince,
      parked: at,
      version: live,
      rebuild,
    } of status.followers) {
      version.set({ follower: name }, live);
      if (rebuild) {
        rebuilding.set({ projection: name, version: String(rebuild.version) }, rebuild.behind);
        rebuildFailed.set({ projection: name }, rebuild.error === null ? 0 : 1);
      }
      const age = behindSince ? Math.max(0, clock.now().getTime() - behindSince.getTime()) / 1000 : 0;
      behind.set({ projection: name }, events);
      lag.set({ projection: name }, age);
      parked.set({ follower: name }, at ? 1 : 0);
      setAside.set({ follower: name }, status.setAside.filter(({ follower }) => follower === name).length);
    }
    // A task without jobs has no row: its earlier figures are no longer true.
    jobs.reset();
    for (const { task, ...states } of status.jobs) {
      for (const [state, count] of Object.entries(states)) jobs.set({ task, state }, count);
    }
    oldestTransaction.set(status.oldestTransactionSeconds);
    stuckRefunds.set(status.stuckRefunds);
    unsealed.set(status.seal.events);
    sealAge.set(status.seal.seconds);
    sealed.set(status.seal.size);
    clockApart.set((await measureClockOffsetMs(sql)) / 1_000);
    unvouched.set(status.seal.unvouchedKey === null ? 0 : 1);
  }

  return {
    requests,
    sockets,
    commits,
    liveMessages,
    viewRead: (server, reason) => viewReads.inc({ server, reason }),
    watchReplica(status) {
      const figure = (name: string, help: string, value: (now: ReplicaStatus) => number) =>
        new Gauge({
          name,
          help,
          registers,
          collect() {
            this.set(value(status()));
          },
        });
      figure("hub_replica_up", "1 while views may be read on the replica", ({ up }) => (up ? 1 : 0));
      figure("hub_replica_lag_seconds", "Age of what the replica shows", ({ lagSeconds }) => lagSeconds);
      figure(
        "hub_replica_behind_bytes",
        "Write-ahead log that the replica has not replayed yet",
        ({ behindBytes }) => behindBytes,
      );
    },
    contentType: registry.contentType,
    async text() {
      // Without the database the other figures are all the more important.
      await measureWork().catch(() => {
        for (const one of work) one.reset();
      });
      await database.measure().catch(database.reset);
      return registry.metrics();
    },
  };
}
