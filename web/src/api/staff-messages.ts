/** Owns staff's call that reads contact messages (SPEC §7). */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { StaffMessage } from "../../../bff/contract/message.ts";
import { STAFF_KEY } from "../session/staff-session.ts";
import { staffRequest } from "./staff-request.ts";

export const MESSAGES_PER_PAGE = 20;

/** Says how many there are in all (bff/contract/staff-booking.ts), named here without its schemas. */
const TOTAL_COUNT_HEADER = "x-total-count";

export const MESSAGES_KEY = [...STAFF_KEY, "messages"] as const;

/** `GET /api/contact`, one page (the first is 1), newest first, and how many there are. */
export const messagesQuery = (page: number) =>
  queryOptions({
    queryKey: [...MESSAGES_KEY, page],
    queryFn: async ({ signal }) => {
      let total = 0;
      const messages = await staffRequest<StaffMessage[]>(
        "GET",
        `/api/contact?page=${page}&limit=${MESSAGES_PER_PAGE}`,
        undefined,
        { signal, onHeaders: (headers) => (total = Number(headers.get(TOTAL_COUNT_HEADER))) },
      );
      return { messages, total };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
