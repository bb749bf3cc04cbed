/** Owns a booking's history as staff read it: its own events in plain words, who did what and when, and what became of the money. */
import type { BookingEvent } from "../../core/booking/booking-events.ts";
import {
  disputedCents,
  keptCents,
  receivedCents,
  refundIssuedCents,
} from "../../core/booking/booking-money.ts";
import type { Booking } from "../../core/booking/booking-state.ts";
import { bookingStream } from "../../core/booking/booking-stream.ts";
import { dollars } from "../../core/booking/money.ts";
import { stuckRefunds } from "../../core/booking/refunds.ts";
import type { Actor } from "../../core/log/append-request.ts";
import { readStream } from "../../core/log/read.ts";
import { fold } from "../../core/log/stream.ts";
import { readPerson } from "../../core/personal-data.ts";
import type { Sql } from "../../core/platform/database.ts";
import { shortDayAndTime } from "../../core/venue/time-format.ts";
import { staffNames } from "./staff.ts";

interface HistoryEntry {
  version: number;
  type: BookingEvent["type"];
  /** UTC instant. */
  at: Date;
  by: { kind: Actor["kind"]; name: string };
  text: string;
  amountCents: number | null;
  stripeId: string | null;
}

interface HistoryRefund {
  refundId: string;
  amountCents: number;
  state: "requested" | "issued" | "failed";
  via: "stripe" | "venue";
  stripeRefundId: string | null;
  /** The provider's, while failed. */
  reasonCode: string | null;
  /** Refused, sent back, or under way for so long that its job must have died. */
  canRetry: boolean;
}

export interface BookingHistory {
  entries: HistoryEntry[];
  receivedCents: number;
  refundIssuedCents: number;
  refundsUnderWayCents: number;
  /** Away for disputes that are open or lost. */
  disputedCents: number;
  /** Still to be paid at the venue; 0 once cancelled. */
  dueCents: number;
  refunds: HistoryRefund[];
}

/** What an entry says, with its money where it moves some. */
interface Description {
  text: string;
  amountCents?: number;
  stripeId?: string | null;
}

const MARKED = { downpaid: "downpaid", paid: "fully paid", failed: "failed" } as const;

const REFUND_REASONS = {
  "late-payment": "the payment came after the hold had ended",
  "duplicate-payment": "it was paid twice",
  cancelled: "the booking was cancelled",
  "wrong-amount": "it was not the amount that was asked for",
} as const;

/** One event of the booking in plain words; `reason` is staff's own, where they gave one. */
function describeEvent(
  event: BookingEvent,
  booking: Booking,
  timeZone: string,
  reason: string | null,
): Description {
  switch (event.type) {
    case "BookingRequested": {
      const { startsAt, endsAt, totalCents, downpaymentCents } = event.data;
      const span = shortDayAndTime(new Date(startsAt), new Date(endsAt), timeZone);
      return {
        text: `Requested for ${span}: ${dollars(totalCents)}, of which ${dollars(downpaymentCents)} down`,
      };
    }
    case "PaymentIntentOpened":
      return {
        text: `Payment of ${dollars(event.data.amountCents)} opened`,
        stripeId: event.data.paymentIntentId,
      };
    case "DownpaymentReceived": {
      const { amountCents, chargeId, paymentIntentId } = event.data;
      return {
        text: `Downpayment of ${dollars(amountCents)} received by card`,
        amountCents,
        stripeId: chargeId ?? paymentIntentId,
      };
    }
    case "UnexpectedPaymentReceived": {
      const { amountCents, expectedCents, chargeId, paymentIntentId } = event.data;
      return {
        text: `${dollars(amountCents)} received by card instead of ${dollars(expectedCents)}: a wrong amount, which pays for nothing`,
        amountCents,
        stripeId: chargeId ?? paymentIntentId,
      };
    }
    case "PaymentFailed": {
      const { declineCode, attemptId } = event.data;
      return { text: `Card declined${declineCode ? ` (${declineCode})` : ""}`, stripeId: attemptId };
    }
    case "PaymentMarked": {
      const { paymentStatus, amountCents } = event.data;
      const taken = amountCents > 0 ? `, ${dollars(amountCents)} received at the venue` : "";
      const undone = amountCents < 0 ? `, ${dollars(-amountCents)} taken back out of the books` : "";
      return { text: `Payment marked as ${MARKED[paymentStatus]}${taken}${undone}`, amountCents };
    }
    case "BookingConfirmed":
      return { text: "Confirmed" };
    case "BookingExpired":
      return { text: "Hold expired unpaid; the hours are free again" };
    case "BookingCancelled": {
      const by = event.data.cancelledBy === "venue" ? "by the venue" : "for the customer";
      return { text: `Cancelled ${by}${reason ? `: ${reason}` : ""}` };
    }
    case "HoldReleased":
      return { text: "Let go unpaid by whoever held it; the hours are free again" };
    case "HoldChanged": {
      const { startsAt, endsAt, totalCents, downpaymentCents } = event.data;
      const span = shortDayAndTime(new Date(startsAt), new Date(endsAt), timeZone);
      return {
        text: `Changed to ${span} while unpaid: ${dollars(totalCents)}, of which ${dollars(downpaymentCents)} down`,
      };
    }
    case "BookingCompleted":
      return { text: "Completed" };
    case "BookingRescheduled":
      return {
        text: `Moved to ${shortDayAndTime(new Date(event.data.startsAt), new Date(event.data.endsAt), timeZone)}`,
      };
    case "RefundRequested": {
      const { amountCents, paymentIntentId, reason: cause } = event.data;
      return {
        text: `Refund of ${dollars(amountCents)} asked for, since ${REFUND_REASONS[cause]}`,
        stripeId: paymentIntentId,
      };
    }
    case "RefundIssued": {
      const { amountCents, via, stripeRefundId } = event.data;
      const how = via === "stripe" ? "issued to the card" : "to be given back at the venue";
      return {
        text: `Refund of ${dollars(amountCents)} ${how}`,
        amountCents: -amountCents,
        stripeId: stripeRefundId,
      };
    }
    case "RefundFailed": {
      const { reasonCode, stripeRefundId, reversedCents } = event.data;
      const text = `Refund ${stripeRefundId ? "sent back by the bank" : "refused"}${reasonCode ? ` (${reasonCode})` : ""}`;
      return { text, amountCents: reversedCents, stripeId: stripeRefundId };
    }
    case "RefundRetried":
      return { text: "Refund asked for again" };
    case "RefundRecorded": {
      const { amountCents, stripeRefundId } = event.data;
      return {
        text: `Refund of ${dollars(amountCents)} made in Stripe's own dashboard`,
        amountCents: -amountCents,
        stripeId: stripeRefundId,
      };
    }
    case "DisputeOpened":
    case "DisputeClosed":
      return describeDispute(event, booking);
    default:
      return event satisfies never;
  }
}

