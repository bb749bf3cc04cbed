/** Staff's calls about messages: the list with its counts, and what can be done with one. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
  InquiryChanged,
  InquiryFilter,
  InquirySummary,
  StaffInquiry,
} from "../../../bff/contract/staff/staff-inquiry.ts";
import { STAFF_KEY } from "../session/staff-session.ts";
import { staffRequest } from "./staff-request.ts";

export const INQUIRIES_PER_PAGE = 20;

/** Says how many there are in all (bff/contract/staff/staff-booking.ts), named here without its schemas. */
const TOTAL_COUNT_HEADER = "x-total-count";

export const INQUIRIES_KEY = [...STAFF_KEY, "inquiries"] as const;

export interface InquiryPage {
  stage: InquiryFilter;
  search: string;
  /** The first is 1. */
  page: number;
}

/** A mail that is on its way is asked after this often, and for as long as mails take. */
const DELIVERY_EVERY_MS = 2_000;
const DELIVERY_WITHIN_MS = 60_000;

const isOnItsWay = ({ thread }: StaffInquiry): boolean =>
  thread.some(
    ({ delivery, at }) => delivery === "waiting" && Date.now() - new Date(at).getTime() < DELIVERY_WITHIN_MS,
  );

/** `GET /api/contact`, one page, newest first, and how many the filter lets through. */
export const inquiriesQuery = ({ stage, search, page }: InquiryPage) =>
  queryOptions({
    queryKey: [...INQUIRIES_KEY, "list", stage, search, page],
    queryFn: async ({ signal }) => {
      let total = 0;
      const params = new URLSearchParams({
        stage,
        search,
        page: String(page),
        limit: String(INQUIRIES_PER_PAGE),
      });
      const inquiries = await staffRequest<StaffInquiry[]>("GET", `/api/contact?${params}`, undefined, {
        signal,
        onHeaders: (headers) => (total = Number(headers.get(TOTAL_COUNT_HEADER))),
      });
      return { inquiries, total };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    // No event tells of a mail's arrival.
    refetchInterval: ({ state }) => (state.data?.inquiries.some(isOnItsWay) ? DELIVERY_EVERY_MS : false),
  });

/** `GET /api/contact/summary`: how many there are, in all and of each stage. */
export const inquirySummaryQuery = queryOptions({
  queryKey: [...INQUIRIES_KEY, "summary"],
  queryFn: ({ signal }) => staffRequest<InquirySummary>("GET", "/api/contact/summary", undefined, { signal }),
  staleTime: 0,
});

/** `POST /api/contact/{id}/answers`: mailed to whoever wrote, once for each key. @throws RequestError 400 at `text`, 409 once they are erased. */
export const answerInquiry = (id: number, text: string, key: string): Promise<InquiryChanged> =>
  staffRequest<InquiryChanged>("POST", `/api/contact/${id}/answers`, { text }, { idempotencyKey: key });

/** `PATCH /api/contact/{id}` */
export const finishInquiry = (id: number, done: boolean): Promise<InquiryChanged> =>
  staffRequest<InquiryChanged>("PATCH", `/api/contact/${id}`, { done });

/** `POST /api/contact/{id}/booking`: which booking it became. */
export const noteInquiryBooked = (id: number, bookingId: number): Promise<InquiryChanged> =>
  staffRequest<InquiryChanged>("POST", `/api/contact/${id}/booking`, { bookingId });
