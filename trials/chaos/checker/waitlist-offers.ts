/** Checks each offer of the waitlist as it was made: who is listed and why, who is served, the booking that holds the hours, and its end. */
import type { Finding } from "./evidence/claims.ts";
import type { LogEvent } from "./evidence/evidence.ts";
import { fieldsOf, isoOf, listOf, numberOf, textOf } from "./evidence/fields.ts";
import { placesOf } from "./fold/hours-replay.ts";
import {
  type EntryFold,
  lapsedOf,
  type OfferFold,
  offerOf,
  openOf,
  overlaps,
  runningOf,
  type WaitlistFold,
} from "./fold/waitlist-fold.ts";
import { HOUR_MS, isHolding, type WaitlistStep } from "./fold/waitlist-replay.ts";
import { fitsWithin, hoursFrom, suits } from "./fold/wish-fit.ts";
import { type Days, DECIDED_WITHIN_MS, found } from "./waitlist-step.ts";

const REASONS = ["does not fit", "already offered"];

/** `offerMinutes`: how long every offer lasts; null if it depends on its visit. */
export const checkOffers = (
  step: WaitlistStep,
  { days, offerMinutes }: { days: Days; offerMinutes: number | null },
): Finding[] => [
  ...step.own.flatMap(({ event, list }) => {
    if (event.type !== "HoursOffered") return [];
    const offer = offerOf(event.data);
    return [
      ...listed(event, list),
      ...served(event, offer, list, days),
      ...reasons(event, offer, { list, step, days }),
      ...held(event, offer, step),
      ...inTime(event, offer, { days, offerMinutes }),
    ];
  }),
  ...unlisted(step),
];

interface Listed {
  id: number;
  why: string | null;
}

const listIn = ({ data }: LogEvent): Listed[] =>
  listOf(data.open)
    .map(fieldsOf)
    .map((one) => ({ id: numberOf(one, "id") ?? 0, why: textOf(one, "why") }));

/** `open` is exactly who waited or was offered then, in the order of the log; offers are numbered without a gap. */
function listed(event: LogEvent, list: WaitlistFold): Finding[] {
  const is = listIn(event).map(({ id }) => id);
  const by = openOf(list).map(({ id }) => id);
  const number = [...list.values()].reduce((sum, { offers }) => sum + offers.length, 1);
  return [
    ...(is.join() === by.join() ? [] : [found("waitlist.open", event, `lists ${is}; open were ${by}`)]),
    ...(event.data.number === number
      ? []
      : [found("waitlist.open", event, `is offer ${event.data.number}, by the log offer ${number}`)]),
  ];
}

/** The served entry waited and wishes for these hours; nothing is offered to two at once. */
function served(event: LogEvent, offer: OfferFold, list: WaitlistFold, days: Days): Finding[] {
  const entry = list.get(numberOf(event.data, "entryId") ?? 0);
  const hours = hoursFrom(offer.startsAt, offer.endsAt);
  const words = [
    ...(entry?.state === "waiting" ? [] : [`serves an entry that is ${entry?.state ?? "unknown"}`]),
    ...(entry && runningOf(entry).length > 0 ? ["serves an entry whose earlier offer runs"] : []),
    ...(entry &&
    fitsWithin(entry, { roomId: offer.roomId, hours }, days).some((fit) => fit.length === hours.length)
      ? []
      : ["offers hours that are not its wish"]),
    ...[...list.values()]
      .filter((other) => runningOf(other).some((running) => overlaps(running, offer)))
      .map(({ id }) => `offers hours that are offered to entry ${id}`),
  ];
  return words.map((one) => found("waitlist.served", event, one));
}

/** Each before the served one has a true reason, none behind it has one. An offer out of turn has the reason of staff instead. */
function reasons(
  event: LogEvent,
  offer: OfferFold,
  at: { list: WaitlistFold; step: WaitlistStep; days: Days },
): Finding[] {
  const servedId = numberOf(event.data, "entryId") ?? 0;
  const override = textOf(event.data, "override");
  const wrong = (id: number, words: string): Finding =>
    found("waitlist.reasons", event, `entry ${id}: ${words}`);
  const ofStaff = override === null || (override.trim() !== "" && event.actor === "staff");
  return [
    ...(ofStaff ? [] : [wrong(servedId, "is offered out of turn without a reason of staff")]),
    ...listIn(event).flatMap(({ id, why }) => {
      if (id >= servedId) return why === null ? [] : [wrong(id, `is not passed, and has "${why}"`)];
      if (why === null) return override === null ? [wrong(id, "was passed without a reason")] : [];
      if (!REASONS.includes(why)) return [wrong(id, `"${why}" is no reason`)];
      const entry = at.list.get(id);
      const words = entry ? whyNot(entry, why, offer, { ...at, isOverride: override !== null }) : null;
      return words === null ? [] : [wrong(id, words)];
    }),
  ];
}

