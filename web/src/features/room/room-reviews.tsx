/** What visitors say about a room: their reviews as they wrote them, with the venue's answers (decision 230). */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { PublishedReview } from "../../../../bff/contract/customer/feedback.ts";
import type { Room } from "../../../../bff/contract/room.ts";
import { countText } from "../../../../core/text/count-text.ts";
import { monthName } from "../../../../core/venue/time/time-format.ts";
import { roomReviewsQuery } from "../../api/room-reviews.ts";
import { useVenue } from "../../format/venue.ts";
import { Stars } from "../../ui/booking/stars.tsx";
import { Button } from "../../ui/button.tsx";

/** Nothing while a room has no review to show, or they cannot be read: the page does not need them. */
export function RoomReviews({ room }: { room: Room }) {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    roomReviewsQuery(room.slug),
  );
  const [first] = data?.pages ?? [];
  const list = useRef<HTMLUListElement>(null);
  const pages = data?.pages.length ?? 0;
  // The focus goes to the first of the reviews that were added.
  const begun = useRef(pages);
  useEffect(() => {
    const added = data?.pages.slice(0, pages - 1).flatMap(({ reviews }) => reviews).length ?? 0;
    if (begun.current > 0 && pages > begun.current) {
      (list.current?.children[added] as HTMLElement | undefined)?.focus();
    }
    begun.current = pages;
  }, [pages, data]);
  if (!data || !first || first.count === 0) return null;
  return (
    <section aria-labelledby="reviews">
      <h2 id="reviews" className="poster-type text-3xl">
        What visitors say
      </h2>
      <p className="figures mt-2 text-muted">
        {first.average === null
          ? countText(first.count, "review")
          : `${first.average.toFixed(1)} of 5 from ${countText(first.count, "review")}`}
        . We show them as they were written, and change none.
      </p>
      <ul ref={list} className="mt-6 grid gap-x-10 gap-y-8 md:grid-cols-2">
        {data.pages
          .flatMap(({ reviews }) => reviews)
          .map((review) => (
            <li key={review.id} tabIndex={-1} className="border-t-2 border-ink pt-4">
              <Review review={review} />
            </li>
          ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="outline"
          className="mt-6"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {isFetchingNextPage ? "Loading..." : "More reviews"}
        </Button>
      )}
    </section>
  );
}

function Review({ review }: { review: PublishedReview }) {
  const { name } = useVenue();
  const { firstName, visitPurpose, month, rating, comments, favoriteFeatures, answer } = review;
  return (
    <article className="grid gap-2">
      <h3 className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold">{firstName ?? "A guest"}</span>
        <span className="text-sm text-muted">
          {visitPurpose && `${visitPurpose}, `}
          {monthName(`${month}-01`)}
        </span>
      </h3>
      <Stars rating={rating} />
      {comments && <p className="max-w-[62ch] whitespace-pre-wrap wrap-anywhere">{comments}</p>}
      {favoriteFeatures && (
        <p className="max-w-[62ch] whitespace-pre-wrap wrap-anywhere">
          <span className="text-muted">Liked most:</span> {favoriteFeatures}
        </p>
      )}
      {answer && (
        <div className="mt-1 border-l-4 border-rule pl-4">
          <p className="text-sm text-muted">{name} answers</p>
          <p className="max-w-[62ch] whitespace-pre-wrap wrap-anywhere">{answer.text}</p>
        </div>
      )}
    </article>
  );
}
