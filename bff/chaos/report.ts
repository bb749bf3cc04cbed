/** Writes the report of runs: a JSON file for each, and a page of text for all. */
import { FOUND } from "./found.ts";
import type { RunResult } from "./run.ts";

/** The findings that are printed for each claim; the rest is a number. */
const FINDINGS_TOLD = 5;

interface Row {
  name: string;
  count: number;
  serving: number[];
  current: number[];
  never: number;
}

/** `runs` may be in any order and from any day. */
export function pageOf(runs: readonly RunResult[]): string {
  const faults = runs.flatMap((run) => run.faults);
  const findings = runs.flatMap((run) => run.findings.map((finding) => ({ seed: run.seed, ...finding })));
  const calls = totalsOf(runs);
  return `# What the faults found

\`make chaos\` uses the product as its clients do, hurts it by a seed, and has what is left judged by a checker that shares no code with it
(\`bff/chaos/\`). This page is written by \`make chaos-report\` from the runs' own files, which stand in [faults.ndjson](faults.ndjson), a run a line.

${runs.length} runs, ${number(faults.length)} faults, ${number(calls.all)} calls: ${number(calls.answered)} answered, ${number(calls.refused)} refused, ${number(calls.unanswered)} without an answer. **${findings.length} findings.**

## Faults

Milliseconds from all parts of the product being back to a booking taken by every BFF (serving), and from there to every BFF showing it (current).

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

## Found in the product, and mended

Found by these runs, by the failover test, by the fuzz, or by a reader of the code while these were made. Seeds that found something are kept.

${FOUND.map(foundLine).join("\n")}

## Findings

${findings.length === 0 ? "None." : findingsOf(findings).join("\n")}
`;
}

function foundLine({ wrong, mended, test, seeds }: (typeof FOUND)[number]): string {
  const kept = seeds.map(({ seed, arrangement }) => ` Seed ${seed} (${arrangement}).`).join("");
  return `- ${wrong} ${mended} Test: \`${test}\`.${kept}`;
}

type SeededFinding = RunResult["findings"][number] & { seed: number };

function findingsOf(findings: readonly SeededFinding[]): string[] {
  const claims = [...new Set(findings.map(({ claim }) => claim))];
  return claims.flatMap((claim) => {
    const those = findings.filter((finding) => finding.claim === claim);
    const told = those.slice(0, FINDINGS_TOLD);
    const lines = told.map(({ seed, subject, words }) => `- seed ${seed}: ${claim}: ${subject}: ${words}`);
    return those.length > told.length ? [...lines, `- ${claim}: ${those.length - told.length} more`] : lines;
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
