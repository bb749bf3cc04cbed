/** Staff's calls about feedback: reviews with the averages of every room, and the answer to one. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import type { Done } from "../../../../bff/contract/customer/customer.ts";
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

/** `POST /api/feedback/{id}/answer`. @throws RequestError 409 once its author withdrew it. */
export const answerReview = (id: number, text: string): Promise<Done> =>
  staffRequest<Done>("POST", `/api/feedback/${id}/answer`, { text });
