/** Starts programs of a build: with a clock that can be shifted, and operators' commands until they end. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { OperatorRun } from "./running-product.ts";
import { PATH } from "./supervisor.ts";

/** `clockFile` is described in `shifted-clock.mjs`. */
export function commandOf(build: string, program: string, clockFile: string): readonly string[] {
  const clock = pathToFileURL(join(import.meta.dirname, "shifted-clock.mjs"));
  clock.searchParams.set("file", clockFile);
  return [process.execPath, "--import", clock.href, join(build, "dist", `${program}.js`)];
}

/** Runs a program of the build to its end. */
export function runToEnd(
  build: string,
  program: string,
  args: readonly string[],
  env: Record<string, string>,
): OperatorRun {
  const child = spawn(process.execPath, [join(build, "dist", `${program}.js`), ...args], {
    env: { PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const ended = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>;
  return {
    kill: () => void child.kill("SIGKILL"),
    ended: ended.then(([code]) => ({ exitCode: code ?? 137, output })),
  };
}

/** Throws its output if it failed. */
export async function runOrThrow(
  build: string,
  program: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<void> {
  const { exitCode, output } = await runToEnd(build, program, args, env).ended;
  if (exitCode !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${exitCode}: ${output}`);
}
