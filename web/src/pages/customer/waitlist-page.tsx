/** The page of an entry of the waitlist: how it is doing, the hours that are held for it, and the answers of its holder. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { WaitlistEntry } from "../../../../bff/contract/visitor/waitlist.ts";
import { dateAndTime } from "../../../../core/venue/time/time-format.ts";
import { answerEntry, type EntryAnswer, waitlistEntryQuery } from "../../api/waitlist.ts";
import { EntryTicket } from "../../features/waitlist/entry-ticket.tsx";
import { entryWords, isOpen } from "../../features/waitlist/entry-words.ts";
import { OrderProof } from "../../features/waitlist/order-proof.tsx";
import { toastRefusal } from "../../form/after-change.ts";
import { peopleText } from "../../format/counts.ts";
import { useZone } from "../../format/venue.ts";
import { daysText, hoursOfWish, roomsText } from "../../format/waitlist-words.ts";
import { useLiveRooms } from "../../live/use-live-rooms.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { ConfirmDialog, type Question } from "../../ui/dialog/confirm-dialog.tsx";
import { Facts } from "../../ui/facts.tsx";
import { PhoneLink } from "../../ui/phone-link.tsx";
import { BookingNotLoaded, BookingSheet, isRefused } from "../own-booking/booking-sheet.tsx";

const route = getRouteApi("/waitlist/$token");

export function WaitlistPage() {
  const { token } = route.useParams();
  const read = useQuery(waitlistEntryQuery(token));
  if (read.data) {
    // A read that is under way is not broken off, or a slow one would never end.
    return (
      <KnownEntry entry={read.data} token={token} onNews={() => read.refetch({ cancelRefetch: false })} />
    );
  }
  if (isRefused(read.error)) return <EntryLinkDead />;
  return <BookingNotLoaded title="Waitlist" what="entry" read={read} />;
}

const QUESTIONS = {
  decline: {
    title: "Release these hours?",
    text: "They go to the next person on the waitlist, and this entry ends.",
    confirm: "Release them",
    danger: true,
  },
  withdraw: {
    title: "Leave the waitlist?",
    text: "You lose your place in the order, and hours that are held for you are released.",
    confirm: "Leave",
    danger: true,
  },
} as const satisfies Partial<Record<EntryAnswer, Question>>;

interface KnownEntryProps {
  entry: WaitlistEntry;
  token: string;
  /** Reads the entry again. */
  onNews(): Promise<unknown>;
}

function KnownEntry({ entry, token, onNews }: KnownEntryProps) {
  const client = useQueryClient();
  useLiveRooms(entry.wish.roomIds, onNews);
  const [asked, setAsked] = useState<keyof typeof QUESTIONS | null>(null);
  const answering = useMutation({
    mutationFn: (answer: EntryAnswer) => answerEntry(token, answer),
    onSuccess: (answered) => client.setQueryData(waitlistEntryQuery(token).queryKey, answered),
    onError(error) {
      toastRefusal("Not Changed", "Your answer could not be sent. Please try again.")(error);
      void onNews();
    },
    onSettled: () => setAsked(null),
  });
  const { title, sentences } = entryWords(entry);
  const shown = entry.state === "offered" || entry.state === "claimed" ? entry.offer : undefined;
  return (
    <BookingSheet title={title}>
      <div role="status" className="-mt-2 grid max-w-[62ch] gap-1.5 text-lg">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <div className="grid items-start gap-x-14 gap-y-10 lg:grid-cols-2">
        {shown && (
          <EntryTicket
            state={entry.state}
            offer={shown}
            busy={answering.isPending}
            onTake={() => answering.mutate("take")}
            onDecline={() => setAsked("decline")}
            onEnd={() => void onNews()}
          />
        )}
        <div className="grid gap-6">
          <WishCard entry={entry} />
          {isOpen(entry) ? (
            <Button
              variant="outline"
              className="justify-self-start"
              inert={answering.isPending}
              onClick={() => setAsked("withdraw")}
            >
              Leave the waitlist
            </Button>
          ) : (
            entry.state !== "claimed" && (
              <a href="/find" className={buttonClass({ className: "mr-1 justify-self-start" })}>
                Find another time
              </a>
            )
          )}
        </div>
      </div>
      <OrderProof token={token} />
      <ConfirmDialog
        question={asked && QUESTIONS[asked]}
        busy={answering.isPending}
        onConfirm={() => asked && answering.mutate(asked)}
        onCancel={() => setAsked(null)}
        focusAfter={() => document.getElementById("main")}
      />
    </BookingSheet>
  );
}

function WishCard({ entry }: { entry: WaitlistEntry }) {
  const zone = useZone();
  const { wish, joinedAt } = entry;
  return (
    <section aria-labelledby="wish" className="grid gap-3">
      <h2 id="wish" className="poster-type text-3xl">
        {isOpen(entry) ? "What you wait for" : "What you waited for"}
      </h2>
      <Facts
        facts={[
          { label: "Day", value: daysText(wish) },
          { label: "Hours", value: hoursOfWish(wish) },
          {
            label: wish.roomNames.length > 1 ? "Rooms" : "Room",
            value: roomsText(wish.roomNames),
            wide: wish.roomNames.length > 1,
          },
          wish.attendees !== null && { label: "People", value: peopleText(wish.attendees) },
          { label: isOpen(entry) ? "Waiting since" : "Joined", value: dateAndTime(new Date(joinedAt), zone) },
        ]}
      />
    </section>
  );
}

function EntryLinkDead() {
  return (
    <BookingSheet title="This link opens no entry">
      <p role="alert" className="max-w-[60ch] text-lg">
        A part of the link may be missing. Open it from our mail about the waitlist, or copy it as a whole. If
        it still does not work, call the desk at <PhoneLink />.
      </p>
      <a href="/" className={buttonClass({ size: "lg", className: "mr-1 justify-self-start" })}>
        Back to Home
      </a>
    </BookingSheet>
  );
}
