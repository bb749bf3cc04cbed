/** Faults of PostgreSQL: killed, stopped or restarted, as a whole or single sessions. */
import { setTimeout as delay } from "node:timers/promises";
import type { RunningProduct } from "../arena/running-product.ts";
import { childrenOf, signalTo } from "../arena/system-processes.ts";
import { type FaultContext, type FaultKind, fault } from "./fault.ts";

export const databaseFaults: readonly FaultKind[] = [
  fault("kill-postmaster", 4, (scene) => endServer(scene, "SIGKILL")),
  fault("restart-postgres", 1, (scene) => endServer(scene, "SIGINT")),
  fault("kill-backend", 3, (scene) => signalBackend(scene, "SIGKILL")),
  fault("terminate-backend", 2, (scene) => signalBackend(scene, "SIGTERM")),
  fault("terminate-all-backends", 2, terminateAll),
  fault("stop-backend", 2, stopBackend),
  fault("stop-postmaster", 1, (scene) => stopServer(scene, false)),
  fault("freeze-postgres", 2, (scene) => stopServer(scene, true)),
];

/** Ends the server; the process that runs it starts it again. */
async function endServer({ product }: FaultContext, signal: "SIGKILL" | "SIGINT"): Promise<string> {
  const postmaster = product.server.postmaster();
  if (postmaster === null) return "postgres, which was down";
  signalTo(postmaster, signal);
  // Until the postmaster is gone, it would count as restarted.
  while (product.server.postmaster() === postmaster) await delay(20);
  return "postgres";
}

/** After a SIGKILL the postmaster ends all other sessions and recovers; after a SIGTERM only that session ends. */
async function signalBackend(
  { product, random }: FaultContext,
  signal: "SIGKILL" | "SIGTERM",
): Promise<string> {
  const backends = await backendsOf(product);
  if (backends.length === 0) return "postgres, which had no session";
  signalTo(random.pick(backends), signal);
  return "a session";
}

async function terminateAll({ product }: FaultContext): Promise<string> {
  for (const pid of await backendsOf(product)) signalTo(pid, "SIGTERM");
  return "all sessions";
}

async function stopBackend({ product, random, lasts }: FaultContext): Promise<string> {
  const backends = await backendsOf(product);
  if (backends.length === 0) return "postgres, which had no session";
  const pid = random.pick(backends);
  signalTo(pid, "SIGSTOP");
  try {
    await lasts(500, 4_000);
  } finally {
    signalTo(pid, "SIGCONT");
  }
  return "a session";
}

/** If only the postmaster is stopped, no new connection is accepted; with its children, the whole server is frozen. */
async function stopServer({ product, lasts }: FaultContext, withChildren: boolean): Promise<string> {
  const postmaster = product.server.postmaster();
  if (postmaster === null) return "postgres, which was down";
  const pids = [postmaster, ...(withChildren ? childrenOf(postmaster).map(({ pid }) => pid) : [])];
  for (const pid of pids) signalTo(pid, "SIGSTOP");
  try {
    await lasts(500, 4_000);
  } finally {
    for (const pid of pids) signalTo(pid, "SIGCONT");
  }
  return "postgres";
}

/** Empty if the server does not answer at this moment. */
const backendsOf = ({ server }: RunningProduct): Promise<number[]> => server.backends().catch(() => []);
