/** Turns a text that a person typed into one line, for headers of mails and for calendars. Pure, safe in a browser. */

/** What is not seen; also the joiners, with the characters that they join. */
const UNSEEN =
  /([\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]?)([\p{Cc}\p{Cf}\p{Zl}\p{Zp}])(?=(.?))/gu;

const JOINER = /\u200c|\u200d/;
const JOINABLE = /[\p{L}\p{Extended_Pictographic}]/u;

/** The first half of a character of two, which its second half does not follow. */
const HALF = /[\ud800-\udbff]$/;

/** One line without control characters, at most `most` characters long; none of them is cut in two. */
export function oneLine(text: string, most: number): string {
  const line = text
    // Joiners within words of Persian and Hindi, and within an emoji, belong to what they join.
    .replace(UNSEEN, (both: string, before: string, unseen: string, after: string) =>
      before !== "" && JOINER.test(unseen) && JOINABLE.test(after) ? both : `${before} `,
    )
    .replace(/ {2,}/g, " ")
    .trim();
  return line.length > most
    ? `${line
        .slice(0, most - 1)
        .replace(HALF, "")
        .trimEnd()}…`
    : line;
}
