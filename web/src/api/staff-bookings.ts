/** Owns staff's calls about bookings: the list with its figures, one booking with its history, and every change (SPEC §7). */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
  BookingHistory,
  CancelledBy,
  RefundPreview,
  StaffBooking,
  StaffBookingChange,
  StaffBookingSummary,
} from "../../../bff/contract/staff-booking.ts";
import { STAFF_KEY } from "../session/staff-session.ts";
import { staffRequest } from "./staff-request.ts";

export type StatusFilter = "all" | StaffBooking["status"];
export type PaymentFilter = "all" | StaffBooking["paymentStatus"];

export interface BookingFilter {
  search: string;
  status: StatusFilter;
  paymentStatus: PaymentFilter;
}

export interface BookingPage extends BookingFilter {
  sort: "createdAt" | "startTime" | "totalAmount";
  order: "asc" | "desc";
  /** The first is 1. */
  page: number;
}

/** How many bookings a page of the list has. */
export const BOOKINGS_PER_PAGE = 20;

export const BOOKINGS_KEY = [...STAFF_KEY, "bookings"] as const;
/** With a guest's bookings the guest is another as well. */
export const GUESTS_KEY = [...BOOKINGS_KEY, "guests"] as const;
export const BOOKING_LISTS_KEY = [...BOOKINGS_KEY, "list"] as const;

const paramsOf = ({ search, status, paymentStatus }: BookingFilter) =>
  new URLSearchParams({ search, status, paymentStatus });

/** `GET /api/bookings`, one page. What was shown stays until the next page is there. */
export const bookingsQuery = (page: BookingPage) =>
  queryOptions({
    queryKey: [...BOOKING_LISTS_KEY, page],
    queryFn: ({ signal }) => {
      const params = paramsOf(page);
      params.set("sort", page.sort);
      params.set("order", page.order);
      params.set("page", String(page.page));
      params.set("limit", String(BOOKINGS_PER_PAGE));
      return staffRequest<StaffBooking[]>("GET", `/api/bookings?${params}`, undefined, { signal });
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** `GET /api/bookings/summary`: the stat cards, and how many bookings the filter lets through. */
export const bookingSummaryQuery = (filter: BookingFilter) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, "summary", filter],
    queryFn: ({ signal }) =>
      staffRequest<StaffBookingSummary>("GET", `/api/bookings/summary?${paramsOf(filter)}`, undefined, {
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** `GET /api/bookings/{id}`: the booking as it stands at this moment. An unknown one is a RequestError of status 404. */
export const bookingQuery = (id: number) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, "one", id],
    queryFn: ({ signal }) => staffRequest<StaffBooking>("GET", `/api/bookings/${id}`, undefined, { signal }),
    staleTime: 0,
  });

/** `GET /api/bookings/{id}/history`: what happened, in plain words, and the money. */
export const bookingHistoryQuery = (id: number) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, "history", id],
    queryFn: ({ signal }) =>
      staffRequest<BookingHistory>("GET", `/api/bookings/${id}/history`, undefined, { signal }),
    staleTime: 0,
  });

/** `GET /api/bookings/{id}/refund-preview`: always asked anew, since notice runs out by the minute. */
export const refundPreviewQuery = (id: number, cancelledBy: CancelledBy) =>
  queryOptions({
    queryKey: [...BOOKINGS_KEY, "refund-preview", id, cancelledBy],
    queryFn: ({ signal }) =>
      staffRequest<RefundPreview>(
        "GET",
        `/api/bookings/${id}/refund-preview?cancelledBy=${cancelledBy}`,
        undefined,
        { signal },
      ),
    staleTime: 0,
    gcTime: 0,
  });

/** `PATCH /api/bookings/{id}`. @throws RequestError 409 when the hours are somebody else's by now. */
export const changeBooking = (id: number, change: StaffBookingChange): Promise<StaffBooking> =>
  staffRequest<StaffBooking>("PATCH", `/api/bookings/${id}`, change);

/** `POST /api/bookings/{id}/refunds/{refundId}/retry`: a failed refund is asked for once more. */
export const retryRefund = (id: number, refundId: string): Promise<StaffBooking> =>
  staffRequest<StaffBooking>("POST", `/api/bookings/${id}/refunds/${encodeURIComponent(refundId)}/retry`);
