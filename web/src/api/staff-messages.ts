/** Staff's calls about messages: the list with its counts, and every change of a message. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
  InquiryChanged,
  InquiryFilter,
  InquirySummary,
  StaffInquiry,
} from "../../../bff/contract/staff/staff-inquiry.ts";
import { STAFF_KEY } from "../session/staff-session.ts";
import { staffQuery, staffRequest } from "./staff-request.ts";

export const MESSAGES_PER_PAGE = 20;

/**
 * The header with the total number of messages (bff/contract/staff/staff-booking.ts).
 * Its name is repeated here, so that the contract's schemas are not loaded.
 */
const TOTAL_COUNT_HEADER = "x-total-count";

export const MESSAGES_KEY = [...STAFF_KEY, "inquiries"] as const;

export interface MessagePage {
  stage: InquiryFilter;
  search: string;
  /** Counted from 1. */
  page: number;
}

/** While a mail is being sent, the list is read again this often, for as long as sending a mail may take. */
const DELIVERY_EVERY_MS = 2_000;
const DELIVERY_WITHIN_MS = 60_000;

const isOnItsWay = ({ thread }: StaffInquiry): boolean =>
  thread.some(
    ({ delivery, at }) => delivery === "waiting" && Date.now() - new Date(at).getTime() < DELIVERY_WITHIN_MS,
  );

/** `GET /api/contact`, one page, newest first, and how many messages match the filter. */
export const messagesQuery = ({ stage, search, page }: MessagePage) =>
  queryOptions({
    queryKey: [...MESSAGES_KEY, "list", stage, search, page],
    queryFn: async ({ signal }) => {
      let total = 0;
      const params = new URLSearchParams({
        stage,
        search,
        page: String(page),
        limit: String(MESSAGES_PER_PAGE),
      });
      const inquiries = await staffRequest<StaffInquiry[]>("GET", `/api/contact?${params}`, undefined, {
        signal,
        onHeaders: (headers) => (total = Number(headers.get(TOTAL_COUNT_HEADER))),
      });
      return { inquiries, total };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    // No event tells that a mail was delivered.
    refetchInterval: ({ state }) => (state.data?.inquiries.some(isOnItsWay) ? DELIVERY_EVERY_MS : false),
  });

/** `GET /api/contact/summary`: the number of messages, in all and in each stage. */
export const messageSummaryQuery = staffQuery<InquirySummary>(
  [...MESSAGES_KEY, "summary"],
  "/api/contact/summary",
);

/**
 * `POST /api/contact/{id}/answers`: mails the answer to the sender, once for each key.
 *
 * @throws RequestError 400 at `text`, 409 once the sender is erased.
 */
export const answerMessage = (id: number, text: string, key: string): Promise<InquiryChanged> =>
  staffRequest<InquiryChanged>("POST", `/api/contact/${id}/answers`, { text }, { idempotencyKey: key });

/** `PATCH /api/contact/{id}` */
export const markMessageDone = (id: number, done: boolean): Promise<InquiryChanged> =>
  staffRequest<InquiryChanged>("PATCH", `/api/contact/${id}`, { done });

/** `POST /api/contact/{id}/booking`: records the booking that the message led to. */
export const recordMessageBooking = (id: number, bookingId: number): Promise<InquiryChanged> =>
  staffRequest<InquiryChanged>("POST", `/api/contact/${id}/booking`, { bookingId });
