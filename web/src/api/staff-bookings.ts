/** Staff's calls about bookings: the list with its figures, one booking with its history, and every change. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { RoomBooking } from "../../../bff/contract/room.ts";
import type {
  BookingMove,
  BookingMoved,
  BookingSwap,
  BookingsSwapped,
  StaffBookingCreated,
  StaffBookingSubmission,
} from "../../../bff/contract/staff/bookings-by-staff.ts";
import type { Note } from "../../../bff/contract/staff/guest.ts";
import type {
  BookingHistory,
  CancelledBy,
  RefundPreview,
  StaffBooking,
  StaffBookingChange,
  StaffBookingSummary,
} from "../../../bff/contract/staff/staff-booking.ts";
import { monthOf, type VenueDay } from "../../../core/venue/time/venue-time.ts";
import { STAFF_KEY } from "../session/staff-session.ts";
import { takenHoursPath } from "./rooms.ts";
import { staffQuery, staffRequest } from "./staff-request.ts";

export type StatusFilter = "all" | StaffBooking["status"];
export type PaymentFilter = "all" | StaffBooking["paymentStatus"];

export interface BookingFilter {
  search: string;
  status: StatusFilter;
  paymentStatus: PaymentFilter;
  /** Venue days on which the visit begins, the first and the last included; without them, any day. */
  from?: VenueDay | undefined;
  to?: VenueDay | undefined;
  /** Only bookings on this billing account. */
  accountId?: number | undefined;
}

export interface BookingPage extends BookingFilter {
  sort: "createdAt" | "startTime" | "totalAmount";
  order: "asc" | "desc";
  /** Counted from 1. */
  page: number;
}

/** How many bookings are on one page of the list. */
export const BOOKINGS_PER_PAGE = 20;

export const BOOKINGS_KEY = [...STAFF_KEY, "bookings"] as const;
/** Under the bookings' key, because a guest's bookings are part of what is shown of the guest. */
export const GUESTS_KEY = [...BOOKINGS_KEY, "guests"] as const;
export const BOOKING_LISTS_KEY = [...BOOKINGS_KEY, "list"] as const;

const paramsOf = ({ search, status, paymentStatus, from, to, accountId }: BookingFilter) =>
  new URLSearchParams({
    search,
    status,
    paymentStatus,
    ...(from && { from }),
    ...(to && { to }),
    ...(accountId && { accountId: String(accountId) }),
  });

/** `GET /api/bookings`, one page. The page before it stays on screen until it arrives. */
export const bookingsQuery = (page: BookingPage) => {
  const { sort, order } = page;
  const slice = new URLSearchParams({
    sort,
    order,
    page: String(page.page),
    limit: String(BOOKINGS_PER_PAGE),
  });
  return {
    ...staffQuery<StaffBooking[]>([...BOOKING_LISTS_KEY, page], `/api/bookings?${paramsOf(page)}&${slice}`),
    placeholderData: keepPreviousData,
  };
};

/** `GET /api/bookings`: the visits that begin on a venue day, by their start; at most a hundred. */
export const visitsOfDayQuery = (day: VenueDay) => {
  const wanted = { search: "", status: "all", paymentStatus: "all", from: day, to: day } as const;
  return staffQuery<StaffBooking[]>(
    [...BOOKING_LISTS_KEY, "day", day],
    `/api/bookings?${paramsOf(wanted)}&sort=startTime&order=asc&limit=100`,
  );
};

/** `GET /api/bookings/summary`: the stat cards, and how many bookings match the filter. */
export const bookingSummaryQuery = (filter: BookingFilter) => ({
  ...staffQuery<StaffBookingSummary>(
    [...BOOKINGS_KEY, "summary", filter],
    `/api/bookings/summary?${paramsOf(filter)}`,
  ),
  placeholderData: keepPreviousData,
});

/** `GET /api/bookings/{id}`: the booking as it is now. An unknown one is a RequestError of status 404. */
export const bookingQuery = (id: number) =>
  staffQuery<StaffBooking>([...BOOKINGS_KEY, "one", id], `/api/bookings/${id}`);

