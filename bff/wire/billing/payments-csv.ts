/** Writes the payments of a period for the bookkeeper: a line for each movement, with the provider's fee ([accounts](../../docs/accounts.md)). */
import { toUnits } from "../../../core/booking/rules/money.ts";
import { sharesOf } from "../../../core/series/agreed-shares.ts";
import { currencyCode } from "../../../core/venue/currency.ts";
import type { PaymentEntry } from "../../../projections/views/payments.ts";
import { WAYS } from "../../../projections/words/payment-lines.ts";
import type { CsvCell } from "../csv.ts";
import { momentCells } from "../money-csv.ts";

export const PAYMENT_HEADINGS = [
  "Date",
  "Time",
  "Kind",
  "Method",
  "Amount",
  "Currency",
  "Provider's fee",
  "Booking",
  "Invoice",
  "Account",
  "Account name",
  "Reference",
  "Provider's id",
] as const;

/** By the event. A refund that was sent back, and a dispute that was won, have the other sign. */
const KINDS: Readonly<Record<string, string>> = {
  DownpaymentReceived: "Payment",
  BalanceReceived: "Payment",
  UnexpectedPaymentReceived: "Payment",
  DeskMoneyReceived: "Payment",
  PaymentMarked: "Payment",
  InvoiceMoneyReceived: "Payment",
  InvoicePaymentReceived: "Payment",
  DeskMoneyReturned: "Return",
  InvoiceMoneyReturned: "Return",
  RefundIssued: "Refund",
  RefundRecorded: "Refund",
  RefundFailed: "Refund",
  InvoiceRefundIssued: "Refund",
  InvoiceRefundFailed: "Refund",
  DisputeOpened: "Dispute",
  DisputeClosed: "Dispute",
  InvoiceDisputeOpened: "Dispute",
  InvoiceDisputeClosed: "Dispute",
};

const kindOf = ({ type }: PaymentEntry): string => KINDS[type] ?? type;

/**
 * How each of the entries is written. `fees`: cents by payment at the provider, as far as they are known; all entries of a payment must be
 * given at once, since they share its fee.
 */
export function paymentCells(
  entries: readonly PaymentEntry[],
  { fees, timeZone }: { fees: ReadonlyMap<string, number>; timeZone: string },
): (entry: PaymentEntry) => CsvCell[] {
  const shares = feeShares(entries, fees);
  return (entry) => cellsOf(entry, shares.get(entry), timeZone);
}

/** A payment for several bookings has a line for each of them; together they have its fee. */
function feeShares(
  entries: readonly PaymentEntry[],
  fees: ReadonlyMap<string, number>,
): ReadonlyMap<PaymentEntry, number> {
  const lines = new Map<string, PaymentEntry[]>();
  for (const entry of entries) {
    const { paymentIntentId: id } = entry;
    if (id !== null && kindOf(entry) === "Payment") lines.set(id, [...(lines.get(id) ?? []), entry]);
  }
  return new Map(
    [...fees].flatMap(([id, feeCents]) => {
      const paid = lines.get(id) ?? [];
      const parts = sharesOf(
        feeCents,
        paid.map(({ cents }) => cents),
      );
      return paid.map((line, at): [PaymentEntry, number] => [line, parts[at] ?? 0]);
    }),
  );
}

const cellsOf = (entry: PaymentEntry, feeCents: number | undefined, timeZone: string): CsvCell[] => [
  ...momentCells(entry.at, timeZone),
  kindOf(entry),
  WAYS[entry.method],
  toUnits(entry.cents),
  currencyCode().toUpperCase(),
  feeCents === undefined ? null : toUnits(feeCents),
  entry.bookingId,
  entry.invoice,
  entry.accountId,
  entry.accountName,
  entry.reference,
  entry.providerId,
];