/** Why the reason is not true; null if it may be. */
function whyNot(
  entry: EntryFold,
  why: string,
  offer: OfferFold,
  { step, days, isOverride }: { step: WaitlistStep; days: Days; isOverride: boolean },
): string | null {
  const hasLetGo = lapsedOf(entry).some((lapsed) => overlaps(lapsed, offer));
  if (why === "already offered") {
    return entry.state === "offered" || (hasLetGo && !isOverride) ? null : "was offered nothing then";
  }
  if (entry.state === "offered") return "was offered something then, and does not say so";
  if (hasLetGo || !suits(entry, step.venue.rooms.get(offer.roomId))) return null;
  const hours = hoursFrom(offer.startsAt, offer.endsAt);
  const freed = hours.filter((hour) => wasFreed(step, offer.roomId, hour));
  // Who is served has one of the hours that became free; where none did, all that are free were looked at.
  const fits = fitsWithin(entry, { roomId: offer.roomId, hours }, days).filter(
    (visit) => freed.length === 0 || visit.some((hour) => freed.includes(hour)),
  );
  return fits.length === 0 ? null : "its wish fits these hours, and it was passed as one that does not fit";
}

const wasFreed = ({ changedPlaces }: WaitlistStep, roomId: number, hour: number): boolean => {
  const [place = ""] = placesOf(roomId, hour, hour + HOUR_MS);
  const was = changedPlaces.get(place);
  return was !== undefined && isHolding(was);
};

const isOffered = ({ type, data }: LogEvent): boolean =>
  type === "BookingRequested" && numberOf(data, "waitlistEntryId") !== null;

/** A booking that begins in the same transaction has exactly these hours until the offer ends. */
function held(event: LogEvent, offer: OfferFold, { events }: WaitlistStep): Finding[] {
  const begun = events.find(
    ({ category, id, version }) => category === "booking" && id === offer.bookingId && version === 1,
  );
  if (!begun || !isOffered(begun)) {
    return [found("waitlist.booking", event, `booking-${offer.bookingId} does not begin with it`)];
  }
  const { data } = begun;
  const expected = {
    waitlistEntryId: event.data.entryId,
    roomId: offer.roomId,
    startsAt: event.data.startTime,
    endsAt: event.data.endTime,
    holdUntil: event.data.until,
  };
  const wrong = Object.entries(expected).filter(([name, value]) => data[name] !== value);
  return wrong.map(([name, value]) =>
    found(
      "waitlist.booking",
      event,
      `booking-${offer.bookingId} has ${name} ${data[name]}, offered is ${value}`,
    ),
  );
}

/** A booking for an entry is never without its offer. */
const unlisted = ({ events }: WaitlistStep): Finding[] =>
  events
    .filter((event) => isOffered(event) && event.version === 1)
    .filter(
      ({ id }) =>
        !events.some(({ type, data }) => type === "HoursOffered" && numberOf(data, "bookingId") === id),
    )
    .map((event) => found("waitlist.booking", event, "holds hours for an entry that were not offered to it"));

const WINDOWS = [
  { leadHours: 72, minutes: 720 },
  { leadHours: 24, minutes: 120 },
  { leadHours: Number.NEGATIVE_INFINITY, minutes: 20 },
];
const QUIET_FROM = 22;
const QUIET_UNTIL = 8;
const MINUTE_MS = 60_000;

/** Until when an offer that is made at `at` can be taken. */
function endOf(
  startsAt: number,
  at: number,
  { days, offerMinutes }: { days: Days; offerMinutes: number | null },
): number {
  if (offerMinutes !== null) return at + offerMinutes * MINUTE_MS;
  const lead = (startsAt - at) / HOUR_MS;
  const minutes = WINDOWS.find(({ leadHours }) => lead > leadHours)?.minutes ?? 0;
  const from = lead > 24 ? afterQuietHours(at, days) : at;
  return from + minutes * MINUTE_MS;
}

/** The next 8:00 at the venue, if it is between 22:00 and 8:00 there. */
function afterQuietHours(at: number, { hourOf }: Pick<Days, "hourOf">): number {
  const isQuiet = (hour: number): boolean => hour >= QUIET_FROM || hour < QUIET_UNTIL;
  if (!isQuiet(hourOf(at))) return at;
  let hour = Math.floor(at / HOUR_MS) * HOUR_MS;
  while (isQuiet(hourOf(hour))) hour += HOUR_MS;
  return hour;
}

/** The offer ends by its window; nothing is offered less than an hour ahead. */
function inTime(
  event: LogEvent,
  { startsAt, until }: OfferFold,
  windows: { days: Days; offerMinutes: number | null },
): Finding[] {
  const at = event.occurredAt;
  // The offer may have been decided somewhat before or after the instant that its event has.
  const ends = [at - DECIDED_WITHIN_MS, at, at + DECIDED_WITHIN_MS].map((decidedAt) =>
    endOf(startsAt, decidedAt, windows),
  );
  const isRight = until >= Math.min(...ends) && until <= Math.max(...ends);
  return [
    ...(isRight
      ? []
      : [
          found(
            "waitlist.windows",
            event,
            `runs until ${isoOf(until)}, by its window until ${isoOf(endOf(startsAt, at, windows))}`,
          ),
        ]),
    ...(startsAt < at - DECIDED_WITHIN_MS + HOUR_MS
      ? [found("waitlist.windows", event, "offers a visit that begins within an hour")]
      : []),
  ];
}
