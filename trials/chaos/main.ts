/**
 * Runs `make chaos`: a run by a seed with its JSON file, and `make chaos-report`: the page and the lines of all runs. Exits with 0 if the run is
 * clean, 1 if it has findings, 2 if it could not run.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { reportPage } from "./report.ts";
import { type RunResult, run } from "./run.ts";

const RESULTS = "test-results/chaos";
const PAGE = "docs/faults.md";
/** One line for each run: the page is made from it. */
const LINES = "docs/faults.ndjson";
const COULD_NOT_RUN = 2;
const NO_LIMIT = Number.POSITIVE_INFINITY;

interface Options {
  seed: number;
  minutes?: number;
  faults?: number;
  arrangement?: RunResult["arrangement"];
  clients: number;
  pace: number;
}

const say = (line: string): void => void writeSync(2, `${line}\n`);

function numeric(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value < 0) throw new InvalidArgumentError("It must be a number.");
  return value;
}

function arrangementOf(text: string): RunResult["arrangement"] {
  if (text === "processes" || text === "product") return text;
  throw new InvalidArgumentError("It must be processes or product.");
}

const fileOf = ({ seed, arrangement }: RunResult): string => join(RESULTS, `${seed}-${arrangement}.json`);

async function runOnce({ seed, minutes, faults, arrangement, clients, pace }: Options): Promise<void> {
  const result = await run({
    seed,
    forMs: (minutes ?? (faults === undefined ? 10 : NO_LIMIT)) * 60_000,
    faults: faults ?? NO_LIMIT,
    pace,
    clients,
    say,
    ...(arrangement ? { arrangement } : {}),
  });
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(fileOf(result), `${JSON.stringify(result, null, 1)}\n`);
  process.stdout.write(reportPage([result]));
  if (result.folder) say(`History, logs and data are in ${result.folder}`);
  process.exitCode = result.findings.length === 0 ? 0 : 1;
}

/** Reads all runs that were reported before, and the files of new runs. */
function writePage(): void {
  const reported = readFileSync(LINES, "utf8").trimEnd().split("\n");
  const files = existsSync(RESULTS) ? readdirSync(RESULTS) : [];
  // The earlier lines come last, so that they win over the files: they may have a remark.
  const texts = [...files.map((file) => readFileSync(join(RESULTS, file), "utf8")), ...reported];
  const read = texts.map((text) => JSON.parse(text) as RunResult); // only this tool writes them
  const runs = [...new Map(read.map((run) => [`${run.beganAt} ${run.seed}`, run])).values()];
  writeFileSync(PAGE, reportPage(runs));
  writeFileSync(LINES, runs.map((run) => `${JSON.stringify(run)}\n`).join(""));
  say(`${PAGE} and ${LINES} contain ${runs.length} runs`);
}

const program = new Command("chaos").description("Runs the product under faults and checks the result");
program
  .command("run", { isDefault: true })
  .option("--seed <number>", "draws the same faults and traffic again", numeric, 1)
  .option("--minutes <minutes>", "duration (default: 10)", numeric)
  .option("--faults <count>", "number of faults", numeric)
  .option("--clients <count>", "number of clients", numeric, 24)
  .option("--pace <factor>", "below 1, faults are shorter and follow sooner", numeric, 1)
  .option("--arrangement <name>", "processes or product (default: drawn from the seed)", arrangementOf)
  .action((options: Options) => runOnce(options));
program.command("report").description(`writes ${PAGE} and ${LINES} from ${RESULTS}`).action(writePage);

// A terminal and the program that started this one may both send the signal: the second must not interrupt what the first has begun.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130));
try {
  await program.parseAsync();
} catch (error) {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = COULD_NOT_RUN;
}
process.exit();
