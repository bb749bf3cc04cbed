/** The call that reads what visitors say about a room. */
import { infiniteQueryOptions } from "@tanstack/react-query";
import type { RoomReviews } from "../../../bff/contract/customer/feedback.ts";
import { request } from "./request.ts";

const REVIEWS_PER_PAGE = 6;

/** `GET /api/rooms/{slug}/reviews`: the newest first, page by page. */
export const roomReviewsQuery = (slug: string) =>
  infiniteQueryOptions({
    queryKey: ["room-reviews", slug],
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({ limit: String(REVIEWS_PER_PAGE) });
      if (pageParam !== null) query.set("before", String(pageParam));
      return request<RoomReviews>(
        "GET",
        `/api/rooms/${encodeURIComponent(slug)}/reviews?${query}`,
        undefined,
        {
          signal,
        },
      );
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.nextBefore,
  });
