/** The calls about a booking that a signed-in customer or the holder of its guest link may make. */
import { queryOptions } from "@tanstack/react-query";
import type {
  CancellationTerms,
  OwnBooking,
  OwnBookingChanged,
  OwnCancellation,
  Reschedule,
} from "../../../bff/contract/customer/customer.ts";
import type { DetailsChange } from "../../../bff/contract/customer/held-booking.ts";
import { CUSTOMER_KEY } from "../session/customer-session.ts";
import { customerQuery, customerRequest } from "./customer-request.ts";
import { read, request } from "./request.ts";

/** The access by which a booking is seen and changed. */
export type BookingAccess = { kind: "customer"; bookingId: number } | { kind: "guest"; token: string };

const GUEST_KEY = ["guest"] as const;

const pathOf = (right: BookingAccess): string =>
  right.kind === "customer"
    ? `/api/auth/bookings/${right.bookingId}`
    : `/api/guest/${encodeURIComponent(right.token)}`;

const callBy = (right: BookingAccess) => (right.kind === "customer" ? customerRequest : request);

/** The query key of the reads that show this booking. */
export const bookingAccessKey = (right: BookingAccess) =>
  right.kind === "customer" ? CUSTOMER_KEY : GUEST_KEY;

/** `GET /api/auth/bookings`: all bookings of the customer, the latest visit first. They are read again each time the page is opened. */
export const ownBookingsQuery = customerQuery<OwnBooking[]>(
  [...CUSTOMER_KEY, "bookings"],
  "/api/auth/bookings",
);

/** `GET /api/guest/{token}`. @throws RequestError 403 for a link that is no longer valid. */
export const guestBookingQuery = (token: string) =>
  queryOptions({
    queryKey: [...GUEST_KEY, token],
    queryFn: read<OwnBooking>(pathOf({ kind: "guest", token })),
    staleTime: 0,
  });

/** `GET …/cancellation`. It is never cached, because the refund depends on the notice, which shrinks by the minute. */
export const cancellationTermsQuery = (right: BookingAccess) =>
  queryOptions({
    queryKey: ["cancellation-terms", right],
    queryFn: read<CancellationTerms>(`${pathOf(right)}/cancellation`, callBy(right)),
    staleTime: 0,
    gcTime: 0,
  });

/** `POST …/cancel`, with the amounts that the page showed. @throws RequestError 409 `RefundChanged` if one has changed. */
export const cancelBooking = (right: BookingAccess, shown: OwnCancellation): Promise<OwnBookingChanged> =>
  callBy(right)<OwnBookingChanged>("POST", `${pathOf(right)}/cancel`, shown);

/** `POST …/reschedule`. @throws RequestError 409 when an hour is taken or notice is too short. */
export const moveBooking = (right: BookingAccess, to: Reschedule): Promise<OwnBookingChanged> =>
  callBy(right)<OwnBookingChanged>("POST", `${pathOf(right)}/reschedule`, to);

/** `PUT …/details`: who comes. @throws RequestError 400 with field errors, 409 once the booking is over. */
export const changeDetails = (right: BookingAccess, details: DetailsChange): Promise<OwnBookingChanged> =>
  callBy(right)<OwnBookingChanged>("PUT", `${pathOf(right)}/details`, details);

/** The address of the booking's calendar file. A customer's access is the browser's cookie. */
export const calendarFileHref = (right: BookingAccess): string => `${pathOf(right)}/calendar.ics`;
