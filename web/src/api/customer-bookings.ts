/** The calls about a booking by its signed-in customer or the holder of its guest link. */
import { queryOptions } from "@tanstack/react-query";
import type {
  CancellationTerms,
  OwnBooking,
  OwnBookingChanged,
  Reschedule,
} from "../../../bff/contract/customer/customer.ts";
import { CUSTOMER_KEY } from "../session/customer-session.ts";
import { customerRequest } from "./customer-request.ts";
import { request } from "./request.ts";

/** By which right a booking is seen and changed. */
export type BookingRight = { kind: "customer"; bookingId: number } | { kind: "guest"; token: string };

const GUEST_KEY = ["guest"] as const;

const pathOf = (right: BookingRight): string =>
  right.kind === "customer"
    ? `/api/auth/bookings/${right.bookingId}`
    : `/api/guest/${encodeURIComponent(right.token)}`;

const callBy = (right: BookingRight) => (right.kind === "customer" ? customerRequest : request);

/** Under what the reads that show this booking lie. */
export const keyOf = (right: BookingRight) => (right.kind === "customer" ? CUSTOMER_KEY : GUEST_KEY);

/** `GET /api/auth/bookings`: all of the customer's own, the latest visit first; asked anew with each visit to the page. */
export const ownBookingsQuery = queryOptions({
  queryKey: [...CUSTOMER_KEY, "bookings"],
  queryFn: ({ signal }) => customerRequest<OwnBooking[]>("GET", "/api/auth/bookings", undefined, { signal }),
  staleTime: 0,
});

/** `GET /api/guest/{token}`. @throws RequestError 403 for a link that no longer holds. */
export const guestBookingQuery = (token: string) =>
  queryOptions({
    queryKey: [...GUEST_KEY, token],
    queryFn: ({ signal }) =>
      request<OwnBooking>("GET", pathOf({ kind: "guest", token }), undefined, { signal }),
    staleTime: 0,
  });

/** `GET …/cancellation`: always asked anew, since notice runs out by the minute. */
export const cancellationTermsQuery = (right: BookingRight) =>
  queryOptions({
    queryKey: ["cancellation-terms", right],
    queryFn: ({ signal }) =>
      callBy(right)<CancellationTerms>("GET", `${pathOf(right)}/cancellation`, undefined, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** `POST …/cancel`. `refundAmount` is what was shown. @throws RequestError 409 `RefundChanged` when it is another by now. */
export const cancelBooking = (right: BookingRight, refundAmount: string): Promise<OwnBookingChanged> =>
  callBy(right)<OwnBookingChanged>("POST", `${pathOf(right)}/cancel`, { refundAmount });

/** `POST …/reschedule`. @throws RequestError 409 when an hour is somebody else's by now or notice is too short. */
export const moveBooking = (right: BookingRight, to: Reschedule): Promise<OwnBookingChanged> =>
  callBy(right)<OwnBookingChanged>("POST", `${pathOf(right)}/reschedule`, to);

/** Where the booking's calendar file is; the browser's cookie speaks for a customer. */
export const calendarFileHref = (right: BookingRight): string => `${pathOf(right)}/calendar.ics`;
