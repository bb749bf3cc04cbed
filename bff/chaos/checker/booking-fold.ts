/** Owns what a booking's events add up to, folded by the checker alone: state, and where its money is. Cents, milliseconds since 1970. */
import type { LogEvent } from "./evidence.ts";
import { centsOf, type Fields, instantOf, numberOf, textOf } from "./fields.ts";

export interface RefundFold {
  /** Null: over the counter. */
  intent: string | null;
  cents: number;
  issued: boolean;
  failed: boolean;
  /** The provider's id of the last try. */
  providerId: string | null;
  /** When it was last asked for; null where nobody here asked. */
  askedAt: number | null;
}

export interface DisputeFold {
  intent: string;
  cents: number;
  outcome: string | null;
}

export interface BookingFold {
  id: number;
  version: number;
  begunAt: number;
  changedAt: number;
  personId: string;
  userId: number | null;
  roomId: number;
  startsAt: number;
  endsAt: number;
  firstStartsAt: number;
  duration: string | null;
  hourCount: number;
  totalCents: number;
  downpaymentCents: number;
  holdUntil: number;
  status: "pending" | "confirmed" | "completed" | "cancelled";
  expired: boolean;
  cancelledBy: string | null;
  reasonId: string | null;
  paymentStatus: string;
  lastIntent: string | null;
  chargeId: string | null;
  /** What each intent brought. */
  captured: ReadonlyMap<string, number>;
  counterIn: number;
  counterOut: number;
  /** The part of it that no refund had asked for. */
  counterOutUnasked: number;
  visit: string | null;
  priceAgreed: boolean;
  /** As it was requested: what nothing changes later. */
  request: Fields;
  rates: unknown;
  refunds: ReadonlyMap<string, RefundFold>;
  disputes: ReadonlyMap<string, DisputeFold>;
}

const sum = (numbers: Iterable<number>): number => {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
};

/** Where a booking's money is. */
export function moneyOf(booking: BookingFold) {
  const refunds = [...booking.refunds.values()];
  const away = [...booking.disputes.values()].filter(({ outcome }) => outcome !== "won");
  const intents = new Set([
    ...booking.captured.keys(),
    ...refunds.flatMap(({ intent }) => intent ?? []),
    ...[...booking.disputes.values()].map(({ intent }) => intent),
  ]);
  let cardAsked = 0;
  for (const intent of intents) {
    const own = refunds.filter((refund) => refund.intent === intent);
    const issued = sum(own.filter((refund) => refund.issued).map(({ cents }) => cents));
    const promised = sum(own.filter((refund) => !refund.issued).map(({ cents }) => cents));
    const disputed = sum(away.filter((one) => one.intent === intent).map(({ cents }) => cents));
    const left = Math.max(0, (booking.captured.get(intent) ?? 0) - issued - disputed);
    cardAsked += issued + Math.min(promised, left);
  }
  const cards = sum(booking.captured.values());
  const received = cards + booking.counterIn;
  const counterAsked = sum(refunds.filter(({ intent }) => intent === null).map(({ cents }) => cents));
  const asked = cardAsked + counterAsked + booking.counterOutUnasked;
  const issued =
    sum(refunds.filter((refund) => refund.issued).map(({ cents }) => cents)) + booking.counterOutUnasked;
  const disputed = sum(away.map(({ cents }) => cents));
  const kept = received - asked - disputed;
  const isOver = booking.status === "cancelled";
  const overpaid = isOver ? 0 : Math.max(0, kept - booking.totalCents);
  const promisedAtCounter = counterAsked - (booking.counterOut - booking.counterOutUnasked);
  const free = Math.max(0, Math.max(0, booking.counterIn - booking.counterOut) - promisedAtCounter);
  return {
    received,
    asked,
    issued,
    disputed,
    kept,
    paid: received - asked,
    gone: issued + disputed,
    due: isOver ? 0 : Math.max(0, booking.totalCents - kept),
    overpaid,
    toReturn: promisedAtCounter + Math.min(overpaid, free),
    onCards:
      cards -
      sum(refunds.filter((refund) => refund.issued && refund.intent !== null).map(({ cents }) => cents)) -
      disputed,
  };
}

/** Until when its hours are an unpaid hold; null when they are more, or nothing. */
export const heldUntil = (booking: BookingFold): number | null =>
  booking.status === "pending" && (booking.paymentStatus === "pending" || booking.paymentStatus === "failed")
    ? booking.holdUntil
    : null;

const RANK: Record<string, number> = { pending: 0, failed: 0, downpaid: 1, paid: 2 };
const rankOf = (status: string): number => RANK[status] ?? 0;

