/** Owns what Prometheus is told: requests by route, open sockets, commits, and how far the projections are behind. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Sql } from "../core/platform/database.ts";
import { readLags } from "../projections/cursor.ts";

export interface Metrics {
  /** Gives what takes one kind of request's durations, in seconds. */
  requests(method: string, route: string, status: number): { observe(seconds: number): void };
  sockets: { inc(): void; dec(): void };
  commits: { inc(): void };
  liveMessages: { inc(count?: number): void };
  contentType: string;
  text(): Promise<string>;
}

export function createMetrics(sql: Sql): Metrics {
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
  const behind = new Gauge({
    name: "hub_projection_behind_events",
    help: "Committed events that a projection has not taken yet",
    labelNames: ["projection"],
    registers,
  });
  const lag = new Gauge({
    name: "hub_projection_lag_seconds",
    help: "Age of the oldest event that a projection has not taken yet; 0 when it is up to date",
    labelNames: ["projection"],
    registers,
  });

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

  async function measureLags(): Promise<void> {
    for (const { name, behind: events, behindSince } of await readLags(sql)) {
      behind.set({ projection: name }, events);
      lag.set({ projection: name }, behindSince ? Math.max(0, Date.now() - behindSince.getTime()) / 1000 : 0);
    }
  }

  return {
    requests,
    sockets,
    commits,
    liveMessages,
    contentType: registry.contentType,
    async text() {
      // Without the database the other figures matter all the more.
      await measureLags().catch(() => {
        behind.reset();
        lag.reset();
      });
      return registry.metrics();
    },
  };
}
