/** Defines the rows that analytics stores of bookings and messages, and sums that are added to the rows of a table. */
import { HOUR_MS, type VenueDay } from "../../../core/venue/time/venue-time.ts";
import type { ProjectedRow } from "../../engine/projection.ts";
import type { BookingRow } from "../bookings.ts";

/** Who cancelled a booking, or that its hold expired or was released unpaid. */
export type Ending = "customer" | "venue" | "unpaid";

/** What analytics stores of a booking. `customer` tells customers apart without naming them. */
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
      | "due_cents"
      | "status"
      | "payment_status"
      | "visit"
    > {
  customer: string;
  created_on: VenueDay;
  made_by_staff: boolean;
  /** Set while cancelled; the same for the day. */
  ended: Ending | null;
  ended_on: VenueDay | null;
  /** What cards have paid, less what was returned to them. */
  card_cents: number;
  /** Of hours that were offered to an entry of the waitlist: taken once the booking was confirmed. Null for any other booking. */
  offer: "made" | "taken" | null;
}

export interface AnalyticsInquiry extends ProjectedRow {
  inquiry_id: number;
  customer: string;
  received_on: VenueDay;
}

/** Hours that are only offered are no booking that a visitor made (decision 286); their money, if any comes in, counts like all other. */
export const isOnlyOffered = ({ offer }: Pick<AnalyticsBooking, "offer">): boolean => offer === "made";

export const isActiveBooking = (booking: AnalyticsBooking): boolean =>
  booking.status !== "cancelled" && !isOnlyOffered(booking);

export const hoursOf = (booking: AnalyticsBooking): number =>
  (Date.parse(booking.ends_at) - Date.parse(booking.starts_at)) / HOUR_MS;

/** The same text is the same span; stored rows format it differently from new ones. */
export const isSameSpan = (a: AnalyticsBooking, b: AnalyticsBooking): boolean =>
  (a.starts_at === b.starts_at && a.ends_at === b.ends_at) ||
  (Date.parse(a.starts_at) === Date.parse(b.starts_at) && hoursOf(a) === hoursOf(b));

export const isSameVisit = (a: AnalyticsBooking, b: AnalyticsBooking): boolean =>
  a.room_id === b.room_id && isSameSpan(a, b);

/** Sums by key, as rows that will be added to those of a table. */
export interface Sums {
  keyColumns: readonly string[];
  rows(): Record<string, string | number>[];
}

/** `add` makes a row of zeros too if there was none, so that the set of rows does not depend on how events fall into batches. */
export function createSums<
  Key extends Record<string, string | number>,
  Figures extends Record<string, number>,
>(keyColumns: readonly (keyof Key & string)[], zero: Figures) {
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

export const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);

/** `part / whole`, rounded to one decimal. */
export const oneDecimal = (part: number, whole: number): number => Math.round((part / whole) * 10) / 10;
