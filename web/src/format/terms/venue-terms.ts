/**
 * Writes the venue's terms for visitors (what is paid when, and what is refunded),
 * with the original wording for the first terms (decision 120).
 */
import { INITIAL_VENUE } from "../../../../bff/contract/venue/initial-venue.ts";
import type { Venue } from "../../../../bff/contract/venue/venue-record.ts";
import { hoursText } from "../counts.ts";

export type RefundTerms = Venue["refundTerms"];

const key = (terms: RefundTerms): string =>
  terms
    .map(({ hoursBefore, refundPercent, feePercent }) => `${hoursBefore} ${refundPercent} ${feePercent}`)
    .join();

/** Whether these are the first terms, for which the pages have a wording of their own (decision 120). */
export const hasInitialRefundTerms = (terms: RefundTerms): boolean =>
  key(terms) === key(INITIAL_VENUE.refundTerms);

function refundWords({ refundPercent, feePercent }: RefundTerms[number]): string {
  if (refundPercent === 0) return "No refund";
  const share = refundPercent === 100 ? "Full refund" : `${refundPercent}% refund`;
  return feePercent === 0 ? share : `${share}, minus ${feePercent}% of the downpayment as a processing fee`;
}

/**
 * Rows by notice, the longest first: `{notice: "12 to 24 hours", refund: "50% refund"}`. The last row is the notice that no term covers.
 */
export function refundRows(terms: RefundTerms): { notice: string; refund: string }[] {
  const rows = terms.map((term, index) => {
    const longer = terms[index - 1]?.hoursBefore;
    const least = term.hoursBefore;
    const notice =
      longer !== undefined
        ? `${least} to ${hoursText(longer)}`
        : least === 0
          ? "Until it begins"
          : `${hoursText(least)} or more`;
    return { notice, refund: refundWords(term) };
  });
  const last = terms.at(-1)?.hoursBefore;
  if (last === 0) return rows;
  return [
    ...rows,
    { notice: last === undefined ? "At any time" : `Under ${hoursText(last)}`, refund: "No refund" },
  ];
}

/** One sentence for the terms of service: `"With 48 hours or more: full refund; under 48 hours: no refund."` */
export function refundSentence(terms: RefundTerms): string {
  if (hasInitialRefundTerms(terms)) {
    return "With 24 hours notice or more, the downpayment is refunded minus a 10% processing fee and rescheduling is free. With 12 to 24 hours, half is refunded. With less, there is no refund.";
  }
  const [first, ...others] = refundRows(terms).map(
    ({ notice, refund }) => `${notice.toLowerCase()}: ${refund.toLowerCase()}`,
  );
  const lead = terms.length === 0 || terms[0]?.hoursBefore === 0 ? "Cancelled" : "Cancelled with";
  return `${[`${lead} ${first}`, ...others].join("; ")}.`;
}

/** `"half"`, `"30%"`: the share that is paid at booking. */
export function shareText(percent: number): string {
  if (percent === 0) return "nothing";
  if (percent === 100) return "all of it";
  return percent === 50 ? "half" : `${percent}%`;
}

/** When each part is due, as a sentence for the terms of service. */
export function dueSentence(percent: number): string {
  if (percent === 0) return "Nothing is due when you book. The total is due on arrival at the venue.";
  if (percent === 100) return "The total is due when you book, by card. Nothing is left to pay on arrival.";
  return `${percent}% of the total is due as a downpayment when you book, by card. The remaining ${100 - percent}% is due on arrival at the venue.`;
}

/** When each part is paid, as a sentence for the other pages. */
export function paidSentence(percent: number): string {
  if (percent === 0) return "Nothing is paid when you book; the total is paid when you arrive.";
  if (percent === 100) return "The total is paid when you book.";
  return percent === 50
    ? "Half of the total is paid when you book, the other half when you arrive."
    : `${percent}% of the total is paid when you book, the rest when you arrive.`;
}

const lowerFirst = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** What is refunded, and until when moving is free, inside a sentence. */
export const refundSummary = (terms: RefundTerms): string =>
  `${lowerFirst(refundSentence(terms))}${hasInitialRefundTerms(terms) ? "" : " With 24 hours notice rescheduling is free."}`;
