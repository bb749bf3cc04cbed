/** Folds the events of a booking, without any of the product's code. Pure; in cents, and in milliseconds since 1970. */

import type { LogEvent } from "../evidence/evidence.ts";
import { centsOf, type Fields, instantOf, numberOf, textOf } from "../evidence/fields.ts";
import { seriesOf } from "../evidence/series.ts";
import { statusOnceActive, sum, withLoweredStatus, withRaisedStatus } from "./booking-money.ts";
import type { BookingFold, DisputeFold, RefundFold } from "./booking-state.ts";

function begun(event: LogEvent): BookingFold {
  const { id, data, occurredAt } = event;
  const startsAt = instantOf(data, "startsAt");
  return {
    id,
    version: 0,
    begunAt: occurredAt,
    changedAt: occurredAt,
    series: seriesOf([event]),
    personId: textOf(data, "personId") ?? "",
    userId: numberOf(data, "userId"),
    accountId: numberOf(data, "accountId"),
    owedOnceCancelledCents: 0,
    creditedCents: 0,
    roomId: centsOf(data, "roomId"),
    startsAt,
    endsAt: instantOf(data, "endsAt"),
    firstStartsAt: startsAt,
    duration: textOf(data, "duration"),
    hourCount: centsOf(data, "hourCount"),
    totalCents: centsOf(data, "totalCents"),
    downpaymentCents: centsOf(data, "downpaymentCents"),
    holdUntil: instantOf(data, "holdUntil"),
    status: "pending",
    expired: false,
    cancelledBy: null,
    reasonId: null,
    toldReasonId: null,
    byClosure: false,
    paymentStatus: "pending",
    lastIntent: null,
    chargeId: null,
    captured: new Map(),
    deskReceivedCents: 0,
    deskReturnedCents: 0,
    deskReturnedUnrequestedCents: 0,
    visit: null,
    freed: false,
    priceAgreed: textOf(data, "priceReasonId") !== null,
    request: data,
    rates: (data.terms as Fields | undefined)?.rates ?? null,
    refunds: new Map(),
    disputes: new Map(),
  };
}

const NOT_CANCELLED = {
  expired: false,
  cancelledBy: null,
  reasonId: null,
  toldReasonId: null,
  byClosure: false,
};

function withStatus(booking: BookingFold, status: "confirmed" | "completed"): BookingFold {
  const restored = { ...booking, ...NOT_CANCELLED, status } as const;
  return booking.status === "cancelled"
    ? { ...restored, paymentStatus: statusOnceActive(booking) }
    : restored;
}

function captured(booking: BookingFold, data: Fields): BookingFold {
  const intent = textOf(data, "paymentIntentId") ?? "";
  return { ...booking, captured: new Map(booking.captured).set(intent, centsOf(data, "amountCents")) };
}

const NO_REFUND: RefundFold = {
  intent: null,
  cents: 0,
  issued: false,
  failed: false,
  providerId: null,
  askedAt: null,
};

function refunded(booking: BookingFold, data: Fields, changes: Partial<RefundFold>): BookingFold {
  const name = textOf(data, "refundId") ?? "";
  const refund = { ...(booking.refunds.get(name) ?? NO_REFUND), ...changes };
  return { ...booking, refunds: new Map(booking.refunds).set(name, refund) };
}

function disputed(booking: BookingFold, data: Fields, dispute: DisputeFold): BookingFold {
  return { ...booking, disputes: new Map(booking.disputes).set(textOf(data, "disputeId") ?? "", dispute) };
}

const asked = (data: Fields): number | null => {
  const at = instantOf(data, "at");
  return Number.isNaN(at) ? null : at;
};

/** Null before the booking is requested. */
export function nextOf(before: BookingFold | null, event: LogEvent): BookingFold | null {
  const booking = event.type === "BookingRequested" ? begun(event) : before;
  if (!booking) return null;
  const after = event.type === "BookingRequested" ? booking : changed(booking, event);
  return { ...after, version: event.version, changedAt: event.occurredAt };
}

