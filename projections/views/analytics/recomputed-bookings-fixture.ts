/** Recomputes from the events alone each booking, and each movement of its money. */

import type { BookingEvent } from "../../../core/booking/state/booking-events.ts";
import { bookingStream } from "../../../core/booking/state/booking-stream.ts";
import { isByVenue } from "../../../core/log/append-request.ts";
import { eventsOf, type RawEvent } from "../../../core/log/stream.ts";
import { type VenueDay, venueDayOf } from "../../../core/venue/time/venue-time.ts";
import type { PeriodReport } from "./period-report.ts";
import { broughtToAccount, type OnAccount, onAccountOf } from "./recomputed-account-fixture.ts";

interface Facts {
  roomId: number;
  madeOn: VenueDay;
  byStaff: boolean;
  startsAt: Date;
  endsAt: Date;
  /** Null while it is not cancelled. */
  end: { how: "customer" | "venue" | "unpaid"; on: VenueDay } | null;
  noShow: boolean;
  /** What refunds at the desk have left to be returned. */
  toReturnCents: number;
  /** Null if it is paid otherwise than by invoices. */
  onAccount: OnAccount | null;
}

interface Movement {
  roomId: number;
  on: VenueDay;
  receivedCents: number;
  refundedOrDisputedCents: number;
  way: keyof PeriodReport["takingsCents"] | null;
  takenCents: number;
}

function moneyOf(event: BookingEvent, facts: Facts): Omit<Movement, "roomId" | "on"> | null {
  const NONE = { receivedCents: 0, refundedOrDisputedCents: 0, way: null, takenCents: 0 };
  switch (event.type) {
    case "DownpaymentReceived":
    case "BalanceReceived":
    case "UnexpectedPaymentReceived": {
      const cents = event.data.amountCents;
      return { ...NONE, receivedCents: cents, way: "card", takenCents: cents };
    }
    case "PaymentMarked": {
      const cents = event.data.amountCents;
      return { ...NONE, receivedCents: cents, way: "marked", takenCents: cents };
    }
    case "DeskMoneyReceived": {
      const cents = event.data.amountCents;
      return { ...NONE, receivedCents: cents, way: event.data.method, takenCents: cents };
    }
    case "DeskMoneyReturned": {
      const cents = event.data.amountCents;
      const asked = Math.min(cents, facts.toReturnCents);
      facts.toReturnCents -= asked;
      return { ...NONE, refundedOrDisputedCents: cents - asked, way: event.data.method, takenCents: -cents };
    }
    case "RefundIssued": {
      const cents = event.data.amountCents;
      if (event.data.via === "stripe")
        return { ...NONE, refundedOrDisputedCents: cents, way: "card", takenCents: -cents };
      facts.toReturnCents += cents;
      return { ...NONE, refundedOrDisputedCents: cents };
    }
    case "RefundFailed": {
      const cents = event.data.reversedCents;
      return cents === 0
        ? null
        : { ...NONE, refundedOrDisputedCents: -cents, way: "card", takenCents: cents };
    }
    default: {
      const receivedCents = facts.onAccount ? broughtToAccount(facts.onAccount, event) : 0;
      return receivedCents === 0 ? null : { ...NONE, receivedCents };
    }
  }
}

export function readFacts(events: readonly RawEvent[], timeZone: string) {
  const bookings = new Map<string, Facts>();
  const movements: Movement[] = [];
  for (const event of eventsOf(bookingStream, events)) {
    const on = venueDayOf(event.occurredAt, timeZone);
    if (event.type === "BookingRequested") {
      bookings.set(event.stream, {
        roomId: event.data.roomId,
        madeOn: on,
        byStaff: isByVenue(event.meta.actor),
        startsAt: new Date(event.data.startsAt),
        endsAt: new Date(event.data.endsAt),
        end: null,
        noShow: false,
        toReturnCents: 0,
        onAccount: onAccountOf(event),
      });
      continue;
    }
    const facts = bookings.get(event.stream);
    if (!facts) throw new Error(`${event.stream} does not begin with a request`);
    if (event.type === "BookingCancelled") facts.end = { how: event.data.cancelledBy, on };
    if (event.type === "BookingExpired" || event.type === "HoldReleased") facts.end = { how: "unpaid", on };
    if (event.type === "BookingConfirmed" || event.type === "BookingCompleted") facts.end = null;
    if (event.type === "VisitMissed") facts.noShow = true;
    if (event.type === "VisitBegun" || event.type === "VisitEnded") facts.noShow = false;
    if (event.type === "BookingMoved") facts.roomId = event.data.roomId;
    if (
      event.type === "BookingMoved" ||
      event.type === "BookingRescheduled" ||
      event.type === "HoldChanged"
    ) {
      facts.startsAt = new Date(event.data.startsAt);
      facts.endsAt = new Date(event.data.endsAt);
    }
    const money = moneyOf(event, facts);
    if (money) movements.push({ roomId: facts.roomId, on, ...money });
  }
  return { bookings: [...bookings.values()], movements };
}
