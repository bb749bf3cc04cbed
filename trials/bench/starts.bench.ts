/** Measures how long `make run` takes until it serves: in a folder with only the packages, with everything built, and the second time. */
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testPrograms, waitForOutput } from "../../bff/testing/process-fixture.ts";
import { freePort } from "../../core/testing/free-port.ts";
import { report } from "./core/measure.ts";

const SOURCES = ["bff", "core", "migrations", "projections", "web"];
const FILES = ["Makefile", "package.json", "package-lock.json", ".npmrc", "tsconfig.json", "vite.config.ts"];
const FIRST_AIM_MS = 8_000;
const SECOND_AIM_MS = 3_000;

/** Uses a copy of the sources with the packages of this folder. */
export async function benchStarts(): Promise<void> {
  const programs = testPrograms();
  const folder = mkdtempSync(join(tmpdir(), "hub-bench-"));
  for (const name of [...SOURCES, ...FILES]) {
    cpSync(name, join(folder, name), { recursive: true, preserveTimestamps: true });
  }
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  const port = String(await freePort());
  try {
    const unbuilt = await start();
    rmSync(join(folder, ".data"), { recursive: true });
    const built = await start();
    const second = await start();
    report(
      "`make run`, only packages",
      `ready in ${seconds(unbuilt, FIRST_AIM_MS)}: it builds server and web first`,
    );
    report("`make run`, built, no data", `ready in ${seconds(built, FIRST_AIM_MS)}: it creates its database`);
    report("`make run`, the second time", `ready in ${seconds(second, SECOND_AIM_MS)}`);
  } finally {
    await programs.stopAll();
    rmSync(folder, { recursive: true, force: true });
  }

  /** Milliseconds until it serves; then it is stopped. */
  async function start(): Promise<number> {
    const began = performance.now();
    // Marks the packages as installed, whatever the times of the copies: otherwise npm would install them through the link.
    const command = [
      "make",
      "--silent",
      "--directory",
      folder,
      "--old-file",
      "node_modules/.installed",
      "run",
    ];
    const run = programs.launch("make run", { PORT: port }, command);
    await waitForOutput(run, /ready http/);
    const ms = performance.now() - began;
    run.signalGroup("SIGTERM");
    await run.ended;
    return ms;
  }
}

const seconds = (ms: number, aim: number): string =>
  `${(ms / 1_000).toFixed(1)} s (aim ≤ ${aim / 1_000} s${ms <= aim ? "" : ", MISSED"})`;
