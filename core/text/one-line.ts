/** Turns a text that a person typed into one line, for headers of mails and for calendars. Pure, safe in a browser. */

/** One line without control characters, at most `most` characters long. */
export function oneLine(text: string, most: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
  return line.length > most ? `${line.slice(0, most - 1).trimEnd()}…` : line;
}
