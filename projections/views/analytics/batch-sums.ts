/** Computes what each change of a booking or message adds to analytics (decisions 131 to 134). Pure; integer cents, hours, venue days. */
import type { BookingEvent } from "../../../core/booking/state/booking-events.ts";
import type { RecordedEvent } from "../../../core/log/stream.ts";
import type { VenueDay } from "../../../core/venue/time/venue-time.ts";
import { createDaySums } from "./day-sums.ts";
import {
  type AnalyticsBooking,
  type AnalyticsInquiry,
  createSums,
  hoursOf,
  isActiveBooking,
  isOnlyOffered,
  isSameSpan,
  isSameVisit,
} from "./rows.ts";

export const NO_ROOM_FIGURES = {
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

const hasSameFigures = (a: AnalyticsBooking, b: AnalyticsBooking): boolean =>
  a.status === b.status &&
  a.payment_status === b.payment_status &&
  a.offer === b.offer &&
  a.total_cents === b.total_cents &&
  a.downpayment_cents === b.downpayment_cents &&
  a.received_cents === b.received_cents &&
  a.gone_cents === b.gone_cents &&
  a.due_cents === b.due_cents &&
  isSameVisit(a, b);

/** What a booking in its current state contributes to its room's all-time figures. */
function roomFigures(booking: AnalyticsBooking, hours: number): typeof NO_ROOM_FIGURES {
  const { status, received_cents, gone_cents, downpayment_cents, total_cents } = booking;
  const isActive = isActiveBooking(booking);
  const isCounted = !isOnlyOffered(booking);
  const kept = Math.max(0, received_cents - gone_cents);
  const isDownpaid = booking.payment_status === "downpaid";
  return {
    pending: isCounted && status === "pending" ? 1 : 0,
    confirmed: isCounted && status === "confirmed" ? 1 : 0,
    completed: isCounted && status === "completed" ? 1 : 0,
    cancelled: isCounted && status === "cancelled" ? 1 : 0,
    booked_hours: isActive ? hours : 0,
    value_cents: isActive ? total_cents : 0,
    downpayments_cents: isActive ? Math.min(kept, downpayment_cents) : 0,
    remaining_cents: isActive && isDownpaid ? booking.due_cents : 0,
    received_cents,
    gone_cents,
  };
}

/** The sums over a batch of events. */
export function createBatchSums(dayOf: (instant: Date) => VenueDay, timeZone: string) {
  const rooms = createSums<{ room_id: number }, typeof NO_ROOM_FIGURES>(["room_id"], NO_ROOM_FIGURES);
  const daySums = createDaySums(dayOf, timeZone);
  const days = createSums<{ day: VenueDay }, { inquiries: number }>(["day"], { inquiries: 0 });
  /** The customers whose counts may have changed. */
  const customers = new Set<string>();
  let inquiries = 0;

  return {
    rooms,
    roomDays: daySums.roomDays,
    dayHours: daySums.dayHours,
    days,
    customers,
    inquiries: () => inquiries,

    bookingChanged(
      before: AnalyticsBooking | null,
      after: AnalyticsBooking,
      event: RecordedEvent<BookingEvent>,
    ): void {
      daySums.bookingChanged(before, after, event);
      if (before && before.customer !== after.customer) customers.add(before.customer).add(after.customer);
      if (before && hasSameFigures(before, after)) return;
      const { room_id } = after;
      const hours = hoursOf(after);
      if (before) {
        const hoursBefore = isSameSpan(before, after) ? hours : hoursOf(before);
        rooms.add({ room_id: before.room_id }, roomFigures(before, hoursBefore), -1);
      }
      rooms.add({ room_id }, roomFigures(after, hours));
      if (!before || isActiveBooking(before) !== isActiveBooking(after)) customers.add(after.customer);
    },

    inquiryReceived(_before: AnalyticsInquiry | null, { customer, received_on }: AnalyticsInquiry): void {
      inquiries += 1;
      days.add({ day: received_on }, { inquiries: 1 });
      customers.add(customer);
    },
  };
}
