/** Says what a booking on account owes, in place of what others have paid and get back (decision 269). Integer cents. */
import { owedOfDownpayment } from "../../../core/booking/payment/on-account.ts";
import { formatMoney } from "../../../core/booking/rules/money.ts";
import { cancellationStages } from "../../../core/booking/rules/refund-policy.ts";
import type { Booking } from "../../../core/booking/state/booking-state.ts";
import { shortDateAndTime } from "../../../core/venue/time/time-format.ts";
import type { ContentRow } from "./mail-content.ts";

export const isOnAccount = ({ accountId }: Pick<Booking, "accountId">): boolean => accountId !== null;

export const ON_ACCOUNT_ROW: ContentRow = ["Charged", "On account: your invoice lists it"];

/** What is owed once cancelled. `isCredited`: it was on an invoice, which is lowered. */
export function owedSentence(owedCents: number, isCredited: boolean): string {
  if (owedCents > 0) {
    const owed = `Under the cancellation policy, ${formatMoney(owedCents)} is kept, and your invoice lists it.`;
    return isCredited ? `${owed} A credit note for the rest follows.` : owed;
  }
  return isCredited
    ? "It was on an invoice, so a credit note follows."
    : "On account: your invoice will not list it.";
}

/** What cancelling would leave to owe, stage by stage, from `at` on; none if no stage is left. */
export function owedRows(
  booking: Pick<Booking, "startsAt" | "downpaymentCents" | "creditedCents" | "terms">,
  { at, timeZone }: { at: Date; timeZone: string },
): ContentRow[] {
  const { startsAt, downpaymentCents, terms } = booking;
  const stages = cancellationStages(startsAt, downpaymentCents, downpaymentCents, terms);
  const left = stages.filter(({ until }) => until > at);
  if (left.length === 0) return [];
  const owed = (refundCents: number): string => {
    const cents = owedOfDownpayment(booking, refundCents);
    return cents > 0 ? `${formatMoney(cents)} is kept` : "Nothing is kept";
  };
  return [
    ...left.map(
      ({ until, refundCents }): ContentRow => [
        `Cancel until ${shortDateAndTime(until, timeZone)}`,
        owed(refundCents),
      ],
    ),
    ["After that", owed(0)],
  ];
}
