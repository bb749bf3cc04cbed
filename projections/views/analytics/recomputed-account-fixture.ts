/** Recomputes from the events alone what invoices brought: for the bookings on account that they pay, and by method. */
import { accountStream } from "../../../core/booking/billing/account.ts";
import type { TakingsMethod } from "../../../core/booking/rules/statuses.ts";
import type { BookingEvent } from "../../../core/booking/state/booking-events.ts";
import { eventsOf, type RawEvent } from "../../../core/log/stream.ts";
import { type VenueDay, venueDayOf } from "../../../core/venue/time/venue-time.ts";

/** A booking on account as its events have left it. */
export interface OnAccount {
  totalCents: number;
  owedCents: number;
  letOffCents: number;
  isCancelled: boolean;
  isPaid: boolean;
}

/** Null for a booking that is paid otherwise. */
export const onAccountOf = ({
  data,
}: Extract<BookingEvent, { type: "BookingRequested" }>): OnAccount | null =>
  data.accountId === undefined
    ? null
    : {
        totalCents: data.totalCents,
        owedCents: data.totalCents,
        letOffCents: 0,
        isCancelled: false,
        isPaid: false,
      };

const broughtBy = ({ isPaid, owedCents, letOffCents }: OnAccount): number =>
  isPaid ? Math.max(0, owedCents - letOffCents) : 0;

/** Notes the event, and answers what it adds to the money received for the booking. */
export function broughtToAccount(visit: OnAccount, event: BookingEvent): number {
  const before = broughtBy(visit);
  switch (event.type) {
    case "AccountPaymentChanged":
      visit.isPaid = event.data.paymentStatus === "paid";
      break;
    case "AccountCredited":
      visit.letOffCents += event.data.cents;
      break;
    case "BookingMoved":
    case "PriceReduced":
      visit.totalCents = event.data.totalCents;
      visit.isPaid = event.data.paymentStatus === "paid";
      if (!visit.isCancelled) visit.owedCents = visit.totalCents;
      break;
    case "BookingCancelled":
      visit.isCancelled = true;
      visit.owedCents = event.data.owedCents ?? 0;
      break;
    case "BookingConfirmed":
    case "BookingCompleted":
      if (visit.isCancelled && visit.owedCents < visit.totalCents) visit.isPaid = false;
      visit.isCancelled = false;
      visit.owedCents = visit.totalCents;
      break;
    default:
  }
  return broughtBy(visit) - before;
}

interface InvoiceMoney {
  on: VenueDay;
  way: TakingsMethod;
  cents: number;
}

/** What each event of an account brought, by method; below zero if it took it back. */
export function invoiceMoneyIn(events: readonly RawEvent[], timeZone: string): InvoiceMoney[] {
  const refunds = new Map<string, { cents: number; isIssued: boolean }>();
  return eventsOf(accountStream, events).flatMap((event): InvoiceMoney[] => {
    const on = venueDayOf(event.occurredAt, timeZone);
    const card = (cents: number): InvoiceMoney[] => [{ on, way: "card", cents }];
    switch (event.type) {
      case "InvoiceMoneyReceived":
        return [{ on, way: event.data.method, cents: event.data.amountCents }];
      case "InvoiceMoneyReturned":
        return [{ on, way: event.data.method, cents: -event.data.amountCents }];
      case "InvoicePaymentReceived":
        return card(event.data.amountCents);
      case "InvoiceRefundRequested":
        refunds.set(nameOf(event.data), { cents: event.data.amountCents, isIssued: false });
        return [];
      case "InvoiceRefundIssued": {
        const refund = refunds.get(nameOf(event.data));
        if (!refund) return [];
        refund.isIssued = true;
        return card(-refund.cents);
      }
      case "InvoiceRefundFailed": {
        const refund = refunds.get(nameOf(event.data));
        if (!refund?.isIssued) return [];
        refund.isIssued = false;
        return card(refund.cents);
      }
      default:
        return [];
    }
  });
}

const nameOf = ({ invoice, refundId }: { invoice: string; refundId: string }): string =>
  `${invoice} ${refundId}`;
