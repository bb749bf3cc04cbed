/** Reads a list that is typed one thing per line. */

/** The lines that say something, without blanks around them. */
export const typedLines = (typed: string): string[] =>
  typed
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
