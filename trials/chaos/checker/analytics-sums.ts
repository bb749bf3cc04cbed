/** Computes the sums behind the analytics again from bookings: by room, by day and by hour. Pure; in cents, hours and venue days. */

import { type createDays, daysBetween } from "./evidence/days.ts";
import type { LogEvent } from "./evidence/evidence.ts";
import { createTotals, type Row } from "./evidence/tables.ts";
import { downpaymentOf, moneyOf } from "./fold/booking-money.ts";
import type { BookingFold } from "./fold/booking-state.ts";
import { movedBy } from "./views.ts";

const HOUR_MS = 3_600_000;

const LEADS: readonly (readonly [string, number])[] = [
  ["lead_same_day", 0],
  ["lead_2_days", 2],
  ["lead_6_days", 6],
  ["lead_13_days", 13],
  ["lead_27_days", 27],
  ["lead_longer", Number.POSITIVE_INFINITY],
];
const ENDINGS: Readonly<Record<string, string>> = {
  customer: "cancelled_by_customer",
  venue: "cancelled_by_venue",
  unpaid: "unpaid",
};
const ROOM_FIGURES = [
  "pending",
  "confirmed",
  "completed",
  "cancelled",
  "booked_hours",
  "value_cents",
  "downpayments_cents",
  "remaining_cents",
  "received_cents",
  "gone_cents",
];
const DAY_FIGURES = [
  "bookings",
  "made_by_staff",
  "lead_days",
  ...LEADS.map(([column]) => column),
  ...Object.values(ENDINGS),
  "no_shows",
  "received_cents",
  "gone_cents",
  "cash_cents",
  "terminal_cents",
  "transfer_cents",
  "card_cents",
  "marked_cents",
  "booked_hours",
];

/** A booking with further data of its events. */
export interface CountedBooking {
  booking: BookingFold;
  customer: string;
  createdOn: string;
  byStaff: boolean;
  ended: string | null;
  endedOn: string | null;
  /** Of hours that were offered to an entry of the waitlist: `taken` once the booking was confirmed. Null for any other booking. */
  offer: "made" | "taken" | null;
  events: readonly LogEvent[];
  states: readonly BookingFold[];
}

/** Hours that are only offered are no booking that a visitor made. */
const isCounted = ({ offer }: CountedBooking): boolean => offer !== "made";
export const isActive = (counted: CountedBooking): boolean =>
  isCounted(counted) && counted.booking.status !== "cancelled";
const hoursOf = ({ startsAt, endsAt }: BookingFold): number => (endsAt - startsAt) / HOUR_MS;

export function roomRows(counted: readonly CountedBooking[]): Row[] {
  const totals = createTotals(["room_id"], ROOM_FIGURES);
  for (const one of counted) {
    const { booking } = one;
    const { received, gone, due } = moneyOf(booking);
    const active = isActive(one);
    totals.add(
      { room_id: booking.roomId },
      {
        [booking.status]: isCounted(one) ? 1 : 0,
        booked_hours: active ? hoursOf(booking) : 0,
        value_cents: active ? booking.totalCents : 0,
        downpayments_cents: active ? Math.min(Math.max(0, received - gone), downpaymentOf(booking)) : 0,
        remaining_cents: active && booking.paymentStatus === "downpaid" ? due : 0,
        received_cents: received,
        gone_cents: gone,
      },
    );
  }
  return totals.rows();
}

export function dayRows(counted: readonly CountedBooking[], dayOf: (at: number) => string): Row[] {
  const totals = createTotals(["room_id", "day"], DAY_FIGURES);
  for (const one of counted) {
    const { booking, createdOn, byStaff, ended, endedOn, events, states } = one;
    const at = (day: string) => ({ room_id: booking.roomId, day });
    const visitOn = dayOf(booking.startsAt);
    const lead = Math.max(0, daysBetween(createdOn, visitOn));
    const bucket = LEADS.find(([, most]) => lead <= most)?.[0] ?? "lead_longer";
    const ahead = isActive(one) ? { lead_days: lead, [bucket]: 1 } : {};
    if (isCounted(one)) totals.add(at(createdOn), { bookings: 1, made_by_staff: byStaff ? 1 : 0, ...ahead });
    if (isActive(one)) totals.add(at(visitOn), { booked_hours: hoursOf(booking) });
    const column = ended === null || !isCounted(one) ? undefined : ENDINGS[ended];
    if (column && endedOn !== null) totals.add(at(endedOn), { [column]: 1 });
    if (booking.visit === "no-show") totals.add(at(visitOn), { no_shows: 1 });
    events.forEach((event, i) => {
      const [before, after] = [states[i - 1] ?? null, states[i]];
      if (!after) return;
      const was = before ? moneyOf(before) : { received: 0, gone: 0 };
      const is = moneyOf(after);
      const [method, cents] = movedBy(event, before, after);
      totals.add(
        { room_id: after.roomId, day: dayOf(event.occurredAt) },
        {
          received_cents: is.received - was.received,
          gone_cents: is.gone - was.gone,
          [`${method}_cents`]: cents,
        },
      );
    });
  }
  return totals.rows();
}

export function hourRows(
  counted: readonly CountedBooking[],
  { dayOf, hourOf }: ReturnType<typeof createDays>,
): Row[] {
  const totals = createTotals(["day", "hour"], ["booked_hours"]);
  for (const { booking } of counted.filter(isActive)) {
    const day = dayOf(booking.startsAt);
    for (let at = booking.startsAt; at < booking.endsAt; at += HOUR_MS) {
      totals.add({ day, hour: hourOf(at) }, { booked_hours: 1 });
    }
  }
  return totals.rows();
}

export function inquiryDays(inquiries: readonly Row[]): Row[] {
  const totals = createTotals(["day"], ["inquiries"]);
  for (const { received_on: day } of inquiries) totals.add({ day }, { inquiries: 1 });
  return totals.rows();
}
