/** Owns how a text that somebody typed becomes one line, for headers of mails and for calendars. Pure, safe in a browser. */

/** One line, no control characters, no longer than `most`. */
export function oneLine(text: string, most: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
  return line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line;
}
