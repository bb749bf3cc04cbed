/** Starts the worker beside the BFF for `make run`: a separate process, so that following the log does not slow down requests. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Logger } from "../core/platform/logger.ts";

/** When both need a processor, requests go first. Until the worker is ready it has normal priority, since the start waits for it. */
const NICENESS = 10;

/** The pauses before a worker that ended by itself is started again: first none, longer for one that ends again and again. */
const PAUSES_MS = [0, 250, 500, 1_000, 2_000];
/** A worker that ran for this long starts again without a pause. */
const STEADY_AFTER_MS = 10_000;
const READY_LINE = "worker ready\n";

/**
 * Starts the worker; `ready` resolves once it has processed the whole log, and rejects when it ends before. A worker that ends later by
 * itself is started again; it ends when its parent ends. `webhookUrl` is where its simulated Stripe sends webhooks; `stop` is safe to call
 * twice.
 */
export function startWorkerProcess(options: { env: NodeJS.ProcessEnv; webhookUrl: string; logger: Logger }): {
  ready: Promise<void>;
  stop(): Promise<void>;
} {
  const { logger } = options;
  let stopping = false;
  let child = start(options);

  async function watch(): Promise<void> {
    for (let ends = 0; ; ends++) {
      const began = performance.now();
      const [code, signal] = await ended(child);
      if (stopping) return;
      if (performance.now() - began > STEADY_AFTER_MS) ends = 0;
      const pauseMs = PAUSES_MS[Math.min(ends, PAUSES_MS.length - 1)] ?? 0;
      logger.error({ code, signal, pauseMs }, "the worker ended by itself; it is started again");
      if (pauseMs > 0) await delay(pauseMs);
      if (stopping) return;
      child = start(options);
    }
  }

  async function firstReady(): Promise<void> {
    await Promise.race([
      ready(child),
      ended(child).then(([code]) => {
        throw new Error(`The worker ended with ${code} before it was ready.`);
      }),
    ]);
    void watch();
  }

  const isReady = firstReady();
  // The caller may wait for something else that fails first; then this rejection is not unhandled.
  isReady.catch(() => undefined);
  return {
    ready: isReady,
    async stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      // If the whole process group got the signal, the worker has it already; a second one changes nothing.
      child.kill("SIGTERM");
      await ended(child);
    },
  };
}

function start({ env, webhookUrl }: { env: NodeJS.ProcessEnv; webhookUrl: string }): ChildProcess {
  const here = fileURLToPath(import.meta.url);
  const fromSource = here.endsWith(".ts");
  const program = join(dirname(here), fromSource ? "../projections/main.ts" : "worker.js");
  const child = spawn(process.execPath, [...process.execArgv, program, webhookUrl], {
    env,
    // The channel tells it when this process has ended.
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  child.on("error", () => undefined);
  void ready(child).then(() => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      setPriority(child.pid, NICENESS);
  });
  // The worker's own "ready" is not the product's: programs that wait for that must not see it.
  child.stdout?.on("data", (chunk: Buffer) => process.stdout.write(String(chunk).replace(READY_LINE, "")));
  return child;
}

const ended = async (child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> =>
  child.exitCode !== null || child.signalCode !== null
    ? [child.exitCode, child.signalCode]
    : ((await once(child, "exit")) as [number | null, NodeJS.Signals | null]);

const ready = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      if (String(chunk).includes(READY_LINE)) resolve();
    });
  });