function statusByMoney(booking: BookingFold): string {
  const { paid } = moneyOf(booking);
  if (paid > 0 && paid >= booking.totalCents) return "paid";
  if (paid > 0 && paid >= booking.downpaymentCents) return "downpaid";
  return booking.paymentStatus === "failed" ? "failed" : "pending";
}

function withStatus(booking: BookingFold, choose: (now: number, byMoney: number) => boolean): BookingFold {
  const byMoney = statusByMoney(booking);
  const takes = choose(rankOf(booking.paymentStatus), rankOf(byMoney));
  return takes ? { ...booking, paymentStatus: byMoney } : booking;
}
const raised = (booking: BookingFold) => withStatus(booking, (now, byMoney) => byMoney > now);
const lowered = (booking: BookingFold) =>
  booking.status === "cancelled" ? booking : withStatus(booking, (now, byMoney) => byMoney < now);

function begun({ id, data, occurredAt }: LogEvent): BookingFold {
  const startsAt = instantOf(data, "startsAt");
  return {
    id,
    version: 0,
    begunAt: occurredAt,
    changedAt: occurredAt,
    personId: textOf(data, "personId") ?? "",
    userId: numberOf(data, "userId"),
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
    paymentStatus: "pending",
    lastIntent: null,
    chargeId: null,
    captured: new Map(),
    counterIn: 0,
    counterOut: 0,
    counterOutUnasked: 0,
    visit: null,
    priceAgreed: textOf(data, "priceReasonId") !== null,
    request: data,
    rates: (data.terms as Fields | undefined)?.rates ?? null,
    refunds: new Map(),
    disputes: new Map(),
  };
}

const over = { expired: false, cancelledBy: null, reasonId: null };

function standing(booking: BookingFold, status: "confirmed" | "completed"): BookingFold {
  const stands = { ...booking, ...over, status } as const;
  return booking.status === "cancelled" ? { ...stands, paymentStatus: statusByMoney(booking) } : stands;
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
      return booking.status === "cancelled" ? paid : raised(paid);
    }
    case "BalanceReceived":
      return { ...captured(booking, data), paymentStatus: data.settles ? "paid" : booking.paymentStatus };
    case "UnexpectedPaymentReceived":
      return captured(booking, data);
    case "PaymentFailed":
      return { ...booking, paymentStatus: "failed" };
    case "PaymentMarked":
    case "DeskMoneyReceived":
      return { ...booking, paymentStatus, counterIn: booking.counterIn + cents };
    case "DeskMoneyReturned": {
      const asked = sum([...booking.refunds.values()].map((one) => (one.intent === null ? one.cents : 0)));
      const promised = asked - (booking.counterOut - booking.counterOutUnasked);
      const counterOutUnasked = booking.counterOutUnasked + Math.max(0, cents - promised);
      return { ...booking, paymentStatus, counterOut: booking.counterOut + cents, counterOutUnasked };
    }
    case "VisitBegun":
      return { ...booking, visit: "arrived" };
    case "VisitEnded":
      return { ...booking, visit: "left" };
    case "VisitMissed":
      return { ...booking, visit: "no-show" };
    case "BookingConfirmed":
      return standing(booking, "confirmed");
    case "BookingCompleted":
      return standing(booking, "completed");
    case "BookingExpired":
      return { ...booking, ...over, status: "cancelled", expired: true };
    case "HoldReleased":
      return { ...booking, ...over, status: "cancelled", cancelledBy: "customer" };
    case "BookingCancelled":
      return {
        ...booking,
        status: "cancelled",
        expired: false,
        cancelledBy: textOf(data, "cancelledBy"),
        reasonId: textOf(data, "reasonId"),
      };
    case "BookingRescheduled":
      return { ...booking, ...spanned() };
    case "HoldChanged":
      return { ...booking, ...priced() };
    case "BookingMoved": {
      const moved = { ...booking, ...priced(), roomId: centsOf(data, "roomId"), paymentStatus };
      const priceAgreed = booking.priceAgreed && moved.totalCents === booking.totalCents;
      return { ...moved, priceAgreed, rates: data.rates ?? null };
    }
    case "RefundRequested":
      return lowered(refunded(booking, data, { intent, cents, askedAt: asked(data) }));
    case "RefundIssued": {
      const providerId = textOf(data, "stripeRefundId");
      return lowered(refunded(booking, data, { cents, providerId, issued: true, failed: false }));
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
      return lowered(
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

/** A booking after each of its events. */
export function statesOf(events: readonly LogEvent[]): BookingFold[] {
  const states: BookingFold[] = [];
  let state: BookingFold | null = null;
  for (const event of events) {
    state = nextOf(state, event);
    if (state) states.push(state);
  }
  return states;
}
