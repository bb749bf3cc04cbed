/** Counts how the calls of a run ended. */
import type { HistoryEntry } from "./history.ts";

export interface Outcomes {
  answered: number;
  refused: number;
  unanswered: number;
}

/** A summary of all calls in one line. */
export function callSummary(entries: readonly HistoryEntry[]): string {
  const calls = entries.filter((entry) => entry.kind === "call");
  const unanswered = calls.filter(({ status }) => status === null).length;
  const failed = calls.filter(({ status }) => status !== null && status >= 500 && status !== 503).length;
  return `${calls.length} calls, ${unanswered} unanswered, ${failed} answered 5xx`;
}

/** By operation. */
export function outcomesOf(entries: readonly HistoryEntry[]): Record<string, Outcomes> {
  const outcomes: Record<string, Outcomes> = {};
  for (const entry of entries) {
    if (entry.kind !== "call") continue;
    const outcome = outcomes[entry.operation] ?? { answered: 0, refused: 0, unanswered: 0 };
    outcomes[entry.operation] = outcome;
    if (entry.status === null) outcome.unanswered += 1;
    else if (entry.status < 400) outcome.answered += 1;
    else outcome.refused += 1;
  }
  return outcomes;
}
