/** What is typed of a credit note, what is sent of it, and what it would do (decision 265). Pure; integer cents. */
import type { FieldErrors } from "react-hook-form";
import { CreditRequest, type Invoice } from "../../../../../bff/contract/billing/invoices.ts";
import { formatMoney, toAmount, toCents } from "../../../../../core/booking/rules/money.ts";
import { signedCents } from "../../../format/signed-cents.ts";

/** A line of the invoice. */
interface CreditPart {
  bookingId: number;
  text: string;
  /** Of the line, less earlier credit notes. */
  leftCents: number;
  isChosen: boolean;
  amount: string;
}

export interface CreditDraft {
  /** The lines of which something is left. Not named as in the call, whose lines are only those that are chosen. */
  parts: CreditPart[];
  reason: string;
}

/** `credits`: the credit notes of the invoice. A single line is chosen at once. */
export function creditDraftOf({ lines }: Pick<Invoice, "lines">, credits: readonly Invoice[]): CreditDraft {
  const credited = new Map<number, number>();
  for (const { bookingId, amount } of credits.flatMap((credit) => credit.lines)) {
    credited.set(bookingId, (credited.get(bookingId) ?? 0) + signedCents(amount));
  }
  const left = lines
    .map((line) => ({ ...line, leftCents: signedCents(line.amount) - (credited.get(line.bookingId) ?? 0) }))
    .filter(({ leftCents }) => leftCents > 0);
  return {
    parts: left.map(({ bookingId, text, leftCents }) => ({
      bookingId,
      text,
      leftCents,
      isChosen: left.length === 1,
      amount: toAmount(leftCents),
    })),
    reason: "",
  };
}

/** The sum of the chosen lines; null while an amount is none. */
export const creditCents = ({ parts }: CreditDraft): number | null =>
  parts
    .filter(({ isChosen }) => isChosen)
    .reduce<number | null>((sum, { amount }) => {
      const cents = toCents(amount);
      return sum === null || cents === null ? null : sum + cents;
    }, 0);

/** The form's rules: the contract's, and no more of a line than is left. */
export function checkCredit(draft: CreditDraft) {
  const chosen = draft.parts.flatMap((part, at) => (part.isChosen ? [{ part, at }] : []));
  const values: CreditRequest = {
    lines: chosen.map(({ part: { bookingId, amount } }) => ({ bookingId, amount })),
    reason: draft.reason,
  };
  const errors: FieldErrors<CreditDraft> = {};
  const parts: { amount?: { type: string; message: string } }[] = [];
  const complain = (at: number, message: string) => {
    parts[at] = { amount: { type: "contract", message } };
  };
  for (const { path, message } of CreditRequest.safeParse(values).error?.issues ?? []) {
    const [field, line] = path;
    if (field === "reason") errors.reason = { type: "contract", message };
    else if (typeof line === "number") complain(chosen[line]?.at ?? 0, message);
    else errors.parts = { type: "contract", message };
  }
  for (const { part, at } of chosen) {
    if ((toCents(part.amount) ?? 0) > part.leftCents) {
      complain(at, `At most ${formatMoney(part.leftCents)} is left of this line`);
    }
  }
  if (parts.length > 0) errors.parts = parts;
  return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
}

/** What the credit note would do, in sentences; empty while nothing is chosen. */
export function creditEffects(cents: number, { balance, credited, total }: Invoice): string[] {
  if (cents === 0) return [];
  const before = signedCents(balance);
  const after = before - cents;
  const isWhole = signedCents(credited) + cents >= signedCents(total);
  return [
    `The visits owe ${formatMoney(cents)} less.`,
    ...(before > 0
      ? [`What is due falls from ${formatMoney(before)} to ${formatMoney(Math.max(0, after))}.`]
      : []),
    ...(after < 0
      ? [
          `${formatMoney(-after)} is then paid too much: what cards paid goes back to them by itself, the rest is to be returned by staff.`,
        ]
      : []),
    ...(isWhole ? ["The invoice is then cancelled."] : []),
  ];
}
