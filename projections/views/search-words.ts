/** Reads what staff type into a search: words, and phones in any of their usual forms. Pure. */

/** Parts of a phone, as they are typed apart: `+1 212 555 0198`, `(212) 555-0198`, `212.555.0198`. */
const PHONE = /(?<![^\s])\+?\(?\d[\d()./-]*(?:\s+\(?\d[\d()./-]*)+(?![^\s])/g;

/** The words of a search, in order; a phone whose parts are apart is one word. */
export const wordsOf = (search: string): string[] =>
  search
    .replace(PHONE, (phone) => phone.replace(/\s+/g, ""))
    .split(/\s+/)
    .filter(Boolean);

/** With fewer digits a word is not looked for as a phone number. */
const LEAST_OF_PHONE = 3;
/** A number without country code and leading zero has at least so many digits at its end. */
const NATIONAL_DIGITS = 9;

/**
 * The digits of a word that may be part of a phone, `(212)` or `555-0177`; null for any other word. A country code is left out, since the
 * number may have been given without it.
 */
export function phoneDigits(word: string): string | null {
  const digits = word.replace(/[()+./-]/g, "");
  if (!/^\d+$/.test(digits) || digits.length < LEAST_OF_PHONE) return null;
  if (/^1\d{10}$/.test(digits)) return digits.slice(1);
  return word.startsWith("+") && digits.length > NATIONAL_DIGITS ? digits.slice(-NATIONAL_DIGITS) : digits;
}
