/** Runs one process of the product under a supervisor that restarts it when it ends, as docker or systemd would. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** The pause between an end and the next start; systemd's default is 100 ms, and docker's grows from that. */
const RESTART_AFTER_MS = 300;

export interface Launch {
  command: readonly string[];
  env: Record<string, string>;
  /** What it prints when it serves. */
  ready: RegExp;
  /** Everything that it prints is written there. */
  logFile: string;
}

export interface Program {
  readonly name: string;
  /** Null between an end and the next start. */
  pid(): number | null;
  /** Whether the current process has printed that it serves. */
  isReady(): boolean;
  /** Also resolves if it is stopped; throws if it has not served in time. */
  ready(withinMs: number): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** Sends a signal to the process and its children. */
  signalGroup(signal: NodeJS.Signals): void;
  /** Stops it as an operator does, without a restart. Kills it if it takes too long, and then answers false. */
  stop(withinMs: number): Promise<boolean>;
  /** How it has ended so far, apart from being stopped. */
  ends(): readonly string[];
}

export const PATH = dirname(process.execPath).concat(":/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin");

/** `launch` is called at each start: a newer build may exist by then. */
export function supervise(name: string, launch: () => Launch): Program {
  const ends: string[] = [];
  let child: ChildProcess | null = null;
  let isReady = false;
  let isWanted = true;

  async function run(): Promise<void> {
    while (isWanted) {
      const ended = start();
      const how = await ended;
      child = null;
      isReady = false;
      if (!isWanted) return;
      ends.push(how);
      await delay(RESTART_AFTER_MS);
    }
  }

  async function start(): Promise<string> {
    const { command, env, ready, logFile } = launch();
    const [file = "", ...args] = command;
    const started = spawn(file, args, {
      env: { PATH, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    child = started;
    const log = createWriteStream(logFile, { flags: "a" });
    log.write(`\n--- ${name} ${started.pid} ${new Date().toISOString()}\n`);
    let printed = "";
    started.stdout.on("data", (chunk: Buffer) => {
      if (child !== started || isReady) return;
      printed += chunk;
      isReady = ready.test(printed);
    });
    for (const stream of [started.stdout, started.stderr]) stream.pipe(log, { end: false });
    const [code, signal] = (await once(started, "exit")) as [number | null, NodeJS.Signals | null];
    log.end();
    return String(code ?? signal);
  }

  const running = run();
  const end = () => {
    if (child?.pid) kill(-child.pid, "SIGKILL");
  };
  process.on("exit", end);

  return {
    name,
    pid: () => child?.pid ?? null,
    isReady: () => isReady,
    async ready(withinMs) {
      const until = performance.now() + withinMs;
      while (!isReady && isWanted) {
        if (performance.now() > until) throw new Error(`${name} was not ready within ${withinMs} ms`);
        await delay(20);
      }
    },
    signal(signal) {
      if (child?.pid) kill(child.pid, signal);
    },
    signalGroup(signal) {
      if (child?.pid) kill(-child.pid, signal);
    },
    async stop(withinMs) {
      isWanted = false;
      if (child?.pid) kill(child.pid, "SIGTERM");
      const inTime = await Promise.race([running.then(() => true), delay(withinMs, false, { ref: false })]);
      if (!inTime) end();
      await running;
      process.off("exit", end);
      return inTime;
    },
    ends: () => ends,
  };
}

/** Does nothing if the process has ended. */
function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}