function describeDispute(
  event: Extract<BookingEvent, { type: "DisputeOpened" | "DisputeClosed" }>,
  booking: Booking,
): Description {
  const { disputeId } = event.data;
  if (event.type === "DisputeOpened") {
    const { amountCents, reasonCode } = event.data;
    const why = reasonCode ? ` (${reasonCode})` : "";
    return amountCents === 0
      ? { text: `The customer's bank asks about the payment${why}; no money has moved`, stripeId: disputeId }
      : {
          text: `The customer's bank disputes ${dollars(amountCents)}${why}; the money is away until the dispute is won`,
          amountCents: -amountCents,
          stripeId: disputeId,
        };
  }
  const cents = booking.disputes[disputeId]?.amountCents ?? 0;
  if (cents === 0) return { text: "The bank's inquiry has ended; no money has moved", stripeId: disputeId };
  return event.data.outcome === "won"
    ? { text: `Dispute won: ${dollars(cents)} is back`, amountCents: cents, stripeId: disputeId }
    : { text: `Dispute lost: ${dollars(cents)} stays with the customer`, stripeId: disputeId };
}

const NAMES: Record<Exclude<Actor["kind"], "staff">, string> = {
  visitor: "Visitor",
  customer: "Customer",
  provider: "Stripe",
  system: "System",
};

function refundsOf(booking: Booking, now: Date): HistoryRefund[] {
  const stuck = new Set(stuckRefunds(booking, now));
  return Object.entries(booking.refunds).map(([refundId, refund]) => ({
    refundId,
    amountCents: refund.amountCents,
    state: refund.failed ? "failed" : refund.issued ? "issued" : "requested",
    via: refund.paymentIntentId === null ? "venue" : "stripe",
    stripeRefundId: refund.stripeRefundId,
    reasonCode: refund.reasonCode,
    canRetry: refund.failed || stuck.has(refundId),
  }));
}

async function reasonsOf(sql: Sql, events: readonly BookingEvent[]): Promise<Map<string, string | null>> {
  const reasons = new Map<string, string | null>();
  for (const { type, data } of events) {
    if (type !== "BookingCancelled" || !data.reasonId) continue;
    reasons.set(data.reasonId, (await readPerson(sql, data.reasonId))?.freeText ?? null);
  }
  return reasons;
}

/** A booking's history, read from the log itself; null when there is no such booking. Times in words are the venue's. */
export async function readHistory(
  sql: Sql,
  id: number,
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<BookingHistory | null> {
  const events = await readStream(sql, bookingStream, id);
  const booking = fold(bookingStream, events);
  if (!booking.exists) return null;
  const reasons = await reasonsOf(sql, events);
  const actors = events.map(({ meta }) => meta.actor);
  const names = await staffNames(
    sql,
    actors.flatMap((actor) => (actor.kind === "staff" ? [actor.id] : [])),
  );
  const nameOf = (actor: Actor): string =>
    actor.kind === "staff" ? (names.get(actor.id) ?? `Staff ${actor.id}`) : NAMES[actor.kind];
  const entries = events.map((event): HistoryEntry => {
    const { version, occurredAt, meta } = event;
    const reasonId = event.type === "BookingCancelled" ? event.data.reasonId : undefined;
    const description = describeEvent(event, booking, timeZone, (reasonId && reasons.get(reasonId)) || null);
    return {
      version,
      type: event.type,
      at: occurredAt,
      by: { kind: meta.actor.kind, name: nameOf(meta.actor) },
      amountCents: null,
      stripeId: null,
      ...description,
    };
  });
  const refunds = refundsOf(booking, now);
  return {
    entries,
    receivedCents: receivedCents(booking),
    refundIssuedCents: refundIssuedCents(booking),
    refundsUnderWayCents: refunds.reduce(
      (total, { state, amountCents }) => (state === "requested" ? total + amountCents : total),
      0,
    ),
    disputedCents: disputedCents(booking),
    dueCents: booking.status === "cancelled" ? 0 : Math.max(0, booking.totalCents - keptCents(booking)),
    refunds,
  };
}
