/** Writes a booking for staff, from the projection or from the log. */

import { loadAccount } from "../../core/booking/billing/load-account.ts";
import { pageValue } from "../../core/booking/billing/pages.ts";
import { toAmount } from "../../core/booking/rules/money.ts";
import { remainingOf } from "../../core/booking/state/booking-money.ts";
import { isUnreadable } from "../../core/log/stream.ts";
import { EMPTY_PERSON, readPerson } from "../../core/person/personal-data.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import type { RoomDirectory } from "../../core/venue/rooms/rooms.ts";
import { type ListedBooking, readListed, readSeriesSize } from "../../projections/views/booking-list.ts";
import { type BookingRow, readBookingFromLog } from "../../projections/views/bookings.ts";
import { BookingRecord } from "../contract/booking-record.ts";
import { type StaffBooking, UNREADABLE_BOOKING } from "../contract/staff/staff-booking.ts";
import { seriesFieldsOf } from "./booking-json.ts";

const utc = (instant: string): string => new Date(instant).toISOString();

export function staffBookingJson(
  rooms: RoomDirectory,
  { booking, seriesSize, accountName, person, reason, eventWords, unreadable }: ListedBooking,
): StaffBooking {
  return {
    id: booking.booking_id,
    roomId: booking.room_id,
    roomName: rooms.byId(booking.room_id)?.name ?? "Unknown Room",
    userId: booking.user_id,
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    phone: person.phone,
    startTime: utc(booking.starts_at),
    endTime: utc(booking.ends_at),
    eventType: eventWords ?? booking.event_type,
    attendees: booking.attendees,
    specialRequirements: person.freeText,
    engineerRequired: booking.engineer_required,
    bookingDuration: BookingRecord.shape.bookingDuration.parse(booking.duration),
    hourCount: booking.hour_count,
    totalAmount: toAmount(booking.total_cents),
    downpaymentAmount: toAmount(booking.downpayment_cents),
    remainingAmount: toAmount(remainingOfRow(booking)),
    paymentStatus: booking.payment_status,
    stripeChargeId: booking.charge_id,
    status: booking.status,
    createdAt: utc(booking.created_at),
    expired: booking.expired,
    cancelledBy: booking.cancelled_by,
    cancellationReason: reason,
    receivedAmount: toAmount(booking.received_cents),
    refundedAmount: toAmount(booking.gone_cents),
    refundUnderWayAmount: toAmount(booking.refund_under_way_cents),
    refundFailed: booking.failed_refunds.length > 0,
    dueAmount: toAmount(booking.due_cents),
    toReturnAmount: toAmount(booking.to_return_cents),
    visit: booking.visit,
    freed: booking.freed,
    holdUntil: utc(booking.hold_until),
    updatedAt: utc(booking.updated_at),
    guestId: booking.person_id,
    ...seriesFieldsOf(booking, seriesSize),
    ...(booking.account_id === null ? {} : { accountId: booking.account_id, accountName }),
    unreadable: unreadable ? UNREADABLE_BOOKING : null,
  };
}

const remainingOfRow = (booking: BookingRow): number =>
  remainingOf({
    totalCents: booking.total_cents,
    downpaymentCents: booking.downpayment_cents,
    receivedCents: booking.received_cents,
    dueCents: booking.due_cents,
  });

/** A booking from the log at this moment, for answers that do not wait for a projection; null when there is none. */
export async function staffBookingJsonFromLog(
  { sql, rooms }: { sql: Sql; rooms: RoomDirectory },
  id: number,
): Promise<StaffBooking | null> {
  const booking = await readBookingFromLog(sql, id);
  if (!booking) return null;
  const read = (personId: string | null) => (personId === null ? null : readPerson(sql, personId));
  const { series_id, account_id } = booking;
  const [person, reason, event, seriesSize, account] = await Promise.all([
    read(booking.person_id),
    read(booking.reason_id),
    read(booking.event_type_id),
    series_id === null ? null : readSeriesSize(sql, series_id),
    account_id === null ? null : readAccountOf(sql, { accountId: account_id, bookingId: id }),
  ]);
  const json = staffBookingJson(rooms, {
    booking,
    seriesSize,
    accountName: account?.name ?? null,
    person: person ?? EMPTY_PERSON,
    reason: reason?.freeText ?? null,
    eventWords: event?.freeText ?? null,
    unreadable: false,
  });
  return account ? { ...json, invoiceNumbers: account.invoiceNumbers } : json;
}

/** The name of a booking's account, and the invoices that the booking is on. */
async function readAccountOf(
  sql: Sql,
  { accountId, bookingId }: { accountId: number; bookingId: number },
): Promise<{ name: string | null; invoiceNumbers: string[] } | null> {
  const { state } = await loadAccount(sql, accountId);
  if (!state.exists) return null;
  const holder = await readPerson(sql, state.personId);
  const visit = pageValue(state.visits, bookingId);
  return { name: holder?.firstName ?? null, invoiceNumbers: [...(visit?.invoices ?? [])] };
}

/** The same; a booking that this code cannot read is answered from the projection. Throws `Unreadable` if that has no row either. */
export async function staffBookingJsonOrUnreadable(
  { sql, rooms }: { sql: Sql; rooms: RoomDirectory },
  id: number,
): Promise<StaffBooking | null> {
  try {
    return await staffBookingJsonFromLog({ sql, rooms }, id);
  } catch (error) {
    const known = isUnreadable(error) ? await readListed(sql, id) : null;
    if (!known) throw error;
    return staffBookingJson(rooms, { ...known, unreadable: true });
  }
}
