/** Owns what each change of a booking or inquiry adds to the figures of analytics. Pure; cents, hours, venue days (DECISIONS Analytics). */
import type { Recorded } from "../../core/log/stream.ts";
import { HOUR_MS, type VenueDay, venueDayOf } from "../../core/venue/venue-time.ts";
import type { ProjectedRow } from "../engine/projection.ts";
import type { BookingRow } from "./bookings.ts";

/** What analytics keeps of a booking. `customer` tells customers apart and names nobody. */
export interface AnalyticsBooking
  extends ProjectedRow,
    Pick<
      BookingRow,
      | "booking_id"
      | "room_id"
      | "starts_at"
      | "ends_at"
      | "total_cents"
      | "downpayment_cents"
      | "received_cents"
      | "gone_cents"
      | "status"
      | "payment_status"
    > {
  customer: string;
  created_on: VenueDay;
}

export interface AnalyticsInquiry extends ProjectedRow {
  inquiry_id: number;
  customer: string;
  received_on: VenueDay;
}

/** Sums by key, in the making: rows to be added to a table's own. */
export interface Sums {
  keyColumns: readonly string[];
  rows(): Record<string, string | number>[];
}

/** `add` also makes a row of zeros where nothing stood: which rows there are must not depend on how events fall into batches. */
function createSums<Key extends Record<string, string | number>, Figures extends Record<string, number>>(
  keyColumns: readonly (keyof Key & string)[],
  zero: Figures,
) {
  const sums = new Map<string, Record<string, string | number>>();
  const sumsOf: Sums = { keyColumns, rows: () => [...sums.values()] };
  return {
    ...sumsOf,
    add(key: Key, figures: Partial<Figures>, times: 1 | -1 = 1): void {
      let name = "";
      for (const column of keyColumns) name += `${key[column]} `;
      let row = sums.get(name);
      if (!row) {
        row = { ...zero, ...key };
        sums.set(name, row);
      }
      for (const figure in figures) row[figure] = Number(row[figure]) + times * (figures[figure] ?? 0);
    },
  };
}

const NO_ROOM_FIGURES = {
  pending: 0,
  confirmed: 0,
  completed: 0,
  cancelled: 0,
  booked_hours: 0,
  value_cents: 0,
  downpayments_cents: 0,
  remaining_cents: 0,
  received_cents: 0,
  gone_cents: 0,
};

const NO_DAY_FIGURES = { bookings: 0, received_cents: 0, gone_cents: 0, booked_hours: 0 };

const counts = (booking: AnalyticsBooking): boolean => booking.status !== "cancelled";

const hoursOf = (booking: AnalyticsBooking): number =>
  (Date.parse(booking.ends_at) - Date.parse(booking.starts_at)) / HOUR_MS;

/** The same text is the same span; stored rows write it otherwise than new ones. */
const isSameSpan = (a: AnalyticsBooking, b: AnalyticsBooking): boolean =>
  (a.starts_at === b.starts_at && a.ends_at === b.ends_at) ||
  (Date.parse(a.starts_at) === Date.parse(b.starts_at) && hoursOf(a) === hoursOf(b));

const isSameVisit = (a: AnalyticsBooking, b: AnalyticsBooking): boolean =>
  a.room_id === b.room_id && isSameSpan(a, b);

const hasSameFigures = (a: AnalyticsBooking, b: AnalyticsBooking): boolean =>
  a.status === b.status &&
  a.payment_status === b.payment_status &&
  a.total_cents === b.total_cents &&
  a.downpayment_cents === b.downpayment_cents &&
  a.received_cents === b.received_cents &&
  a.gone_cents === b.gone_cents &&
  isSameVisit(a, b);

