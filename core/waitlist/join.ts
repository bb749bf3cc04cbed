/** Joins the waitlist: checks the wish, and that nothing free fits it now (decision 273). */
import { randomUUID } from "node:crypto";
import type { EventType } from "../booking/rules/event-types.ts";
import { durationHours, MAX_HOURS } from "../booking/rules/pricing.ts";
import type { HeldBy } from "../booking/rules/statuses.ts";
import { waitlistAppend } from "../booking/waitlist/follow-ups.ts";
import { roomsToOffer } from "../booking/waitlist/free-days.ts";
import { loadWaitlist } from "../booking/waitlist/load-waitlist.ts";
import { placesOf, sweepWaitlist } from "../booking/waitlist/sweep.ts";
import {
  type Entry,
  entryOf,
  openEntries,
  WAITLIST_ID,
  type Waitlist,
  waitlistStream,
} from "../booking/waitlist/waitlist.ts";
import type { WaitlistEvent } from "../booking/waitlist/waitlist-events.ts";
import { LEAST_LEAD_MS, suits, type Wish } from "../booking/waitlist/wish.ts";
import { daysBetween } from "../calendar/room-hours.ts";
import type { Core } from "../context.ts";
import { append } from "../log/append.ts";
import {
  appendRule,
  COMMAND_REPEATED,
  type EventMeta,
  SESSION_INVALID,
  STREAM_CHANGED,
} from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { commandIdOf, findFirstRequest, type IdempotentRequest } from "../log/idempotency.ts";
import { readStream } from "../log/read.ts";
import { type FieldError, type Refused, refuse } from "../log/rejection.ts";
import { fold } from "../log/stream.ts";
import { type PersonalData, rowsOfMailbox, storePerson } from "../person/personal-data.ts";
import { isClosedOn, openingOn, pluralWeekdayOf } from "../venue/time/opening-hours.ts";
import {
  addDays,
  BOOKING_HORIZON_DAYS,
  instantAt,
  type VenueDay,
  venueToday,
} from "../venue/time/venue-time.ts";
import { aheadOf, daysOfWish, freeFitsOf } from "./free-fits.ts";

/** Open entries of one mailbox. */
const MAX_WAITING = 5;

/** The days of one wish. */
const MAX_WISH_DAYS = 92;

/** How many free hours are named to a person who needs not wait. */
const MOST_FREE = 20;

const MAX_ATTEMPTS = 30;

export interface JoinRequest extends IdempotentRequest {
  wish: Omit<Wish, "anyRoom">;
  userId: number | null;
  heldBy: HeldBy;
  eventType: EventType;
  person: Omit<PersonalData, "id"> & { firstName: string; email: string };
}

export interface Joined {
  entry: Entry;
  /** Entries before it whose wish shares an hour of a room with its own. */
  ahead: number;
}

/**
 * Adds an entry to the waitlist. Refused with `InvalidWish` and the fields, with `HoursAreFree` and hours that fit now, or with
 * `TooManyWaiting`. The same key and body answer the first entry again.
 */
export async function joinWaitlist(
  core: Core,
  request: JoinRequest,
  meta: EventMeta,
): Promise<Outcome<Joined>> {
  const commandId = commandIdOf("join-waitlist", request);
  const first = await answeredBefore(core, commandId, request);
  if (first) return first;
  await core.venue.refreshIfExpired();
  const { bodyHash, wish: asked, person, userId, heldBy, eventType } = request;
  const errors = wishErrors(core, asked);
  if (errors.length > 0) return refuse("InvalidWish", { errors });
  const wish = { ...asked, anyRoom: namesAllThatSuit(core, asked) };
  const personId = randomUUID();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { state: list, version } = await loadWaitlist(core.sql);
    const entryId = list.last + 1;
    const now = core.clock.now();
    const joinedAt = now.toISOString();
    const data = {
      entryId,
      offersBefore: list.offers,
      joinedAt,
      personId,
      userId,
      heldBy,
      eventType,
      ...wish,
    };
    const after = waitlistStream.evolve(list, { type: "WaitlistJoined", data });
    const entry = requireEntry(after, entryId);
    const refusal = (await whyFree(core, entry)) ?? (await whyTooMany(core, list, person.email));
    if (refusal) return refusal;
    const joined: WaitlistEvent[] = [{ type: "WaitlistJoined", data }];
    const result = await append(core.sql, {
      ...waitlistAppend(version, joined),
      commandId,
      meta: bodyHash === null ? meta : { ...meta, bodyHash },
      occurredAt: now,
      appendRules: [appendRule("waitlist_join", {}), storePerson({ id: personId, ...person })],
    });
    if (result.ok) {
      core.afterAppend(result.position);
      // Hours that became free at this very moment missed the entry.
      await sweepWaitlist(core, placesOf(core, [wish]));
      return { ok: true, value: { entry, ahead: aheadOf(after, entry) }, position: result.position };
    }
    if (result.violated === SESSION_INVALID) return refuse("SessionEnded");
    if (result.violated === COMMAND_REPEATED) break;
    if (result.violated !== STREAM_CHANGED) {
      throw new Error(`No refusal explains the violation of ${result.violated} by a join`);
    }
  }
  return (await answeredBefore(core, commandId, request)) ?? refuse("ConcurrentChange");
}

