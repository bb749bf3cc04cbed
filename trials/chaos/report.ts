/** Writes the report of runs: a JSON file for each, and a page of text for all. */
import { CLAIMS } from "./checker/evidence/claims.ts";
import { FIXED_PROBLEMS } from "./fixed-problems.ts";
import type { RunResult } from "./run.ts";

/** The findings that are printed for each claim; the others are counted. */
const FINDINGS_PRINTED = 5;

interface Row {
  name: string;
  count: number;
  serving: number[];
  current: number[];
  never: number;
}

/** `runs` may be in any order and from any day. */
export function reportPage(runs: readonly RunResult[]): string {
  const faults = runs.flatMap((run) => run.faults);
  const findings = runs.flatMap((run) => run.findings.map((finding) => ({ seed: run.seed, ...finding })));
  const calls = totalsOf(runs);
  return `# What the faults found

\`make chaos\` sends traffic to the product, injects faults that a seed draws, and then checks the result with code that the product does not share
(\`trials/chaos/\`). The traffic reads, books, pays, changes and cancels single bookings and series, as visitors, customers and staff; on account too, with invoices, credit notes and their money; others wait for taken hours. \`make chaos-report\` writes this page from [faults.ndjson](faults.ndjson), which has one line for each run.

${runs.length} runs, ${number(faults.length)} faults, ${number(calls.all)} calls: ${number(calls.answered)} answered, ${number(calls.refused)} refused, ${number(calls.unanswered)} without an answer. **${findings.length} findings.**

## Rules

The checker judges each run by these:

${Object.entries(CLAIMS)
  .map(([claim, asserts]) => `- \`${claim}\`: ${asserts}`)
  .join("\n")}

## Faults

Serving: milliseconds from the moment when all parts of the product run again until every BFF has taken a booking. Current: from there until every BFF shows it.

| fault | times | serving p50 | max | current p50 | max |
|---|---:|---:|---:|---:|---:|
${rowsOf(faults).map(lineOf).join("\n")}

## Calls

| operation | answered | refused | no answer |
|---|---:|---:|---:|
${operationsOf(runs)
  .map(
    ([name, { answered, refused, unanswered }]) =>
      `| \`${name}\` | ${answered} | ${refused} | ${unanswered} |`,
  )
  .join("\n")}

## Runs

| seed | arrangement | began | seconds | faults | findings | |
|---:|---|---|---:|---:|---:|---|
${[...runs]
  .sort((a, b) => a.beganAt.localeCompare(b.beganAt))
  .map(
    (run) =>
      `| ${run.seed} | ${run.arrangement} | ${run.beganAt} | ${run.seconds} | ${run.faults.length} | ${run.findings.length} | ${run.remark ?? ""} |`,
  )
  .join("\n")}

## Problems that were found and fixed

Found by these runs, the failover test, the fuzz, or a review of the code at that time. Seeds that found a problem are kept.

${FIXED_PROBLEMS.map(foundLine).join("\n")}

## Findings

${findings.length === 0 ? "None." : findingsOf(findings).join("\n")}
`;
}

function foundLine({ problem, fix, test, seeds }: (typeof FIXED_PROBLEMS)[number]): string {
  const kept = seeds.map(({ seed, arrangement }) => ` Seed ${seed} (${arrangement}).`).join("");
  return `- ${problem} ${fix} Test: \`${test}\`.${kept}`;
}

type SeededFinding = RunResult["findings"][number] & { seed: number };

function findingsOf(findings: readonly SeededFinding[]): string[] {
  const claims = [...new Set(findings.map(({ claim }) => claim))];
  return claims.flatMap((claim) => {
    const those = findings.filter((finding) => finding.claim === claim);
    const printed = those.slice(0, FINDINGS_PRINTED);
    const lines = printed.map(({ seed, subject, words }) => `- seed ${seed}: ${claim}: ${subject}: ${words}`);
    return those.length > printed.length
      ? [...lines, `- ${claim}: ${those.length - printed.length} more`]
      : lines;
  });
}

function rowsOf(faults: RunResult["faults"]): Row[] {
  const rows = new Map<string, Row>();
  for (const { fault, partsBackAt, servingAt, currentAt } of faults) {
    const row = rows.get(fault) ?? { name: fault, count: 0, serving: [], current: [], never: 0 };
    rows.set(fault, row);
    row.count += 1;
    if (servingAt === null || currentAt === null) row.never += 1;
    else {
      row.serving.push(servingAt - partsBackAt);
      row.current.push(currentAt - servingAt);
    }
  }
  return [...rows.values()].sort((a, b) => a.name.localeCompare(b.name));
}

const lineOf = ({ name, count, serving, current, never }: Row): string =>
  `| ${name}${never > 0 ? ` (${never} × never)` : ""} | ${count} | ${median(serving)} | ${most(serving)} | ${median(current)} | ${most(current)} |`;

function median(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  return String(sorted[Math.floor((sorted.length - 1) / 2)] ?? "–");
}

const most = (values: readonly number[]): string => (values.length === 0 ? "–" : String(Math.max(...values)));

function operationsOf(
  runs: readonly RunResult[],
): [string, { answered: number; refused: number; unanswered: number }][] {
  const all = new Map<string, { answered: number; refused: number; unanswered: number }>();
  for (const [name, one] of runs.flatMap(({ operations }) => Object.entries(operations))) {
    const sum = all.get(name) ?? { answered: 0, refused: 0, unanswered: 0 };
    all.set(name, {
      answered: sum.answered + one.answered,
      refused: sum.refused + one.refused,
      unanswered: sum.unanswered + one.unanswered,
    });
  }
  return [...all].sort(([a], [b]) => a.localeCompare(b));
}

function totalsOf(runs: readonly RunResult[]) {
  const sums = operationsOf(runs).map(([, outcomes]) => outcomes);
  const sum = (of: (outcomes: (typeof sums)[number]) => number) =>
    sums.reduce((total, one) => total + of(one), 0);
  const [answered, refused, unanswered] = [
    sum((o) => o.answered),
    sum((o) => o.refused),
    sum((o) => o.unanswered),
  ];
  return { all: answered + refused + unanswered, answered, refused, unanswered };
}

const number = (value: number): string => value.toLocaleString("en-US");
