/** Gathers the lines of a report that say the same, so that a thousand lines with one reason are read at once. Pure. */

const MOST_RANGES = 40;

interface Line {
  line: number;
  text: string;
}

/** `Lines 4, 9 to 12: unknown room`, in the order in which each text first comes. */
export function groupedLines(lines: readonly Line[]): { numbers: string; text: string }[] {
  const groups = new Map<string, number[]>();
  for (const { line, text } of lines) {
    const group = groups.get(text);
    if (group) group.push(line);
    else groups.set(text, [line]);
  }
  return [...groups].map(([text, numbers]) => ({ text, numbers: numbersText(numbers) }));
}

function numbersText(numbers: readonly number[]): string {
  if (numbers.length === 1) return `Line ${numbers[0]}`;
  const ranges: { from: number; to: number }[] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && number === last.to + 1) last.to = number;
    else ranges.push({ from: number, to: number });
  }
  const shown = ranges.slice(0, MOST_RANGES);
  const rest = numbers.length - shown.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const texts = shown.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`));
  return `Lines ${texts.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
