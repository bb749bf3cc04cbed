/** Reads the body of a booking for the core (clock times become instants, amounts cents), and writes a booking for its visitor. */

import type { z } from "zod";
import type { AskedDetails } from "../../core/booking/details/plan-details.ts";
import type { HoldHours } from "../../core/booking/hold/hold.ts";
import type { BookingRequest } from "../../core/booking/new-booking.ts";
import { toAmount, toCents } from "../../core/booking/rules/money.ts";
import {
  downpaymentAskedOf,
  dueCents,
  paidCents,
  remainingCents,
} from "../../core/booking/state/booking-money.ts";
import type { Booking } from "../../core/booking/state/booking-state.ts";
import type { IdempotentRequest } from "../../core/log/idempotency.ts";
import type { RoomDirectory } from "../../core/venue/rooms/rooms.ts";
import { parseVenueTime } from "../../core/venue/time/venue-time.ts";
import type { BookingRow } from "../../projections/views/bookings.ts";
import type { BookingCreated, BookingOutline } from "../contract/booking.ts";
import type { BookingRecord } from "../contract/booking-record.ts";
import type { HoldChange } from "../contract/customer/held-booking.ts";
import type { FieldError } from "../contract/problem.ts";
import type { StaffBookingSubmission } from "../contract/staff/bookings-by-staff.ts";

export function bookingJson(rooms: RoomDirectory, id: number, booking: Booking): BookingOutline {
  return {
    id,
    roomId: booking.roomId,
    roomName: rooms.byId(booking.roomId)?.name ?? "",
    startTime: booking.startsAt.toISOString(),
    endTime: booking.endsAt.toISOString(),
    status: booking.status,
    paymentStatus: booking.paymentStatus,
    totalAmount: toAmount(booking.totalCents),
    downpaymentAmount: toAmount(booking.downpaymentCents),
    remainingAmount: toAmount(remainingCents(booking)),
    downpaymentDueAmount: toAmount(downpaymentAskedOf(booking, paidCents(booking))),
    dueAmount: toAmount(dueCents(booking)),
    ...accountFieldOf(booking.accountId),
    ...(booking.series && { seriesId: booking.series.id, seriesNumber: booking.series.number }),
  };
}

/** The billing account of a booking on account. */
export const accountFieldOf = (accountId: number | null): Pick<BookingOutline, "accountId"> =>
  accountId === null ? {} : { accountId };

/** Which date of which series a booking of the read tables is. */
export const seriesFieldsOf = (
  { series_id, series_number }: Pick<BookingRow, "series_id" | "series_number">,
  size: number | null,
): Pick<BookingRecord, "seriesId" | "seriesNumber" | "seriesSize"> =>
  series_id === null || series_number === null
    ? {}
    : { seriesId: series_id, seriesNumber: series_number, ...(size === null ? {} : { seriesSize: size }) };

/** A new booking, or a hold that has just been changed, until it is paid. */
export const createdBookingJson = (rooms: RoomDirectory, id: number, booking: Booking): BookingCreated => ({
  ...bookingJson(rooms, id, booking),
  paymentRequired: booking.accountId === null && booking.downpaymentCents > 0,
  holdUntil: booking.holdUntil.toISOString(),
});

type Submission = z.output<typeof StaffBookingSubmission>;

const centsOf = (amount: string | number | null | undefined): number | null =>
  amount == null ? null : toCents(amount);

/** The hours, and the price that was shown for them; a missing or invalid amount is null. */
const parseHours = (
  body: Pick<
    Submission,
    | "startDate"
    | "startTime"
    | "endTime"
    | "bookingDuration"
    | "hourCount"
    | "totalAmount"
    | "downpaymentAmount"
    | "remainingAmount"
  >,
  timeZone: string,
): HoldHours => ({
  startDate: body.startDate,
  startsAt: parseVenueTime(body.startDate, body.startTime, timeZone),
  endsAt: parseVenueTime(body.startDate, body.endTime, timeZone),
  duration: body.bookingDuration,
  hourCount: body.hourCount ?? null,
  quoted: {
    totalCents: centsOf(body.totalAmount),
    downpaymentCents: centsOf(body.downpaymentAmount),
    remainingCents: centsOf(body.remainingAmount),
  },
});

/** What changes of a hold: its hours (null if they stay), and its details as far as they are given (null if none are). */
export function parseHoldChange(
  body: z.output<typeof HoldChange>,
  timeZone: string,
): { hours: HoldHours | null; asked: AskedDetails | null } {
  const { startDate, startTime, endTime, bookingDuration, hourCount, ...rest } = body;
  const { totalAmount, downpaymentAmount, remainingAmount, specialRequirements, ...details } = rest;
  const amounts = { totalAmount, downpaymentAmount, remainingAmount };
  const hours =
    startDate === undefined || startTime === undefined || endTime === undefined
      ? null
      : parseHours({ startDate, startTime, endTime, bookingDuration, hourCount, ...amounts }, timeZone);
  const given = specialRequirements === undefined ? {} : { specialRequirements: specialRequirements || null };
  const asked = { ...details, ...given };
  return { hours, asked: Object.values(asked).some((value) => value !== undefined) ? asked : null };
}

/** What is booked, and the guest. */
export function parseBookingSubmission(
  body: Omit<Submission, "payment" | "holdUntil" | "priceReason" | "terms">,
  timeZone: string,
): HoldHours & Pick<BookingRequest, "roomId" | "attendees" | "engineerRequired" | "eventType" | "person"> {
  const { roomId, engineerRequired, eventType, firstName, lastName, email, phone } = body;
  const specialRequirements = body.specialRequirements || null;
  return {
    ...parseHours(body, timeZone),
    roomId,
    attendees: body.attendees ?? null,
    engineerRequired,
    eventType,
    person: {
      firstName,
      lastName: lastName || null,
      email: email || null,
      phone: phone || null,
      specialRequirements,
    },
  };
}

const AMOUNTS = ["totalAmount", "downpaymentAmount", "remainingAmount"] as const;

/** Amounts of staff that are no amounts: a field that is left out means something else than an empty one. */
export const unreadableAmounts = (body: Pick<Submission, (typeof AMOUNTS)[number]>): FieldError[] =>
  AMOUNTS.filter((path) => body[path] != null && toCents(body[path] ?? "") === null).map((path) => ({
    path,
    message: "Enter an amount, such as 150.00",
  }));

/** What staff book, its guest, and how it is paid. */
export const parseStaffSubmission = (
  body: Submission,
  timeZone: string,
): Omit<BookingRequest, keyof IdempotentRequest> => ({
  ...parseBookingSubmission(body, timeZone),
  userId: null,
  heldBy: "mailbox",
  caller: null,
  workDone: true,
  accountId: body.accountId,
  byStaff: {
    payment: body.payment,
    holdUntil: body.holdUntil ? new Date(body.holdUntil) : null,
    priceReason: body.priceReason || null,
  },
});
