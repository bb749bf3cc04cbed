/** The part of the account page by which customers subscribe to their bookings in their own calendar (decision 304). */
import { useMutation } from "@tanstack/react-query";
import { toastRefusal, useRefresh } from "../../form/after-change.ts";
import { Button } from "../../ui/button.tsx";
import { CUSTOMER_FEEDS, makeFeed } from "./calls.ts";
import { FeedList } from "./feed-list.tsx";
import { MadeFeedNotice } from "./made-feed.tsx";

const TITLE = "own-feeds-title";

export function OwnFeeds() {
  const refresh = useRefresh();
  const make = useMutation({
    mutationFn: () => makeFeed(CUSTOMER_FEEDS, { scope: "mine" }),
    onSuccess: () => refresh(CUSTOMER_FEEDS.query.queryKey),
    onError: toastRefusal("Not Subscribed", "The address could not be made. Please try again."),
  });
  return (
    <section aria-labelledby={TITLE}>
      <h2 id={TITLE} tabIndex={-1} className="poster-type mb-5 text-4xl">
        In Your Calendar
      </h2>
      <div className="grid gap-5 bg-sheet p-5">
        <p className="max-w-[62ch]">
          Subscribe once, and your own calendar shows every booking of yours: new ones, moved ones, and those
          that are cancelled.
        </p>
        {make.data ? (
          <MadeFeedNotice
            url={make.data.url}
            density="roomy"
            onKept={() => {
              make.reset();
              document.getElementById(TITLE)?.focus();
            }}
          />
        ) : (
          <div>
            <Button variant="outline" busy={make.isPending} onClick={() => make.mutate()}>
              Subscribe
            </Button>
          </div>
        )}
        <h3 className="text-lg font-semibold">Your subscriptions</h3>
        <FeedList
          calls={CUSTOMER_FEEDS}
          titleOf={() => "Your bookings"}
          density="roomy"
          focusAfter={() => document.getElementById(TITLE)}
        />
      </div>
    </section>
  );
}
