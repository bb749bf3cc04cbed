/**
 * Offers hours that are free already to those who wait: for one who has just joined, after a change of the venue or its rooms, and now and then
 * for whatever a fault left behind. Entries whose last day has passed leave (decision 277).
 */
import { randomUUID } from "node:crypto";
import { daysBetween } from "../../calendar/room-hours.ts";
import type { Core } from "../../context.ts";
import { withOthers } from "../../log/append-request.ts";
import { appendInOneStatement } from "../../log/append-statements.ts";
import { venueToday } from "../../venue/time/venue-time.ts";
import { VENUE_UNCHANGED_CONSTRAINT } from "../../venue/venue.ts";
import { waitlistAppend } from "./follow-ups.ts";
import { type Place, readFreeDays, roomsToOffer } from "./free-days.ts";
import { loadWaitlist } from "./load-waitlist.ts";
import { type Match, match } from "./match.ts";
import { decideOffer, makeOffers, OFFER_RETRIED } from "./offers.ts";
import { type Entry, openEntries, type Waitlist } from "./waitlist.ts";
import type { WaitlistEvent } from "./waitlist-events.ts";
import type { Wish } from "./wish.ts";

const MAX_ATTEMPTS = 20;

/** Only for these days of rooms, or for all that anyone waits for. Answers how many offers were made. */
export async function sweepWaitlist(core: Core, only?: readonly Place[]): Promise<number> {
  await core.venue.refreshIfExpired();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { state: list, version } = await loadWaitlist(core.sql);
    if (list.open.length === 0) return 0;
    const { bookings, events } = await makeOffers(core, list, await matchFree(core, list, only));
    const all = [...(only ? [] : entriesOver(core, list)), ...events];
    if (all.length === 0) return 0;
    const commandId = `waitlist-sweep:${randomUUID()}`;
    const first = {
      ...waitlistAppend(version, all),
      commandId,
      meta: { actor: { kind: "system" as const }, requestId: commandId },
      occurredAt: core.clock.now(),
    };
    const result = await appendInOneStatement(core.sql, withOthers([first], bookings));
    if (result.ok) {
      core.afterAppend(result.position);
      return bookings.length;
    }
    if (!OFFER_RETRIED.includes(result.violated)) {
      throw new Error(`No refusal explains the violation of ${result.violated} by the waitlist`);
    }
    if (result.violated === VENUE_UNCHANGED_CONSTRAINT) await core.venue.reload();
  }
  // The next sweep tries again.
  return 0;
}

/**
 * Looks once more, after an append has freed hours for which an entry was found to be too long: hours beside them may have become free at
 * the same moment. The append is done; what fails here, the next sweep does.
 */
export async function offerMissed(core: Core, places: readonly Place[]): Promise<void> {
  if (places.length > 0) await sweepWaitlist(core, places).catch(() => 0);
}

async function matchFree(core: Core, list: Waitlist, only: readonly Place[] | undefined): Promise<Match[]> {
  const places =
    only ??
    placesOf(
      core,
      openEntries(list).map(({ wish }) => wish),
    );
  const days = await readFreeDays(core, places);
  const { matches } = match(list, days, {
    now: core.clock.now(),
    rooms: roomsToOffer(core.rooms.all()),
    refused: lapsedHours(list),
    accepts: (entry, fit) => decideOffer(core, entry, fit, entry.personId).ok,
  });
  return matches;
}

/** Every day of every room that these wishes name, from today on. */
export function placesOf(core: Pick<Core, "rooms" | "clock" | "timeZone">, wishes: readonly Wish[]): Place[] {
  const today = venueToday(core);
  const places = new Map<string, Place>();
  const all = core.rooms.all().map(({ id }) => id);
  for (const { roomIds, anyRoom, day: first, until } of wishes) {
    for (const day of daysBetween(first < today ? today : first, until)) {
      for (const roomId of anyRoom ? all : roomIds) places.set(`${roomId} ${day}`, { roomId, day });
    }
  }
  return [...places.values()];
}

/** What an entry let lapse is not offered to it again, unless it becomes free once more. */
const lapsedHours = (list: Waitlist) =>
  new Map(
    openEntries(list).map(({ id, offers }) => [id, offers.filter(({ outcome }) => outcome === "lapsed")]),
  );

const entriesOver = (core: Pick<Core, "clock" | "timeZone">, list: Waitlist): WaitlistEvent[] => {
  const today = venueToday(core);
  const isOver = ({ state, wish }: Entry): boolean => state === "waiting" && wish.until < today;
  return openEntries(list)
    .filter(isOver)
    .map(({ id }) => ({ type: "WaitlistLeft", data: { entryId: id, why: "over" } }));
};
