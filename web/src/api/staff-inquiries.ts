/** Owns staff's call that reads inquiries (SPEC §7). */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { StaffInquiry } from "../../../bff/contract/inquiry.ts";
import { STAFF_KEY } from "../session/staff-session.ts";
import { staffRequest } from "./staff-request.ts";

export const INQUIRIES_PER_PAGE = 20;

/** Says how many there are in all (bff/contract/staff-booking.ts), named here without its schemas. */
const TOTAL_COUNT_HEADER = "x-total-count";

export const INQUIRIES_KEY = [...STAFF_KEY, "inquiries"] as const;

/** `GET /api/contact`, one page (the first is 1), newest first, and how many there are. */
export const inquiriesQuery = (page: number) =>
  queryOptions({
    queryKey: [...INQUIRIES_KEY, page],
    queryFn: async ({ signal }) => {
      let total = 0;
      const inquiries = await staffRequest<StaffInquiry[]>(
        "GET",
        `/api/contact?page=${page}&limit=${INQUIRIES_PER_PAGE}`,
        undefined,
        { signal, onHeaders: (headers) => (total = Number(headers.get(TOTAL_COUNT_HEADER))) },
      );
      return { inquiries, total };
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
