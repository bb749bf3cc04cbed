/** Starts the built processes in tests as an operator starts them, each in a separate process group, as a terminal or make would. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { dirname } from "node:path";

const PATH = dirname(process.execPath).concat(":/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin");

export interface RunningProgram {
  child: ChildProcess;
  /** What it has printed so far. */
  output(): string;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string | null>;
  /** Sends a signal to every process of its group, as Ctrl-C in a terminal does. */
  signalGroup(signal: NodeJS.Signals): void;
}

export interface Programs {
  /** Starts `dist/<program>.js`, or another command; returns at once. */
  launch(program: string, env: Record<string, string>, command?: readonly string[]): RunningProgram;
  /** Resolves when it has printed `ready`. Throws its output if it ends before. */
  start(program: string, env: Record<string, string>, ready: RegExp): Promise<RunningProgram>;
  /** How many are running. */
  count(): number;
  stopAll(signal?: NodeJS.Signals): Promise<void>;
}

/** The memory limit with which `make run` starts a server. */
export const HEAP_LIMIT = "--max-old-space-size=1024";

/** `shared`: default variables of every program. */
export function testPrograms(shared: Record<string, string> = {}): Programs {
  const running = new Set<RunningProgram>();

  function launch(
    program: string,
    env: Record<string, string>,
    command: readonly string[] = [process.execPath, HEAP_LIMIT, `dist/${program}.js`],
  ): RunningProgram {
    const [file = "", ...args] = command;
    const child = spawn(file, args, {
      env: { PATH, LOG_LEVEL: "info", ...shared, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    const one: RunningProgram = {
      child,
      output: () => output,
      ended: once(child, "close").then(([code, signal]) => {
        running.delete(one);
        return code ?? signal;
      }),
      signalGroup(signal) {
        if (child.pid) process.kill(-child.pid, signal);
      },
    };
    running.add(one);
    return one;
  }

  return {
    launch,
    async start(program, env, ready) {
      const one = launch(program, env);
      await waitForOutput(one, ready);
      return one;
    },
    count: () => running.size,
    async stopAll(signal = "SIGTERM") {
      await Promise.all(
        [...running].map(({ child, ended }) => {
          child.kill(signal);
          return ended;
        }),
      );
    },
  };
}

/** Waits until the program has printed this; throws its output if it ends before. */
export function waitForOutput(program: RunningProgram, ready: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (ready.test(program.output())) resolve();
    };
    program.child.stdout?.on("data", look);
    program.child.stderr?.on("data", look);
    look();
    void program.ended.then((code) =>
      reject(new Error(`ended with ${code}: ${program.output().slice(-2_000)}`)),
    );
  });
}
