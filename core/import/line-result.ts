/** Names what becomes of each line of an import, in the words of its report (decision 308). Pure; safe in a browser. */

export const LINE_OUTCOMES = [
  "made",
  "clash",
  "unknown room",
  "in the past",
  "already imported",
  "cancelled",
  "has an account",
  "not readable",
] as const;
export type LineOutcome = (typeof LINE_OUTCOMES)[number];

export interface LineResult {
  /** In the file; the header is line 1. */
  line: number;
  outcome: LineOutcome;
  /** `made`, `clash with booking 42`, `date: is missing`. */
  text: string;
}

export const plainResult = (
  line: number,
  outcome: Exclude<LineOutcome, "clash" | "not readable">,
): LineResult => ({ line, outcome, text: TEXTS[outcome] ?? outcome });

const TEXTS: Partial<Record<LineOutcome, string>> = {
  cancelled: "cancelled where it comes from",
  "has an account": "already has an account",
};

export const notReadable = (line: number, problems: readonly string[]): LineResult => ({
  line,
  outcome: "not readable",
  text: problems.join("; "),
});

/** What is in a line's way: a booking, a closure of the room, or an earlier line of the same file. */
export type InTheWay = { bookingId: number } | { closed: true } | { line: number };

export function clash(line: number, way: InTheWay): LineResult {
  const what =
    "bookingId" in way ? `booking ${way.bookingId}` : "closed" in way ? "a closure" : `line ${way.line}`;
  return { line, outcome: "clash", text: `clash with ${what}` };
}

/** `line 7: clash with booking 42` */
export const resultText = ({ line, text }: LineResult): string => `line ${line}: ${text}`;

/** How many of each outcome. */
export function countResults(results: readonly LineResult[]): { made: number; notMade: number } {
  const made = results.filter(({ outcome }) => outcome === "made").length;
  return { made, notMade: results.length - made };
}