/** `GET /api/bookings/{id}/history`: its events in plain words, and its money. */
export const bookingHistoryQuery = (id: number) =>
  staffQuery<BookingHistory>([...BOOKINGS_KEY, "history", id], `/api/bookings/${id}/history`);

/** `GET /api/bookings/{id}/refund-preview`. It is never cached, because the refund depends on the notice, which shrinks by the minute. */
export const refundPreviewQuery = (id: number, cancelledBy: CancelledBy) => ({
  ...staffQuery<RefundPreview>(
    [...BOOKINGS_KEY, "refund-preview", id, cancelledBy],
    `/api/bookings/${id}/refund-preview?cancelledBy=${cancelledBy}`,
  ),
  gcTime: 0,
});

/** `PATCH /api/bookings/{id}`. @throws RequestError 409 when the hours are taken. */
export const changeBooking = (id: number, change: StaffBookingChange): Promise<StaffBooking> =>
  staffRequest<StaffBooking>("PATCH", `/api/bookings/${id}`, change);

/** `POST /api/bookings/{id}/refunds/{refundId}/retry`: requests a failed refund again. */
export const retryRefund = (id: number, refundId: string): Promise<StaffBooking> =>
  staffRequest<StaffBooking>("POST", `/api/bookings/${id}/refunds/${encodeURIComponent(refundId)}/retry`);

/** `GET /api/bookings/{id}/notes`: staff's notes on the booking, newest first. */
export const bookingNotesQuery = (id: number) =>
  staffQuery<Note[]>([...BOOKINGS_KEY, "notes", id], `/api/bookings/${id}/notes`);

/** `POST /api/bookings/{id}/notes`. */
export const addBookingNote = (id: number, text: string): Promise<Note> =>
  staffRequest<Note>("POST", `/api/bookings/${id}/notes`, { text });

/** `DELETE /api/bookings/{id}/notes/{noteId}`: erases the note's text. */
export const removeBookingNote = (id: number, noteId: string): Promise<unknown> =>
  staffRequest("DELETE", `/api/bookings/${id}/notes/${noteId}`);

/** `GET /api/rooms/{id}/bookings` for the month of a day, for staff: the taken hours. They are read again when any booking changes. */
export const takenHoursQuery = (roomId: number, day: VenueDay) => {
  const month = monthOf(day);
  return staffQuery<RoomBooking[]>([...BOOKINGS_KEY, "taken", roomId, month], takenHoursPath(roomId, month));
};

/** The price that a move would lead to; the call changes nothing. @throws RequestError 409 when the hours are taken. */
export const movePreviewQuery = (id: number, move: BookingMove) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, "move-preview", id, move],
    queryFn: ({ signal }) =>
      staffRequest<BookingMoved>("POST", `/api/bookings/${id}/move?dryRun=1`, move, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** `POST /api/bookings/{id}/move`. @throws RequestError 409 when the hours are taken. */
export const moveBooking = (id: number, move: BookingMove): Promise<BookingMoved> =>
  staffRequest<BookingMoved>("POST", `/api/bookings/${id}/move`, move);

/** What the swap would make of both visits; nothing is written. */
export const swapPreviewQuery = (id: number, swap: BookingSwap) => ({
  queryKey: [...BOOKINGS_KEY, "swap", id, swap],
  queryFn: () => staffRequest<BookingsSwapped>("POST", `/api/bookings/${id}/swap?dryRun=1`, swap),
  retry: false,
  staleTime: 0,
});

/** `POST /api/bookings/{id}/swap`: both visits exchange their rooms and hours, or neither. */
export const swapBookings = (id: number, swap: BookingSwap): Promise<BookingsSwapped> =>
  staffRequest<BookingsSwapped>("POST", `/api/bookings/${id}/swap`, swap);

/** `POST /api/staff/bookings`; carried out once for each key. @throws RequestError 409 when the hours are taken. */
export const makePhoneBooking = (
  booking: StaffBookingSubmission,
  idempotencyKey: string,
): Promise<StaffBookingCreated> =>
  staffRequest<StaffBookingCreated>("POST", "/api/staff/bookings", booking, { idempotencyKey });
