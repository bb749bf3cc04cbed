/** Reads entries of the waitlist with what answers say about them: who is before each, its offer's booking, and for staff the person and the hours. */
import type { Booking } from "../../core/booking/state/booking-state.ts";
import { bookingStream } from "../../core/booking/state/booking-stream.ts";
import { loadWaitlist } from "../../core/booking/waitlist/load-waitlist.ts";
import {
  type Entry,
  entryAsOf,
  isOpen,
  openEntries,
  type Waitlist,
} from "../../core/booking/waitlist/waitlist.ts";
import type { WishDays } from "../../core/booking/waitlist/wish.ts";
import type { Core } from "../../core/context.ts";
import { loadStreams } from "../../core/log/load-streams.ts";
import { requireExisting } from "../../core/log/transact.ts";
import { readPersons } from "../../core/person/personal-data.ts";
import { instantAt, venueDayOf } from "../../core/venue/time/venue-time.ts";
import { aheadOf, firstFreeFits } from "../../core/waitlist/free-fits.ts";
import { type ClaimedSpan, claimedSpans } from "../../core/waitlist/in-the-way.ts";
import type { StaffWaitlistEntry, WaitlistEntry } from "../contract/visitor/waitlist.ts";
import { type ShownEntry, shownOffer, staffWaitlistEntryJson, waitlistEntryJson } from "./waitlist-json.ts";

/** How many free hours staff are told for one entry. */
const MOST_FITS = 5;

/** The entry for its holder, as it is now. */
export async function holdersEntry(core: Core, entry: Entry): Promise<WaitlistEntry> {
  const { state: list } = await loadWaitlist(core.sql);
  const [shown] = await shownEntries(core, list, [entryAsOf(entry, core.clock.now())]);
  if (!shown) throw new Error("An entry was read without what is shown of it");
  return waitlistEntryJson(core, shown);
}

/** Who waits or has an offer now, in the order of the log: only for some days, or only those who name a room. */
export async function staffWaitlist(
  core: Core,
  { days, roomId }: { days: WishDays | undefined; roomId: number | undefined },
): Promise<StaffWaitlistEntry[]> {
  const { state: list } = await loadWaitlist(core.sql);
  const now = core.clock.now();
  const entries = openEntries(list)
    .map((entry) => entryAsOf(entry, now))
    .filter(isOpen)
    .filter(({ wish }) => !days || (wish.day <= days.until && days.day <= wish.until))
    .filter(({ wish }) => roomId === undefined || wish.anyRoom || wish.roomIds.includes(roomId));
  return staffEntries(core, list, { entries, days, roomId });
}

/** One entry for staff, after what they did about it. */
export async function staffEntry(core: Core, entry: Entry): Promise<StaffWaitlistEntry> {
  const { state: list } = await loadWaitlist(core.sql);
  const [read] = await staffEntries(core, list, { entries: [entry] });
  if (!read) throw new Error("An entry was read without what staff see of it");
  return read;
}

async function staffEntries(
  core: Core,
  list: Waitlist,
  {
    entries,
    days,
    roomId,
  }: { entries: readonly Entry[]; days?: WishDays | undefined; roomId?: number | undefined },
): Promise<StaffWaitlistEntry[]> {
  const { rooms, sql } = core;
  const waiting = entries.filter(({ state }) => state === "waiting");
  const roomIds = roomId === undefined ? entries.flatMap((entry) => roomsOf(core, entry)) : [roomId];
  const [shown, persons, fits, claimed] = await Promise.all([
    shownEntries(core, list, entries),
    readPersons(
      sql,
      entries.map(({ personId }) => personId),
    ),
    firstFreeFits(core, waiting, { days, most: MOST_FITS }),
    days ? claimedSpans(core, { ...days, roomIds: [...new Set(roomIds)] }) : [],
  ]);
  return shown.map((one) =>
    staffWaitlistEntryJson(rooms, one, {
      person: persons.get(one.entry.personId),
      fits: fits.get(one.entry.id) ?? [],
      inTheWay: claimed.filter((span) => isInTheWay(core, one.entry, span)),
    }),
  );
}

async function shownEntries(core: Core, list: Waitlist, entries: readonly Entry[]): Promise<ShownEntry[]> {
  const ids = entries.flatMap((entry) => shownOffer(entry)?.bookingId ?? []);
  const loaded = await loadStreams(core.sql, bookingStream, ids);
  const bookings = new Map(loaded.map(({ id, state }): [number, Booking] => [id, requireExisting(state)]));
  return entries.map((entry) => ({
    entry,
    ahead: entry.state === "waiting" ? aheadOf(list, entry) : 0,
    booking: bookings.get(shownOffer(entry)?.bookingId ?? 0) ?? null,
  }));
}

const roomsOf = ({ rooms }: Pick<Core, "rooms">, { wish }: Entry): readonly number[] =>
  wish.anyRoom ? rooms.all().map(({ id }) => id) : wish.roomIds;

/** Whether another visit or a closure has an hour that the entry waits for. */
function isInTheWay(core: Pick<Core, "rooms" | "timeZone">, entry: Entry, span: ClaimedSpan): boolean {
  const { day: first, until, from, to } = entry.wish;
  const day = venueDayOf(span.startsAt, core.timeZone);
  const isOwn = span.bookingId !== null && span.bookingId === shownOffer(entry)?.bookingId;
  return (
    !isOwn &&
    first <= day &&
    day <= until &&
    roomsOf(core, entry).includes(span.roomId) &&
    span.startsAt < instantAt(day, to, core.timeZone) &&
    instantAt(day, from, core.timeZone) < span.endsAt
  );
}
