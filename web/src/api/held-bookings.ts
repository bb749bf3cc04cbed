/**
 * The calls about a booking that its holder may make: the open holds, the booking itself, releasing it, changing its hours (decision 35).
 */
import { queryOptions } from "@tanstack/react-query";
import type { BookingCreated } from "../../../bff/contract/booking.ts";
import type { OwnBookingChanged } from "../../../bff/contract/customer/customer.ts";
import type { HeldBooking, HoldChange } from "../../../bff/contract/customer/held-booking.ts";
import { read, request } from "./request.ts";

/** The query key of every read in this file. */
export const HELD_KEY = ["held-bookings"] as const;

const readHolds = read<HeldBooking[]>("/api/bookings/held");

/**
 * `GET /api/bookings/held`: the open unpaid holds, the one that ends first at the front, and when (in milliseconds) they were asked for. They
 * are read once, then when one changes.
 */
export const heldAnswerQuery = queryOptions({
  queryKey: [...HELD_KEY, "running"],
  queryFn: async (context) => {
    const askedAt = Date.now();
    return { askedAt, holds: await readHolds(context) };
  },
});

/** The same, the holds alone. */
export const heldBookingsQuery = queryOptions({ ...heldAnswerQuery, select: ({ holds }) => holds });

/** `GET /api/bookings/{id}/own`, in any state. @throws RequestError 403 `NotTheHolder` for everyone else. */
export const heldBookingQuery = (bookingId: number) =>
  queryOptions({
    queryKey: [...HELD_KEY, bookingId],
    queryFn: read<HeldBooking>(`/api/bookings/${bookingId}/own`),
    staleTime: 0,
  });

/**
 * `POST /api/bookings/{id}/release`: frees the hours at once. `token` is the guest link's, if that is the access.
 *
 * @throws RequestError 409 once the booking is paid.
 */
export const releaseHold = (bookingId: number, token?: string): Promise<OwnBookingChanged> =>
  request<OwnBookingChanged>(
    "POST",
    `/api/bookings/${bookingId}/release`,
    token === undefined ? {} : { token },
  );

/** `PUT /api/bookings/{id}/hold`. @throws RequestError as making a booking does, and 409 once the booking is paid or over. */
export const changeHold = (bookingId: number, change: HoldChange): Promise<BookingCreated> =>
  request<BookingCreated>("PUT", `/api/bookings/${bookingId}/hold`, change);
