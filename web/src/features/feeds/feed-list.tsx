/** Lists one's own calendar feeds with when each was last fetched, and ends one after a question. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Feed } from "../../../../bff/contract/open/feeds.ts";
import { shortDateAndTime } from "../../../../core/venue/time/time-format.ts";
import { toastRefusal, useRefresh } from "../../form/after-change.ts";
import { useZone } from "../../format/venue.ts";
import { Button, type Density } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { QueryPlaceholder } from "../../ui/state-notice.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { endFeed, type FeedCalls } from "./calls.ts";

interface FeedListProps {
  calls: FeedCalls;
  /** What a feed shows, in words. */
  titleOf(feed: Feed): string;
  density: Density;
  /** The element that gets the focus once a feed has ended. */
  focusAfter(): HTMLElement | null;
}

export function FeedList({ calls, titleOf, density, focusAfter }: FeedListProps) {
  const zone = useZone();
  const refresh = useRefresh();
  const feeds = useQuery(calls.query);
  const [ending, setEnding] = useState<Feed | null>(null);
  const end = useMutation({
    mutationFn: ({ id }: Feed) => endFeed(calls, id),
    onSuccess: () =>
      toast({
        title: "Subscription Ended",
        description: "Its address no longer works. Remove it from your calendar.",
      }),
    onError: toastRefusal("Not Ended", "The subscription could not be ended. Please try again."),
    onSettled() {
      setEnding(null);
      refresh(calls.query.queryKey);
    },
  });
  const at = (instant: string) => shortDateAndTime(new Date(instant), zone);
  if (!feeds.data)
    return <QueryPlaceholder of={feeds} failed="Failed to fetch your subscriptions" className="h-16" />;
  return (
    <>
      {feeds.data.length === 0 ? (
        <p className="text-muted">There are no subscriptions yet.</p>
      ) : (
        <ul aria-label="Your subscriptions" className="grid gap-px border border-rule bg-rule">
          {feeds.data.map((feed) => (
            <li
              key={feed.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 bg-ground px-3 py-2.5"
            >
              <div className="grid min-w-0 gap-0.5 wrap-anywhere">
                <strong>{titleOf(feed)}</strong>
                <p className="text-sm text-muted">
                  Made {at(feed.createdAt)},{" "}
                  {feed.lastFetchedAt ? `last fetched ${at(feed.lastFetchedAt)}` : "not fetched yet"}
                </p>
              </div>
              <Button
                density={density}
                variant={density === "dense" ? "danger" : "outline"}
                onClick={() => setEnding(feed)}
              >
                End
                <span className="sr-only">
                  {" "}
                  the subscription to {titleOf(feed)}, made {at(feed.createdAt)}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        question={
          ending && {
            title: "End this subscription?",
            text: `${titleOf(ending)}: its address stops working at once, in every calendar that uses it. It cannot be used again.`,
            confirm: "End Subscription",
            danger: true,
          }
        }
        busy={end.isPending}
        onConfirm={() => ending && end.mutate(ending)}
        onCancel={() => setEnding(null)}
        focusAfter={focusAfter}
      />
    </>
  );
}
