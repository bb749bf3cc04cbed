/** Runs the product under faults: starts it, sends traffic and faults drawn from a seed, waits until it is idle, and checks the result. */
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { watchHeads } from "./arena/heads.ts";
import { watchMails } from "./arena/mails.ts";
import { createProbe } from "./arena/probe.ts";
import { measureRecovery, waitForAllParts } from "./arena/recovery.ts";
import { ADMIN } from "./arena/run-environment.ts";
import type { Arrangement, RunningProduct } from "./arena/running-product.ts";
import { startSeparateProcesses } from "./arena/separate-processes.ts";
import { startSingleCommand } from "./arena/single-command.ts";
import { waitUntilIdle } from "./arena/wait-until-idle.ts";
import { openWebhookReceiver, type WebhookReceiver } from "./arena/webhook-receiver.ts";
import { callSummary, type Outcomes, outcomesOf } from "./call-outcomes.ts";
import { checkRun } from "./checker/check.ts";
import type { FaultContext, FaultKind } from "./faults/fault.ts";
import { drawFault } from "./faults/registry.ts";
import type { FaultDone, HistoryEntry, HistoryWriter } from "./history.ts";
import { type Random, randomOf } from "./random.ts";
import { startTraffic } from "./traffic/traffic.ts";

export interface RunOptions {
  seed: number;
  /** If absent, it is drawn from the seed. */
  arrangement?: Arrangement;
  /** The run ends after this many milliseconds or this many faults, whichever comes first. */
  forMs: number;
  faults: number;
  /** At 1 faults last their full time; below 1 every time is shorter. */
  pace: number;
  clients: number;
  /** The factor by which the limits of a recovery are extended. Absent means 1. */
  patience?: number;
  /** Called with messages of progress. */
  say(line: string): void;
}

/** The findings of the checker, and problems that the run itself has seen. */
interface Finding {
  claim: string;
  subject: string;
  words: string;
}

export interface RunResult {
  seed: number;
  arrangement: Arrangement;
  /** UTC, ISO 8601. */
  beganAt: string;
  seconds: number;
  faults: FaultDone[];
  operations: Record<string, Outcomes>;
  findings: Finding[];
  /** The folder with history, logs and data; null if there was nothing to examine. */
  folder: string | null;
  /** Written by hand for readers: other load on the machine, or a finding that was a defect of the tool. */
  remark?: string;
}

const HOLD_MINUTES = 0.75;
const OFFER_MINUTES = 0.5;
/** Traffic books up to this many days ahead; the days of the probe come after them. */
const DAYS = 150;
const OVERLAP = 0.2;
const REST_WITHIN_MS = 120_000;
const FAULT_WITHIN_MS = 180_000;

export async function run(options: RunOptions): Promise<RunResult> {
  const { seed, say } = options;
  const random = randomOf(seed);
  const arrangement =
    options.arrangement ??
    random.fork("arrangement").weighted([
      ["processes", 3],
      ["product", 1],
    ] as const);
  const began = Date.now();
  const folder = mkdtempSync(join(tmpdir(), `hub-chaos-${seed}-`));
  const entries: HistoryEntry[] = [];
  const history: HistoryWriter = {
    add(entry) {
      entries.push(entry);
      appendFileSync(join(folder, "history.ndjson"), `${JSON.stringify(entry)}\n`);
    },
  };
  say(`seed ${seed}: ${arrangement}, in ${folder}`);
  const open = arrangement === "product" ? startSingleCommand : startSeparateProcesses;
  const product = await open(folder, { holdMinutes: HOLD_MINUTES, offerMinutes: OFFER_MINUTES });
  const receiver = await openWebhookReceiver();
  let findings: Finding[];
  try {
    findings = [
      ...(await runAndCheck(product, options, { history, entries, random, receiver })),
      ...bugsIn(folder),
    ];
  } finally {
    await product.close();
    await receiver.close();
  }
  if (findings.length === 0) rmSync(folder, { recursive: true, force: true });
  return {
    seed,
    arrangement,
    beganAt: new Date(began).toISOString(),
    seconds: Math.round((Date.now() - began) / 1_000),
    faults: entries.filter((entry) => entry.kind === "fault"),
    operations: outcomesOf(entries),
    findings,
    folder: findings.length === 0 ? null : folder,
  };
}

interface Records {
  history: HistoryWriter;
  entries: readonly HistoryEntry[];
  random: Random;
  receiver: WebhookReceiver;
}

