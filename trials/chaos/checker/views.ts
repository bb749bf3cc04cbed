/** Checks the read tables of bookings: each is the fold of the log. */

import type { Finding, ViewTable } from "./evidence/claims.ts";
import { createDays } from "./evidence/days.ts";
import { type Evidence, type LogEvent, streamsIn } from "./evidence/evidence.ts";
import { centsOf, fieldsOf, isoOf, numberOf, textOf } from "./evidence/fields.ts";
import { datesIn } from "./evidence/series.ts";
import { compareTable, type Row } from "./evidence/tables.ts";
import { statesOf } from "./fold/booking-fold.ts";
import { moneyOf, owedOnAccountOf } from "./fold/booking-money.ts";
import { type BookingFold, heldUntil } from "./fold/booking-state.ts";

export async function checkViews(evidence: Evidence): Promise<Finding[]> {
  const bookings = streamsIn(evidence, "booking").flatMap((events) => statesOf(events).at(-1) ?? []);
  const compare = (table: ViewTable, expected: readonly Row[]) =>
    compareTable(evidence, { table, key: ["booking_id"], expected });
  const takings = takingsRows(evidence);
  return [
    ...(await compare("bookings", bookings.map(bookingRow))),
    ...(await compare("availability", bookings.map(availabilityRow))),
    ...(await compare("loyalty", bookings.map(loyaltyRow))),
    ...(await compareTable(evidence, {
      table: "series",
      key: ["series_id"],
      expected: seriesRows(evidence),
    })),
    ...(await compareTable(evidence, {
      table: "takings",
      key: ["booking_id", "version"],
      expected: takings,
    })),
  ];
}

const iso = (at: number | null): string | null => (at === null ? null : isoOf(at));

function bookingRow(booking: BookingFold): Row {
  const money = moneyOf(booking);
  const refunds = [...booking.refunds];
  const open = refunds.filter(([, one]) => !one.issued && !one.failed && one.intent !== null);
  const { request } = booking;
  const isPayable = booking.lastIntent !== null && !booking.captured.has(booking.lastIntent);
  return {
    booking_id: booking.id,
    version: booking.version,
    series_id: booking.series?.id ?? null,
    series_number: booking.series?.number ?? null,
    room_id: booking.roomId,
    person_id: booking.personId,
    user_id: booking.userId,
    account_id: booking.accountId,
    waitlist_entry_id: numberOf(booking.request, "waitlistEntryId"),
    owed_cents: owedOnAccountOf(booking),
    starts_at: isoOf(booking.startsAt),
    ends_at: isoOf(booking.endsAt),
    first_starts_at: isoOf(booking.firstStartsAt),
    duration: booking.duration,
    hour_count: booking.hourCount,
    event_type: request.eventType,
    event_type_id: request.eventTypeId ?? null,
    attendees: request.attendees,
    engineer_required: request.engineerRequired,
    total_cents: booking.totalCents,
    downpayment_cents: booking.downpaymentCents,
    terms: { ...fieldsOf(request.terms), rates: booking.rates },
    received_cents: money.received,
    gone_cents: money.gone,
    disputed_cents: money.disputed,
    refund_under_way_cents: Math.max(0, money.asked - money.issued),
    due_cents: money.due,
    to_return_cents: money.toReturn,
    price_agreed: booking.priceAgreed,
    status: booking.status,
    expired: booking.expired,
    payment_status: booking.paymentStatus,
    visit: booking.visit,
    freed: booking.freed,
    payment_intent_id: isPayable ? booking.lastIntent : null,
    charge_id: booking.chargeId,
    cancelled_by: booking.cancelledBy,
    reason_id: booking.reasonId,
    told_reason_id: booking.toldReasonId,
    by_closure: booking.byClosure,
    failed_refunds: refunds.flatMap(([name, { failed }]) => (failed ? [name] : [])),
    refund_asked_at:
      open.length === 0 ? null : isoOf(Math.min(...open.map(([, { askedAt }]) => askedAt ?? 0))),
    hold_until: isoOf(booking.holdUntil),
    created_at: isoOf(booking.begunAt),
    updated_at: isoOf(booking.changedAt),
  };
}

const seriesRows = (evidence: Evidence): Row[] =>
  streamsIn(evidence, "series").flatMap((events) => {
    const [booked] = events;
    const last = events.at(-1);
    if (!booked || !last) return [];
    const { id, data } = booked;
    return [
      { series_id: id, version: last.version, repeat: data.repeat, dates: events.flatMap(datesIn).length },
    ];
  });

const availabilityRow = (booking: BookingFold): Row => ({
  booking_id: booking.id,
  version: booking.version,
  room_id: booking.roomId,
  starts_at: isoOf(booking.startsAt),
  ends_at: isoOf(booking.endsAt),
  status: booking.status,
  held_until: iso(heldUntil(booking)),
});

const loyaltyRow = (booking: BookingFold): Row => ({
  booking_id: booking.id,
  version: booking.version,
  person_id: booking.personId,
  user_id: booking.userId,
  paid_cents: moneyOf(booking).kept,
  status: booking.status,
});

function takingsRows(evidence: Evidence): Row[] {
  const { dayOf } = createDays(evidence.timeZone);
  return streamsIn(evidence, "booking").flatMap((events) => {
    const states = statesOf(events);
    return events.flatMap((event, i): Row[] => {
      const [method, cents] = movedBy(event, states[i - 1] ?? null, states[i] ?? null);
      if (cents === 0) return [];
      const { id, version, occurredAt } = event;
      return [{ booking_id: id, version, day: dayOf(occurredAt), method, cents }];
    });
  });
}

/** The method by which an event moved money, and how many cents came in. */
export function movedBy(
  { type, data }: LogEvent,
  before: BookingFold | null,
  after: BookingFold | null,
): readonly [string, number] {
  const cents = centsOf(data, "amountCents");
  if (type === "DeskMoneyReceived") return [textOf(data, "method") ?? "", cents];
  if (type === "DeskMoneyReturned") return [textOf(data, "method") ?? "", -cents];
  if (type === "PaymentMarked") return ["marked", cents];
  const onCards = (state: BookingFold | null): number => (state ? moneyOf(state).onCards : 0);
  return ["card", onCards(after) - onCards(before)];
}
