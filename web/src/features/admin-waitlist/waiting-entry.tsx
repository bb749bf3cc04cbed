/** One entry of the waitlist for staff: who waits for what and how long, what is held for the person, and what has the hours. */
import { useId } from "react";
import type { StaffWaitlistEntry } from "../../../../bff/contract/visitor/waitlist.ts";
import { shortDateAndTime, shortDay, timeRange } from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { countdownText } from "../../format/hold-countdown.ts";
import { customerName } from "../../format/names.ts";
import { useZone } from "../../format/venue.ts";
import { waitedText, wishText } from "../../format/waitlist-words.ts";
import { useHoldCountdown } from "../../ui/booking/use-hold-countdown.ts";
import { Button } from "../../ui/button.tsx";

interface WaitingEntryProps {
  entry: StaffWaitlistEntry;
  /** Among those that are listed, from 1. */
  place: number;
  now: Date;
  onOpen(bookingId: number): void;
  /** Undefined if this person may not offer out of turn. */
  onOffer: (() => void) | undefined;
}

const LINK = "inline-flex min-h-6 items-center underline decoration-1 underline-offset-4 hover:text-action";

export function WaitingEntry({ entry, place, now, onOpen, onOffer }: WaitingEntryProps) {
  const nameId = useId();
  const { email, phone, offer, inTheWay, fitsNow } = entry;
  const mayOffer = onOffer !== undefined && entry.state === "waiting" && fitsNow.length > 0;
  return (
    <article
      aria-labelledby={nameId}
      className="grid h-full content-start gap-1 border border-control bg-sheet px-3 py-2 text-sm leading-snug"
    >
      <div className="flex items-baseline justify-between gap-3">
        <h3 id={nameId} className="truncate font-semibold">
          <span className="figures text-muted">{place}.</span> {customerName(entry)}
        </h3>
        <span className="figures flex-none text-muted">{waitedText(entry.joinedAt, now)}</span>
      </div>
      <p>{wishText(entry.wish)}</p>
      <p className="flex flex-wrap gap-x-4">
        {phone && (
          <a href={`tel:${phone.replace(/[^\d+]/g, "")}`} className={LINK}>
            {phone}
          </a>
        )}
        {email && (
          <a href={`mailto:${email}`} className={`${LINK} break-all`}>
            {email}
          </a>
        )}
      </p>
      {offer && <Held key={offer.bookingId} offer={offer} onOpen={onOpen} />}
      {entry.lapses > 0 && <p className="text-muted">One offer has run out.</p>}
      {!offer && inTheWay.length > 0 && <InTheWay taken={inTheWay} onOpen={onOpen} />}
      {mayOffer && (
        <Button
          density="dense"
          className="mt-1 justify-self-start"
          aria-describedby={nameId}
          onClick={onOffer}
        >
          Offer out of turn
        </Button>
      )}
    </article>
  );
}

interface HeldProps {
  offer: NonNullable<StaffWaitlistEntry["offer"]>;
  onOpen(bookingId: number): void;
}

function Held({ offer, onOpen }: HeldProps) {
  const zone = useZone();
  // The board is told when the offer ends.
  const { leftMs } = useHoldCountdown(offer.until, () => {});
  return (
    <p className="figures">
      <b>Offered</b>, {leftMs > 0 ? `${countdownText(leftMs)} left` : "the time is up"}:{" "}
      <button type="button" className={`${LINK} text-left`} onClick={() => onOpen(offer.bookingId)}>
        {whereOf(offer, zone)}
      </button>
    </p>
  );
}

interface InTheWayProps {
  taken: StaffWaitlistEntry["inTheWay"];
  onOpen(bookingId: number): void;
}

function InTheWay({ taken, onOpen }: InTheWayProps) {
  const zone = useZone();
  return (
    <div>
      <p className="text-muted">In the way:</p>
      <ul>
        {taken.map((each) => {
          const { bookingId, heldUntil } = each;
          return (
            <li key={`${each.roomId} ${each.startTime}`} className="figures">
              {bookingId === null ? (
                `${whereOf(each, zone)}, closed`
              ) : (
                <button type="button" className={`${LINK} text-left`} onClick={() => onOpen(bookingId)}>
                  {whereOf(each, zone)}
                </button>
              )}
              {heldUntil !== null && (
                <span className="block">
                  unpaid, held until {shortDateAndTime(new Date(heldUntil), zone)}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** `"Rehearsal Room, Sat, Dec 12, 6:00 PM – 8:00 PM"` */
function whereOf(
  { roomName, startTime, endTime }: { roomName: string; startTime: string; endTime: string },
  zone: string,
): string {
  const [startsAt, endsAt] = [new Date(startTime), new Date(endTime)];
  return `${roomName}, ${shortDay(venueDayOf(startsAt, zone))}, ${timeRange(startsAt, endsAt, zone)}`;
}
