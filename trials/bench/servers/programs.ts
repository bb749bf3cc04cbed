/** Starts and stops the programs that the benches call, each with its own address. */
import { type ChildProcess, spawn } from "node:child_process";
import { HEAP_LIMIT } from "../../../bff/testing/process-fixture.ts";

export interface Program {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  process: ChildProcess;
}

/**
 * Starts a built program, or one of the benches' own from its source; answers once it has printed `ready` and its port.
 * The program gets `env` and a path, and no other variable.
 */
export function startProgram(
  file: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<Program> {
  const options = file.endsWith(".ts") ? ["--import", "tsx"] : [HEAP_LIMIT];
  const child = spawn(process.execPath, [...options, file, ...args], {
    env: { PATH: "/usr/bin:/bin", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      const port = /^ready .*?(\d+)$/m.exec(String(chunk))?.[1];
      if (port) resolve({ origin: `http://127.0.0.1:${port}`, process: child });
    });
    child.once("exit", (code) => reject(new Error(`${file} ended with ${code}`)));
  });
}

export function stopProgram({ process: child }: Program): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}