async function runAndCheck(
  product: RunningProduct,
  options: RunOptions,
  records: Records,
): Promise<Finding[]> {
  const { seed, clients, say } = options;
  const { history, entries, receiver } = records;
  const { bffs, provider } = product;
  const outbox = join(product.dataDir, "outbox");
  const stopMails = watchMails(outbox, history);
  const stopHeads = watchHeads(bffs, history);
  const traffic = await startTraffic({
    seed,
    bffs,
    provider: provider.browser,
    history,
    admin: ADMIN,
    outbox,
    receiver,
    clients,
    days: DAYS,
  });
  await doFaults(product, options, records);
  await traffic.stop();
  say(`seed ${seed}: traffic stopped, waiting until the product is idle`);
  const { unfinished, resumeWorkers } = await waitUntilIdle(product, REST_WITHIN_MS);
  try {
    await stopHeads();
    await runCommands(product, history);
    stopMails();
    say(`seed ${seed}: checking ${entries.length} entries`);
    const judged = await checkRun({
      history: [...entries],
      ownerUrl: product.server.ownerUrl(),
      providerUrl: provider.ownerUrl,
      baseUrl: bffs()[0] ?? null,
      offerMinutes: OFFER_MINUTES,
      ...(options.patience ? { patience: options.patience } : {}),
    });
    return [
      ...unfinished.map((words) => ({ claim: "rest.done", subject: "the idle product", words })),
      ...judged,
    ];
  } finally {
    resumeWorkers();
  }
}

async function doFaults(
  product: RunningProduct,
  options: RunOptions,
  { history, entries, random }: Records,
): Promise<void> {
  const { seed, pace, forMs, say } = options;
  const probe = createProbe(history);
  const until = performance.now() + forMs;
  let number = 0;
  while (number < options.faults && performance.now() < until) {
    const chance = random.fork(`faults from ${number + 1}`);
    await delay(chance.between(300, 1_500) * pace);
    const first = drawFault(chance, product.arrangement);
    const second = chance.chance(OVERLAP) ? drawFault(chance, product.arrangement) : first;
    const kinds = [...new Set([first, second])];
    const beganAt = Date.now();
    const targets = await inTime(
      Promise.all(kinds.map((kind) => kind.cause(sceneOf(kind, kinds.length === 1)))),
      kinds,
    );
    const partsBackAt = await waitForAllParts(product);
    const recovered = await measureRecovery(product, probe);
    for (const [n, kind] of kinds.entries()) {
      number += 1;
      const target = targets[n] ?? "";
      history.add({ kind: "fault", number, fault: kind.name, target, beganAt, partsBackAt, ...recovered });
    }
    say(
      `seed ${seed}: fault ${number}: ${kinds.map(({ name }) => name).join(" + ")} (${targets.join("; ")}): ${timesOf(recovered, partsBackAt)}; ${callSummary(entries)}`,
    );

    function sceneOf(kind: FaultKind, alone: boolean): FaultContext {
      const own = chance.fork(kind.name);
      return {
        product,
        history,
        alone,
        random: own,
        lasts: (least, most) => delay(own.between(least, most) * pace),
      };
    }
  }
}

/** Throws if a fault does not end in time. */
async function inTime<T>(acts: Promise<T>, kinds: readonly FaultKind[]): Promise<T> {
  const names = kinds.map(({ name }) => name).join(" + ");
  const tooLate = delay(FAULT_WITHIN_MS, undefined, { ref: false }).then(() => {
    throw new Error(`${names} did not end`);
  });
  return Promise.race([acts, tooLate]);
}

async function runCommands(product: RunningProduct, history: HistoryWriter): Promise<void> {
  const commands = [["verify"], ["check-guard"], ["diff", "all"]];
  for (const command of commands) {
    const { exitCode, output } = await product.runCommand(command).ended;
    history.add({ kind: "command", command: command.join(" "), endedAt: Date.now(), exitCode, output });
  }
}

/** Processes that ended by an unexpected error, by their logs. */
function bugsIn(folder: string): Finding[] {
  const logs = join(folder, "logs");
  return readdirSync(logs).flatMap((file) =>
    readFileSync(join(logs, file), "utf8")
      .split("\n")
      .filter((line) => line.includes("an error was not caught"))
      .map((line) => ({ claim: "process.bug", subject: file, words: line.slice(0, 1_000) })),
  );
}

function timesOf(
  { servingAt, currentAt }: Pick<FaultDone, "servingAt" | "currentAt">,
  partsBackAt: number,
): string {
  if (servingAt === null) return "NOT SERVING";
  const serving = `serving after ${servingAt - partsBackAt} ms`;
  return currentAt === null
    ? `${serving}, READ TABLES NOT CURRENT`
    : `${serving}, current ${currentAt - servingAt} ms later`;
}
