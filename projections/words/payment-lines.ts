/** Lists a booking's payments and returns, each with its date and way, for receipts. Integer cents; UTC instants. */

import type { TakingsMethod } from "../../core/booking/rules/statuses.ts";
import type { BookingEvent } from "../../core/booking/state/booking-events.ts";
import { receivedByInvoicesCents } from "../../core/booking/state/booking-money.ts";
import type { BookingState } from "../../core/booking/state/booking-state.ts";
import { bookingStream } from "../../core/booking/state/booking-stream.ts";
import { moneyMovedBy } from "../../core/booking/state/money-moved.ts";
import type { RecordedEvent } from "../../core/log/stream.ts";

/** `invoice`: the invoices of its billing account have paid what it owes. */
export type PaymentWay = TakingsMethod | "invoice";

export interface PaymentLine {
  at: Date;
  method: PaymentWay;
  /** Below zero: returned. */
  cents: number;
}

/** How money moved, as people read it. */
export const WAYS: Readonly<Record<PaymentWay, string>> = {
  cash: "Cash",
  terminal: "Card at the desk",
  transfer: "Transfer",
  card: "Card online",
  marked: "At the venue",
  invoice: "Invoice",
};

/** The oldest first; events that move no money are left out. */
export function paymentLines(events: readonly RecordedEvent<BookingEvent>[]): PaymentLine[] {
  let before = bookingStream.initial;
  return events.flatMap((event) => {
    const after = bookingStream.evolve(before, event);
    const [method, cents] = paidBy({ before, after, event });
    before = after;
    return cents === 0 ? [] : [{ at: event.occurredAt, method, cents }];
  });
}

function paidBy(step: Parameters<typeof moneyMovedBy>[0]): [PaymentWay, number] {
  const cents = byInvoices(step.after) - byInvoices(step.before);
  return cents === 0 ? moneyMovedBy(step) : ["invoice", cents];
}

const byInvoices = (state: BookingState): number => (state.exists ? receivedByInvoicesCents(state) : 0);

/** `R-42`: each booking has one receipt, which shows it as it is. */
export const receiptNumber = (bookingId: number): string => `R-${bookingId}`;
