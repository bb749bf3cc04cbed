/** Staff's call that reads feedback, with the averages of every room. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import type { FeedbackList } from "../../../../bff/contract/customer/feedback.ts";
import { staffRequest } from "../../api/staff-request.ts";
import { STAFF_KEY } from "../../session/staff-session.ts";

const REVIEWS_PER_PAGE = 20;

/** `GET /api/feedback`: the newest first, page by page; for one room, or for all (null). */
export const feedbackQuery = (roomId: number | null) =>
  infiniteQueryOptions({
    queryKey: [...STAFF_KEY, "feedback", roomId],
    queryFn: ({ signal, pageParam }) => {
      const params = new URLSearchParams({ limit: String(REVIEWS_PER_PAGE) });
      if (roomId !== null) params.set("roomId", String(roomId));
      if (pageParam !== null) params.set("before", String(pageParam));
      return staffRequest<FeedbackList>("GET", `/api/feedback?${params}`, undefined, { signal });
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.nextBefore,
    staleTime: 0,
  });
