/** The actions for a hold besides paying: choosing other hours, or releasing it after one confirmation in its place. */
import { useRef, useState } from "react";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { noAnswerMessage, serverMessage } from "../../api/refusal.ts";
import { useReleaseHold } from "../../api/release-hold.ts";
import { goTo } from "../../browser/navigation.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { RefusalNotice } from "../../ui/error-summary.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { type BookingAddresses, choiceOfBooking } from "./booking-addresses.ts";

interface HoldActionsProps {
  booking: OwnBooking;
  /** How many dates are held together; 1 for a booking of its own. */
  dates: number;
  addresses: BookingAddresses;
}

const QUIET = buttonClass({ variant: "ghost", className: "px-1! text-ink! decoration-current!" });

export function HoldActions({ booking, dates, addresses }: HoldActionsProps) {
  const [asking, setAsking] = useState(false);
  const letGo = useReleaseHold();
  const keep = useRef<HTMLButtonElement>(null);
  const { day, startHour, duration, hourCount } = choiceOfBooking(booking);
  const chosen = new URLSearchParams({
    day: String(day),
    start: String(startHour),
    duration,
    hours: String(hourCount),
  });

  const release = () =>
    letGo.mutate(
      { booking, token: addresses.token },
      {
        onSuccess: () => {
          toast({ title: "Hold Released", description: `The hours in ${booking.roomName} are free again.` });
          void goTo(`/room/${booking.roomSlug}`);
        },
      },
    );

  if (asking) {
    return (
      <fieldset className="grid gap-3 border-t-2 border-ink pt-4">
        <legend className="sr-only">Release this hold</legend>
        <p>Release this hold? Others can book {dates > 1 ? `all ${dates} dates` : "these hours"} at once.</p>
        {letGo.isError && (
          <RefusalNotice>
            {noAnswerMessage(letGo.error) ??
              serverMessage(letGo.error, "The hold could not be released. Please try again.")}
          </RefusalNotice>
        )}
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" busy={letGo.isPending} onClick={release}>
            {letGo.isPending ? "Releasing…" : "Yes, release it"}
          </Button>
          <Button ref={keep} variant="ghost" onClick={() => setAsking(false)}>
            Keep the hold
          </Button>
        </div>
      </fieldset>
    );
  }
  return (
    <div className="flex flex-wrap justify-center gap-x-6 gap-y-1">
      {addresses.change !== null && booking.seriesId === undefined && (
        <a href={`${addresses.change}?${chosen}`} className={QUIET}>
          Change the time
        </a>
      )}
      <button
        type="button"
        className={QUIET}
        onClick={() => {
          setAsking(true);
          requestAnimationFrame(() => keep.current?.focus());
        }}
      >
        {" "}
        Release this hold{" "}
      </button>
    </div>
  );
}
