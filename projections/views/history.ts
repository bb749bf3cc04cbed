/** Reads a booking's history for staff: its events in plain words, who did what and when, and what became of the money. */

import { stuckRefunds } from "../../core/booking/payment/refunds.ts";
import type { BookingEvent } from "../../core/booking/state/booking-events.ts";
import {
  cardMoneyLeftCents,
  deskReturnDueCents,
  disputedCents,
  dueCents,
  receivedCents,
  refundIssuedCents,
  returnableCents,
} from "../../core/booking/state/booking-money.ts";
import type { Booking } from "../../core/booking/state/booking-state.ts";
import { bookingStream } from "../../core/booking/state/booking-stream.ts";
import { readStream } from "../../core/log/read.ts";
import { fold } from "../../core/log/stream.ts";
import { readPerson } from "../../core/person/personal-data.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import { describeBookingEvent } from "../words/booking-texts.ts";
import { namesOf } from "./staff.ts";

const refundsOf = (booking: Booking, now: Date) => {
  const stuck = new Set(stuckRefunds(booking, now));
  return Object.entries(booking.refunds).map(([refundId, refund]) => ({
    refundId,
    amountCents: refund.amountCents,
    state: refund.failed ? ("failed" as const) : refund.issued ? ("issued" as const) : ("requested" as const),
    via: refund.paymentIntentId === null ? ("venue" as const) : ("stripe" as const),
    stripeRefundId: refund.stripeRefundId,
    /** The provider's reason, while the refund is failed. */
    reasonCode: refund.reasonCode,
    /** Refused, sent back, or under way for so long that its job must have died. */
    canRetry: refund.failed || stuck.has(refundId),
  }));
};

async function reasonsOf(sql: Sql, events: readonly BookingEvent[]): Promise<Map<string, string | null>> {
  const reasons = new Map<string, string | null>();
  for (const event of events) {
    for (const id of wordsOf(event)) reasons.set(id, (await readPerson(sql, id))?.freeText ?? null);
  }
  return reasons;
}

/** The rows of personal data with what staff wrote about an event. */
function wordsOf(event: BookingEvent): string[] {
  switch (event.type) {
    case "BookingCancelled":
    case "RefundRequested":
    case "PriceReduced":
      return given(event.data.reasonId);
    case "DeskMoneyReceived":
    case "DeskMoneyReturned":
      return given(event.data.reasonId, event.data.referenceId);
    case "BookingRequested":
      return given(event.data.priceReasonId);
    case "NoteTaken":
      return [event.data.noteId];
    default:
      return [];
  }
}

const given = (...ids: (string | undefined)[]): string[] => ids.filter((id) => id !== undefined);

/** A booking's history, read from the log; null if there is no such booking. Times in texts are the venue's. */
export async function readHistory(
  sql: Sql,
  id: number,
  { timeZone, now, roomName }: { timeZone: string; now: Date; roomName(id: number): string },
) {
  const events = await readStream(sql, bookingStream, id);
  const booking = fold(bookingStream, events);
  if (!booking.exists) return null;
  const reasons = await reasonsOf(sql, events);
  const nameOf = await namesOf(
    sql,
    events.map(({ meta }) => meta.actor),
  );
  const entries = events.map((event) => {
    const { version, occurredAt, meta } = event;
    const words = wordsOf(event).flatMap((reasonId) => reasons.get(reasonId) ?? []);
    const description = describeBookingEvent(event, {
      timeZone,
      roomName,
      disputedCents: (disputeId) => booking.disputes[disputeId]?.amountCents ?? 0,
      reason: words.join(", ") || null,
    });
    return {
      version,
      type: event.type,
      /** UTC instant. */
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
    /** Withheld for disputes that are open or lost. */
    disputedCents: disputedCents(booking),
    /** Still to be paid at the venue; 0 once cancelled. */
    dueCents: dueCents(booking),
    /** Still to be returned at the desk. */
    toReturnCents: deskReturnDueCents(booking),
    /** Received at the venue; can be returned there. */
    returnableCents: returnableCents(booking),
    /** Received by card; can be refunded. */
    refundableCents: cardMoneyLeftCents(booking),
    refunds,
  };
}
