/** Formats and reads a card in the test card form: number in groups of four, expiry as MM / YY, and what is wrong with either. */

const MAX_DIGITS = 19;
const MIN_DIGITS = 12;

export const digitsOf = (text: string): string => text.replace(/\D/g, "");

/** `4242424242424242` → `4242 4242 4242 4242`; other characters and excess digits are dropped. */
export function formatCardNumber(text: string): string {
  return digitsOf(text)
    .slice(0, MAX_DIGITS)
    .replace(/(\d{4})(?=\d)/g, "$1 ");
}

/**
 * `1230` → `12 / 30`. A first digit above 1 can only be a whole month (`9` → `09`). The slash appears with the year's first digit, so
 * that deleting never meets a separator that is added again.
 */
export function formatExpiry(text: string): string {
  const typed = text.trimStart();
  const single = /^\d\s*\//.test(typed) || /^[2-9]$/.test(typed);
  const digits = digitsOf(single ? `0${typed}` : typed).slice(0, 6);
  // Browsers fill in `MM/YYYY`; the century is dropped.
  const short = digits.length === 6 ? digits.slice(0, 2) + digits.slice(4) : digits.slice(0, 4);
  return short.length <= 2 ? short : `${short.slice(0, 2)} / ${short.slice(2)}`;
}

/** The position of the caret after formatting: behind as many digits as were before it. */
export function caretAfter(formatted: string, digitsBefore: number): number {
  if (digitsBefore === 0) return 0;
  let seen = 0;
  for (const [index, character] of [...formatted].entries()) {
    if (/\d/.test(character)) seen += 1;
    if (seen === digitsBefore) return index + 1;
  }
  return formatted.length;
}

/** The Luhn check of card numbers; it finds a mistyped digit before the provider is asked. */
export function isCardNumber(text: string): boolean {
  const digits = digitsOf(text);
  if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return false;
  let sum = 0;
  for (const [index, character] of [...digits].reverse().entries()) {
    const value = Number(character) * (index % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** An expiry as the provider takes it: month 1–12 and the full year; null if the text is not a month and a year. */
export function parseExpiry(text: string): { month: number; year: number } | null {
  const match = /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(text);
  if (!match) return null;
  const month = Number(match[1]);
  const year = Number(match[2]) % 100;
  return month >= 1 && month <= 12 ? { month, year: 2_000 + year } : null;
}

/** A card is valid to the end of its month. */
export function isExpired(expiry: { month: number; year: number }, now: Date): boolean {
  return (now.getFullYear() - expiry.year) * 12 + now.getMonth() + 1 - expiry.month > 0;
}
