/** The Feedback tab: every room's averages, and the reviews, the newest first. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { EmptyNotice, FailureNotice } from "../../ui/state-notice.tsx";
import { feedbackQuery } from "./calls.ts";
import { ReviewCard } from "./review-card.tsx";
import { RoomAverages } from "./room-averages.tsx";

interface FeedbackTabProps {
  /** Limits the list to this room; null for all rooms. */
  roomId: number | null;
  onRoom(roomId: number | null): void;
}

export function FeedbackTab({ roomId, onRoom }: FeedbackTabProps) {
  const feedback = useInfiniteQuery(feedbackQuery(roomId));
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = feedback;
  const rooms = data?.pages[0]?.rooms ?? [];
  const reviews = data?.pages.flatMap((page) => page.feedback) ?? [];
  return (
    <div className="grid gap-6">
      {isError && <FailureNotice title="Failed to fetch feedback" onRetry={() => void refetch()} />}
      {isPending && (
        <p role="status" className="py-10 text-center text-muted">
          Loading feedback...
        </p>
      )}
      {data && rooms.length === 0 && (
        <EmptyNotice title="No feedback yet">Customers are asked for it after their visit.</EmptyNotice>
      )}
      {rooms.length > 0 && (
        <>
          <RoomAverages rooms={rooms} />
          <section className="grid gap-3">
            <div className="flex flex-wrap items-end justify-between gap-3">
              <h2 className="text-lg font-semibold">Reviews</h2>
              <SelectField
                density="dense"
                label="Room"
                className="w-56"
                value={roomId ?? "all"}
                onChange={({ target }) => onRoom(target.value === "all" ? null : Number(target.value))}
                options={[["all", "All"], ...rooms.map((room) => [room.roomId, room.roomName] as const)]}
              />
            </div>
            <ul aria-label="Feedback" className="grid items-start gap-3 lg:grid-cols-2">
              {reviews.map((review) => (
                <ReviewCard key={review.id} review={review} />
              ))}
            </ul>
            {hasNextPage && (
              <Button
                density="dense"
                className="justify-self-center"
                busy={isFetchingNextPage}
                onClick={() => void fetchNextPage()}
              >
                {isFetchingNextPage ? "Loading..." : "Show More"}
              </Button>
            )}
          </section>
        </>
      )}
    </div>
  );
}