function changed(booking: BookingFold, { type, data }: LogEvent): BookingFold {
  const cents = centsOf(data, "amountCents");
  const intent = textOf(data, "paymentIntentId");
  const spanned = () => {
    const startsAt = instantOf(data, "startsAt");
    return { startsAt, endsAt: instantOf(data, "endsAt") };
  };
  const priced = () => ({
    ...spanned(),
    firstStartsAt: instantOf(data, "startsAt"),
    duration: textOf(data, "duration"),
    hourCount: centsOf(data, "hourCount"),
    totalCents: centsOf(data, "totalCents"),
    downpaymentCents: centsOf(data, "downpaymentCents"),
  });
  const paymentStatus = textOf(data, "paymentStatus") ?? booking.paymentStatus;
  switch (type) {
    case "PaymentIntentOpened":
      return { ...booking, lastIntent: intent };
    case "DownpaymentReceived": {
      const paid = { ...captured(booking, data), chargeId: textOf(data, "chargeId") };
      return booking.status === "cancelled" ? paid : withRaisedStatus(paid);
    }
    case "BalanceReceived":
      return { ...captured(booking, data), paymentStatus: data.settles ? "paid" : booking.paymentStatus };
    case "UnexpectedPaymentReceived":
      return captured(booking, data);
    case "PaymentFailed":
      return { ...booking, paymentStatus: "failed" };
    case "PaymentMarked":
    case "EarlierPaymentRecorded":
    case "DeskMoneyReceived":
      return { ...booking, paymentStatus, deskReceivedCents: booking.deskReceivedCents + cents };
    case "DeskMoneyReturned": {
      const asked = sum([...booking.refunds.values()].map((one) => (one.intent === null ? one.cents : 0)));
      const promised = asked - (booking.deskReturnedCents - booking.deskReturnedUnrequestedCents);
      const deskReturnedUnrequestedCents =
        booking.deskReturnedUnrequestedCents + Math.max(0, cents - promised);
      return {
        ...booking,
        paymentStatus,
        deskReturnedCents: booking.deskReturnedCents + cents,
        deskReturnedUnrequestedCents,
      };
    }
    case "VisitBegun":
      return { ...booking, visit: "arrived", freed: false };
    case "VisitEnded":
      return { ...booking, visit: "left", freed: false };
    case "VisitMissed":
      return { ...booking, visit: "no-show", freed: data.freed === true };
    case "VisitDelayed":
      return { ...booking, visit: "late", freed: false };
    case "VisitStageUndone":
      return { ...booking, visit: data.stage === "left" ? "arrived" : null, freed: false };
    case "BookingConfirmed":
      return withStatus(booking, "confirmed");
    case "BookingCompleted":
      return withStatus(booking, "completed");
    case "BookingExpired":
      return { ...booking, ...NOT_CANCELLED, status: "cancelled", expired: true };
    case "HoldReleased":
      return { ...booking, ...NOT_CANCELLED, status: "cancelled", cancelledBy: "customer" };
    case "BookingCancelled":
      return {
        ...booking,
        status: "cancelled",
        expired: false,
        cancelledBy: textOf(data, "cancelledBy"),
        reasonId: textOf(data, "reasonId"),
        toldReasonId: data.reasonTold === true ? textOf(data, "reasonId") : null,
        byClosure: data.byClosure === true,
        owedOnceCancelledCents: centsOf(data, "owedCents"),
      };
    case "AccountPaymentChanged":
      return { ...booking, paymentStatus };
    case "AccountCredited":
      return { ...booking, creditedCents: booking.creditedCents + centsOf(data, "cents") };
    case "BookingRescheduled":
      return { ...booking, ...spanned() };
    case "HoldChanged":
      return { ...booking, ...priced() };
    case "DetailsChanged": {
      const { eventTypeId = null, ...details } = data;
      const personId = textOf(data, "personId") ?? booking.personId;
      return { ...booking, personId, request: { ...booking.request, ...details, eventTypeId } };
    }
    case "BookingMoved": {
      const moved = { ...booking, ...priced(), roomId: centsOf(data, "roomId"), paymentStatus };
      const isSame = booking.priceAgreed && moved.totalCents === booking.totalCents;
      const priceAgreed = data.priceKept === true || isSame;
      return { ...moved, freed: false, priceAgreed, rates: data.rates ?? null };
    }
    case "PriceReduced":
      return {
        ...booking,
        totalCents: centsOf(data, "totalCents"),
        downpaymentCents: centsOf(data, "downpaymentCents"),
        paymentStatus,
        priceAgreed: true,
      };
    case "RefundRequested":
      return withLoweredStatus(refunded(booking, data, { intent, cents, askedAt: asked(data) }));
    case "RefundIssued": {
      const providerId = textOf(data, "stripeRefundId");
      return withLoweredStatus(refunded(booking, data, { cents, providerId, issued: true, failed: false }));
    }
    case "RefundFailed":
      return refunded(booking, data, {
        issued: false,
        failed: true,
        providerId: textOf(data, "stripeRefundId"),
      });
    case "RefundRetried":
      return refunded(booking, data, { failed: false, askedAt: asked(data) });
    case "RefundRecorded":
      return withLoweredStatus(
        refunded(booking, data, { intent, cents, issued: true, providerId: textOf(data, "stripeRefundId") }),
      );
    case "DisputeOpened":
      return disputed(booking, data, { intent: intent ?? "", cents, outcome: null });
    case "DisputeClosed": {
      const known = booking.disputes.get(textOf(data, "disputeId") ?? "");
      return known ? disputed(booking, data, { ...known, outcome: textOf(data, "outcome") }) : booking;
    }
    default:
      return booking;
  }
}

/** The state of a booking after each of its events. */
export function statesOf(events: readonly LogEvent[]): BookingFold[] {
  const states: BookingFold[] = [];
  let state: BookingFold | null = null;
  for (const event of events) {
    state = nextOf(state, event);
    if (state) states.push(state);
  }
  return states;
}
