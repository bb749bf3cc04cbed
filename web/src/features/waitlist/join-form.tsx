/** The form of the waitlist: what was chosen, the hours within which it may be, and who waits. */
import { useState } from "react";
import { z } from "zod";
import { emailAddress, requiredText } from "../../../../bff/contract/fields.ts";
import type { Room } from "../../../../bff/contract/room.ts";
import type { WaitlistJoined } from "../../../../bff/contract/visitor/waitlist.ts";
import { personName } from "../../../../core/person/person-name.ts";
import { refusalMessage } from "../../api/refusal.ts";
import { freeHoursIn, joinWaitlist } from "../../api/waitlist.ts";
import { useRepeatKey } from "../../form/use-repeat-key.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { peopleText } from "../../format/counts.ts";
import { daysText, roomsText } from "../../format/waitlist-words.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary, RefusalNotice } from "../../ui/error-summary.tsx";
import { Facts } from "../../ui/facts.tsx";
import { EmailField, TextField } from "../../ui/field.tsx";
import type { AskedWish } from "../../ui/waitlist/asked-wish.ts";
import { FreeNow } from "./free-now.tsx";
import { joinRequest, splitName } from "./join-request.ts";
import { knownBefore, signedInPerson } from "./known-before.ts";
import { WindowFields } from "./window-fields.tsx";

const Draft = z.object({ name: requiredText("Your name"), email: emailAddress() });

interface JoinFormProps {
  wish: AskedWish;
  rooms: readonly Room[];
  onJoined(joined: WaitlistJoined): void;
  onClose(): void;
}

export function JoinForm({ wish: asked, rooms, onJoined, onClose }: JoinFormProps) {
  const [known] = useState(() => knownBefore(asked, rooms));
  const [wish, setWish] = useState(known.wish);
  const [account] = useState(signedInPerson);
  const repeat = useRepeatKey();
  const wanted = wish.roomIds.flatMap((id) => rooms.find((room) => room.id === id) ?? []);
  const { field, wrong, sending, refused, frame } = useSentForm({
    schema: Draft,
    defaults: account ? { name: personName(account), email: account.email } : known.person,
    send: ({ name, email }) => {
      const request = joinRequest(wish, account ?? { ...splitName(name), email });
      return joinWaitlist(request, repeat.keyOf(request));
    },
    onSuccess: onJoined,
    refusal: (error) => refusalMessage(error, "You could not be added. Please try again."),
  });
  const free = freeHoursIn(sending.error);
  return (
    <form {...frame} aria-label="Join the waitlist" className="grid gap-5">
      <ErrorSummary errors={wrong} />
      <Facts
        facts={[
          { label: "Day", value: daysText({ day: wish.day, until: wish.until ?? wish.day }) },
          wish.people !== null && { label: "People", value: peopleText(wish.people) },
          {
            label: wanted.length > 1 ? "Rooms" : "Room",
            value: roomsText(wanted.map(({ name }) => name)),
            wide: true,
          },
        ]}
      />
      <WindowFields
        wish={wish}
        leastHours={Math.min(...wanted.map(({ leastHours = 1 }) => leastHours))}
        onChange={(next) => {
          // What was refused is no longer what would be sent.
          sending.reset();
          setWish({ ...wish, ...next });
        }}
      />
      {account ? (
        <p>
          For {personName(account)}. We write to <span className="font-semibold">{account.email}</span>.
        </p>
      ) : (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...field("name")} label="Your name" required autoComplete="name" />
          <EmailField {...field("email")} />
        </div>
      )}
      <WhatHappens />
      {free.length > 0 && <FreeNow free={free} wish={wish} rooms={wanted} onBook={onClose} />}
      {refused !== null && free.length === 0 && <RefusalNotice>{refused}</RefusalNotice>}
      <div className="grid items-center gap-x-6 gap-y-4 border-t-2 border-ink pt-5 sm:grid-cols-[auto_minmax(0,1fr)]">
        <Button type="submit" size="lg" busy={sending.isPending} className="mr-1">
          {sending.isPending ? "Joining…" : "Join the waitlist"}
        </Button>
        <p className="text-sm">
          By joining you accept the{" "}
          <a href="/terms" target="_blank" rel="noreferrer" className="underline underline-offset-4">
            terms and conditions
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
          , also for the hours that you take.
        </p>
      </div>
    </form>
  );
}

const WhatHappens = () => (
  <ul className="grid list-disc gap-1 pl-5 text-sm">
    <li>
      When hours free up that fit your wish and no one before you can use them, we hold them for you and send
      you a mail.
    </li>
    <li>
      You then have 12 hours to take them; 2 hours if the visit is within three days, 20 minutes if it is
      within one day. You pay the downpayment only if you take them.
    </li>
    <li>
      The mail never comes between 10 PM and 8 AM, unless the visit is within a day. You can leave at any
      time.
    </li>
  </ul>
);
