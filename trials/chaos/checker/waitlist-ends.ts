/** Checks how offers end and entries leave: what is said of an offer is what happened to its booking, in the same transaction. */
import type { Finding } from "./evidence/claims.ts";
import type { LogEvent } from "./evidence/evidence.ts";
import { numberOf, textOf } from "./evidence/fields.ts";
import { type BookingFold, heldUntil } from "./fold/booking-state.ts";
import { type EntryFold, endsOffer, isOpen, lapsedOf, MOST_LAPSES } from "./fold/waitlist-fold.ts";
import type { WaitlistStep } from "./fold/waitlist-replay.ts";
import { type Days, found } from "./waitlist-step.ts";

interface Known {
  /** The rows of personal data of who was erased by then. */
  erased: ReadonlySet<string>;
  days: Days;
}

export const checkEnds = (step: WaitlistStep, known: Known): Finding[] => [
  ...ends(step),
  ...lapsedTwice(step),
  ...step.own.flatMap(({ event, list }) => {
    const entry = list.get(numberOf(event.data, "entryId") ?? 0);
    return event.type === "WaitlistLeft" && entry ? left(event, entry, known) : [];
  }),
];

function ends({ own, changed, events }: WaitlistStep): Finding[] {
  const said = own.filter(({ event }) => endsOffer(event)).map(({ event }) => event);
  const expected = changed.flatMap(({ before, after }) => {
    const type = before ? endOf(before, after) : null;
    return type === null ? [] : [{ type, booking: after }];
  });
  const missing = expected.filter(
    ({ type, booking }) =>
      !said.some((event) => event.type === type && numberOf(event.data, "bookingId") === booking.id),
  );
  const untrue = said.filter(
    (event) =>
      !expected.some(
        ({ type, booking }) =>
          type === event.type &&
          booking.id === numberOf(event.data, "bookingId") &&
          entryOf(booking) === numberOf(event.data, "entryId"),
      ),
  );
  return [
    ...missing.flatMap(({ type, booking: { id } }) => {
      const cause = events.find((event) => event.category === "booking" && event.id === id);
      return cause ? [found("waitlist.ends", cause, `the waitlist has no ${type} for it`)] : [];
    }),
    ...untrue.map((event) => found("waitlist.ends", event, `booking-${event.data.bookingId} did not end so`)),
  ];
}

const entryOf = ({ request }: BookingFold): number | null => numberOf(request, "waitlistEntryId");

/** What a change of its booking says about an offer; null if nothing. Money that comes late claims one that had lapsed. */
function endOf(before: BookingFold, after: BookingFold): string | null {
  if (entryOf(after) === null) return null;
  const wasHeld = heldUntil(before) !== null;
  if (after.status !== "cancelled") {
    return heldUntil(after) === null && (wasHeld || before.expired) ? "OfferClaimed" : null;
  }
  if (!wasHeld) return null;
  return after.expired ? "OfferLapsed" : "OfferDeclined";
}

/** An entry that let two offers lapse leaves with the second. */
const lapsedTwice = ({ own, after }: WaitlistStep): Finding[] =>
  own.flatMap(({ event }) => {
    if (event.type !== "OfferLapsed") return [];
    const entry = after.get(numberOf(event.data, "entryId") ?? 0);
    return entry && isOpen(entry) && lapsedOf(entry).length >= MOST_LAPSES
      ? [
          found(
            "waitlist.left",
            event,
            `entry ${entry.id} let ${lapsedOf(entry).length} offers lapse, and is ${entry.state}`,
          ),
        ]
      : [];
  });

function left(event: LogEvent, entry: EntryFold, { erased, days }: Known): Finding[] {
  const why = textOf(event.data, "why");
  const wrong = (words: string): Finding[] => [found("waitlist.left", event, `entry ${entry.id} ${words}`)];
  if (why === "lapses" && lapsedOf(entry).length < MOST_LAPSES) {
    return wrong(`left after ${lapsedOf(entry).length} lapses`);
  }
  if (why === "over" && days.dayOf(event.occurredAt) <= (textOf(entry.wish, "until") ?? "")) {
    return wrong("left before its last day had passed");
  }
  return why === "erased" && !erased.has(entry.personId)
    ? wrong("left as erased, and its person was not")
    : [];
}
