/** Runs `make soak`: the whole product at half of its capacity, with sockets that open and close, and reports whether anything grows. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { program } from "commander";
import { testPrograms } from "../../bff/testing/process-fixture.ts";
import { freePort } from "../../core/testing/free-port.ts";
import { rateOf } from "./core/measure.ts";
import { startCrowd } from "./crowd/crowd.ts";
import { fileLimit } from "./servers/process-figures.ts";
import { type Answered, createLoad } from "./soak/load.ts";
import { soakPage } from "./soak/report.ts";
import { countOf, failuresOf, type Minute, verdictOf } from "./soak/verdict.ts";
import type { Sample } from "./soak/watch.ts";
import { startSampler } from "./soak/watcher.ts";

const { minutes, sockets, page, json, seed } = program
  .requiredOption("--minutes <minutes>", "duration, 1 or more", Number)
  .option("--sockets <count>", "open sockets", Number, 2_000)
  .option("--page <file>", "the file for the report")
  .option("--json <file>", "the file for samples and verdict")
  .option("--seed <seed>", "seed of the visitors' calls", Number, 1)
  .parse()
  .opts<{ minutes: number; sockets: number; seed: number; page?: string; json?: string }>();

const CALIBRATE_MS = 30_000;
/** Half of the measured capacity. */
const SHARE = 0.5;
/** The share of the open sockets that is closed and opened again each second. */
const TURNOVER = 0.01;
/** Holds expire within the soak, so that the rows of open holds do not grow throughout it. */
const HOLD_MINUTES = "1";
const SAMPLES = 90;
const ROOMS = 7;

if (!(minutes >= 1)) throw new Error("MINUTES must be 1 or more.");
if (fileLimit() < 2 * sockets + 1_000) {
  throw new Error(`${sockets} sockets need more than as many open files: raise the hard limit (ulimit -Hn).`);
}
const dataDir = mkdtempSync(join(tmpdir(), "hub-soak-"));
const programs = testPrograms({
  RATE_LIMIT_BOOKINGS: "0",
  LOG_LEVEL: "warn",
  TRUSTED_PROXIES: "1",
  HOLD_MINUTES,
});
try {
  const port = await freePort();
  const env = { PORT: String(port), DATA_DIR: dataDir, EMBEDDED_PG_PORT: String(await freePort()) };
  const product = await programs.start("product", env, /ready http/);
  const origin = `http://127.0.0.1:${port}`;
  const watcher = startSampler({ root: product.child.pid ?? 0, origin, dataDir });
  const load = createLoad(origin, seed);
  const crowd = startCrowd(origin);
  for (let room = 1; room <= ROOMS; room++) await crowd.open(Math.ceil(sockets / ROOMS), room);
  say(`measuring for ${CALIBRATE_MS / 1_000} s how many calls it can answer with ${sockets} sockets`);
  const measured = await load.calibrate(CALIBRATE_MS);
  const rate = measured * SHARE;
  say(`${Math.round(measured)} calls a second; now ${Math.round(rate)}`);

  const course: Minute[] = [];
  let answers: Answered[] = [];
  const samples: Sample[] = [];
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1_000;
  const running = load.run(rate, (answer) => answers.push(answer));
  const atFirst = await watcher.tables();
  let tables = { before: atFirst, after: atFirst };
  let openedInAll = sockets;
  let isCounted = false;
  for (let turn = 0; seconds() < minutes * 60; turn++) {
    const each = Math.round(sockets * TURNOVER);
    await crowd.close(each);
    await crowd.open(each, 1 + (turn % ROOMS));
    openedInAll += each;
    if (seconds() >= (samples.length * minutes * 60) / SAMPLES) {
      samples.push({ seconds: seconds(), ...(await watcher.look()) });
    }
    if (!isCounted && seconds() >= minutes * 40) {
      isCounted = true;
      tables = { before: await watcher.tables(), after: tables.after };
    }
    if (seconds() >= (course.length + 1) * 60) endMinute();
    await crowd.take();
    await delay(Math.max(0, (turn + 1) * 1_000 - seconds() * 1_000));
  }
  if (answers.length > 0 && course.length < minutes) endMinute();
  await running.stop();
  tables = { ...tables, after: await watcher.tables() };
  const { lost } = await crowd.take();
  await crowd.stop();
  await watcher.stop();

  const verdict = verdictOf({ samples, minutes: course, tables });
  const text = soakPage({ minutes, sockets, measured, rate, openedInAll, course, verdict });
  process.stdout.write(`${text}\n`);
  if (lost > 0) say(`the server ended ${lost} sockets`);
  if (page !== undefined) writeFileSync(page, text);
  if (json !== undefined) {
    mkdirSync(dirname(json), { recursive: true });
    writeFileSync(json, JSON.stringify({ minutes, measured, rate, samples, course, verdict, lost }, null, 1));
  }
  if (!verdict.holds || lost > 0) process.exitCode = 1;

  function endMinute(): void {
    const durations = answers.map(({ milliseconds }) => milliseconds);
    const { p50, p99 } = rateOf(durations, 60_000);
    const failed = failuresOf(answers.map(({ status }) => status));
    course.push({ calls: answers.length, failed, p50, p99 });
    answers = [];
    say(
      `minute ${course.length}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${countOf(failed)} failed`,
    );
  }
} finally {
  await programs.stopAll();
  rmSync(dataDir, { recursive: true, force: true });
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