/** What a booking as it stands is worth to its room's all-time figures. */
function roomFigures(booking: AnalyticsBooking, hours: number): typeof NO_ROOM_FIGURES {
  const { status, received_cents, gone_cents, downpayment_cents, total_cents } = booking;
  const isActive = counts(booking);
  const kept = Math.max(0, received_cents - gone_cents);
  const isDownpaid = booking.payment_status === "downpaid";
  return {
    pending: status === "pending" ? 1 : 0,
    confirmed: status === "confirmed" ? 1 : 0,
    completed: status === "completed" ? 1 : 0,
    cancelled: isActive ? 0 : 1,
    booked_hours: isActive ? hours : 0,
    value_cents: isActive ? total_cents : 0,
    downpayments_cents: isActive ? Math.min(kept, downpayment_cents) : 0,
    remaining_cents: isActive && isDownpaid ? total_cents - downpayment_cents : 0,
    received_cents,
    gone_cents,
  };
}

/** Every UTC offset is a whole number of quarters of an hour: within one, the day cannot change. */
const QUARTER_MS = 900_000;

/** The venue day of an instant, looked up once per quarter of an hour. */
export function venueDays(timeZone: string): (instant: Date) => VenueDay {
  const known = new Map<number, VenueDay>();
  return (instant) => {
    const quarter = Math.floor(instant.getTime() / QUARTER_MS);
    const day = known.get(quarter) ?? venueDayOf(instant, timeZone);
    known.set(quarter, day);
    return day;
  };
}

/** What a batch of events adds up to. */
export function createBatchSums(dayOf: (instant: Date) => VenueDay) {
  const rooms = createSums<{ room_id: number }, typeof NO_ROOM_FIGURES>(["room_id"], NO_ROOM_FIGURES);
  const roomDays = createSums<{ room_id: number; day: VenueDay }, typeof NO_DAY_FIGURES>(
    ["day", "room_id"],
    NO_DAY_FIGURES,
  );
  const days = createSums<{ day: VenueDay }, { inquiries: number }>(["day"], { inquiries: 0 });
  /** Those whose counts may have changed. */
  const customers = new Set<string>();
  let inquiries = 0;

  /** Moves the hours that a booking has on its venue day, of which a cancelled one has none. */
  function moveHours(before: AnalyticsBooking | null, after: AnalyticsBooking): void {
    const had = before !== null && counts(before);
    const has = counts(after);
    if (had && has && isSameVisit(before, after)) return;
    const place = ({ room_id, starts_at }: AnalyticsBooking) => ({
      room_id,
      day: dayOf(new Date(starts_at)),
    });
    if (had) roomDays.add(place(before), { booked_hours: hoursOf(before) }, -1);
    if (has) roomDays.add(place(after), { booked_hours: hoursOf(after) });
  }

  return {
    rooms,
    roomDays,
    days,
    customers,
    inquiries: () => inquiries,

    bookingChanged(
      before: AnalyticsBooking | null,
      after: AnalyticsBooking,
      event: Pick<Recorded, "occurredAt">,
    ): void {
      if (before && hasSameFigures(before, after)) return;
      const { room_id } = after;
      const hours = hoursOf(after);
      if (before) {
        const hoursBefore = isSameSpan(before, after) ? hours : hoursOf(before);
        rooms.add({ room_id: before.room_id }, roomFigures(before, hoursBefore), -1);
      }
      rooms.add({ room_id }, roomFigures(after, hours));
      if (!before) roomDays.add({ room_id, day: after.created_on }, { bookings: 1 });
      const received_cents = after.received_cents - (before?.received_cents ?? 0);
      const gone_cents = after.gone_cents - (before?.gone_cents ?? 0);
      if (received_cents !== 0 || gone_cents !== 0) {
        roomDays.add({ room_id, day: dayOf(event.occurredAt) }, { received_cents, gone_cents });
      }
      moveHours(before, after);
      if (!before || counts(before) !== counts(after)) customers.add(after.customer);
    },

    inquiryReceived(_before: AnalyticsInquiry | null, { customer, received_on }: AnalyticsInquiry): void {
      inquiries += 1;
      days.add({ day: received_on }, { inquiries: 1 });
      customers.add(customer);
    },
  };
}