async function whyFree(core: Core, entry: Entry): Promise<Refused | null> {
  const fits = await freeFitsOf(core, entry, daysOfWish(core, entry.wish));
  return fits.length === 0 ? null : refuse("HoursAreFree", { free: fits.slice(0, MOST_FREE) });
}

async function whyTooMany(core: Core, list: Waitlist, email: string): Promise<Refused | null> {
  const own = new Set(await rowsOfMailbox(core.sql, email));
  const waiting = openEntries(list).filter(({ personId }) => own.has(personId));
  return waiting.length < MAX_WAITING ? null : refuse("TooManyWaiting");
}

/** The first answer to this request; null if it was never carried out. */
async function answeredBefore(
  core: Core,
  commandId: string,
  request: JoinRequest,
): Promise<Outcome<Joined> | null> {
  if (request.idempotencyKey === null) return null;
  const first = await findFirstRequest(core.sql, commandId, request);
  if (!first?.ok) return first;
  const events = await readStream(core.sql, waitlistStream, WAITLIST_ID);
  const at = events.findIndex((event) => event.commandId === commandId);
  const then = fold(waitlistStream, events.slice(0, at + 1));
  const entry = requireEntry(then, then.last);
  return { ok: true, value: { entry, ahead: aheadOf(then, entry) }, position: first.at };
}

const requireEntry = (list: Waitlist, id: number): Entry => {
  const entry = entryOf(list, id);
  if (!entry) throw new Error(`The waitlist has no entry ${id}`);
  return entry;
};

/** With one room there is no choice that would show that any other will do. */
function namesAllThatSuit(core: Pick<Core, "rooms">, wish: Omit<Wish, "anyRoom">): boolean {
  const suitable = [...roomsToOffer(core.rooms.all()).values()].filter((room) =>
    suits({ ...wish, anyRoom: false }, room),
  );
  return suitable.length > 1 && suitable.every(({ id }) => wish.roomIds.includes(id));
}

/** Every broken rule of a wish, with its field. */
function wishErrors(
  core: Pick<Core, "rooms" | "settings" | "clock" | "timeZone">,
  wish: Omit<Wish, "anyRoom">,
): FieldError[] {
  const { day, until, from, to, hours, duration, attendees, engineerRequired } = wish;
  const errors: FieldError[] = [];
  const add = (path: string, message: string): void => void errors.push({ path, message });
  const today = venueToday(core);
  const horizon = addDays(today, BOOKING_HORIZON_DAYS);
  const rooms = roomsToOffer(wish.roomIds.flatMap((id) => core.rooms.byId(id) ?? []));
  if (wish.roomIds.some((id) => !rooms.get(id)?.open))
    add("roomIds", "Visitors cannot book one of these rooms");
  else {
    const named = [...rooms.values()];
    if (named.every(({ capacity }) => capacity < (attendees ?? 0))) {
      add("attendees", "None of these rooms holds so many people");
    }
    if (engineerRequired && named.every(({ engineerAvailable }) => !engineerAvailable)) {
      add("engineerRequired", "No engineer is available in these rooms");
    }
    const least = Math.min(...named.map(({ leastHours }) => leastHours));
    if (duration === "hourly" && hours < least) add("hours", `The shortest booking is ${least} hours long`);
  }
  if (day < today) add("day", "The day has passed");
  if (day > horizon) add("day", `Bookings can be made at most ${BOOKING_HORIZON_DAYS} days ahead`);
  if (until < day) add("until", "The last day must not be before the first");
  else if (until > addDays(day, MAX_WISH_DAYS - 1)) add("until", `Choose at most ${MAX_WISH_DAYS} days`);
  if (hours > MAX_HOURS) add("hours", `Bookings are at most ${MAX_HOURS} hours long`);
  const fixed = durationHours(duration, hours);
  if (hours !== fixed) add("hours", `A ${duration} booking is ${fixed} hours long`);
  if (to <= from) add("to", "To must be after from");
  else if (to - from < hours) add("to", `There are fewer than ${hours} hours between from and to`);
  return errors.length > 0 ? errors : timesErrors(core, wish);
}

/** A wish that no day can serve. */
function timesErrors(
  core: Pick<Core, "settings" | "clock" | "timeZone">,
  { day, until, from, to, hours }: Omit<Wish, "anyRoom">,
): FieldError[] {
  const opening = core.settings.schedule();
  const days = daysBetween(day, until);
  if (days.every((one) => isClosedOn(opening, one))) {
    const message =
      day === until
        ? `The venue is closed on ${pluralWeekdayOf(day)}`
        : "The venue is closed on all of these days";
    return [{ path: "day", message }];
  }
  /** The last start of a day at which the visit is over in time; null if there is none. */
  const lastStart = (one: VenueDay): number | null => {
    const open = openingOn(opening, one);
    const start = open && Math.min(to, open.close) - hours;
    return open && start !== null && start >= Math.max(from, open.open) ? start : null;
  };
  const starts = days.flatMap((one) => {
    const start = lastStart(one);
    return start === null ? [] : instantAt(one, start, core.timeZone);
  });
  if (starts.length === 0)
    return [{ path: "from", message: "The venue is not open so long between from and to" }];
  const soonest = core.clock.now().getTime() + LEAST_LEAD_MS;
  return starts.every((start) => start.getTime() < soonest)
    ? [{ path: "day", message: "It is too late for these hours: nothing is offered less than an hour ahead" }]
    : [];
}
