/** Staff offer free hours to an entry out of turn, with a reason that the proof shows (decision 279). */
import { randomUUID } from "node:crypto";
import { waitlistAppend } from "../booking/waitlist/follow-ups.ts";
import { loadWaitlist } from "../booking/waitlist/load-waitlist.ts";
import { openForOverride } from "../booking/waitlist/match.ts";
import { makeOffers, OFFER_RETRIED } from "../booking/waitlist/offers.ts";
import { type Entry, entryOf, waitlistStream } from "../booking/waitlist/waitlist.ts";
import { type WishDays, wishWithin } from "../booking/waitlist/wish.ts";
import type { Core } from "../context.ts";
import { type EventMeta, SESSION_INVALID, withOthers } from "../log/append-request.ts";
import { appendInOneStatement } from "../log/append-statements.ts";
import type { Outcome } from "../log/decision.ts";
import { refuse } from "../log/rejection.ts";
import { VENUE_UNCHANGED_CONSTRAINT } from "../venue/venue.ts";
import { daysOfWish, freeFitsOf } from "./free-fits.ts";
import { currentEntry } from "./leave.ts";

const MAX_ATTEMPTS = 30;

/**
 * Offers the first free hours that fit, on these days or on all days of the wish. It takes nothing from another offer. Refused with
 * `NothingFits`, or with `AlreadyOffered` or `NotWaiting` by the entry's state. The reason stays in the log, for everyone who waits to read.
 */
export async function offerOutOfTurn(
  core: Core,
  id: number,
  { reason, days, meta }: { reason: string; days?: WishDays | undefined; meta: EventMeta },
): Promise<Outcome<Entry>> {
  await core.venue.refreshIfExpired();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (!(await currentEntry(core, id))) return refuse("WaitlistEntryNotFound");
    const { state: list, version } = await loadWaitlist(core.sql);
    const entry = entryOf(list, id);
    if (entry?.state === "offered") return refuse("AlreadyOffered");
    if (entry?.state !== "waiting") return refuse("NotWaiting");
    const wish = days ? wishWithin(entry.wish, days) : entry.wish;
    const [fit] = await freeFitsOf(core, entry, daysOfWish(core, wish));
    if (!fit) return refuse("NothingFits");
    const { bookings, events } = await makeOffers(
      core,
      list,
      [{ entry, fit, open: openForOverride(list, entry, fit) }],
      { override: reason },
    );
    const own = {
      ...waitlistAppend(version, events),
      commandId: `offer-out-of-turn:${randomUUID()}`,
      meta,
      occurredAt: core.clock.now(),
    };
    const result = await appendInOneStatement(core.sql, withOthers([own], bookings));
    if (result.ok) {
      core.afterAppend(result.position);
      const after = entryOf(events.reduce(waitlistStream.evolve, list), id);
      return after ? { ok: true, value: after, position: result.position } : refuse("WaitlistEntryNotFound");
    }
    if (result.violated === SESSION_INVALID) return refuse("SessionEnded");
    if (!OFFER_RETRIED.includes(result.violated)) {
      throw new Error(`No refusal explains the violation of ${result.violated} by an offer out of turn`);
    }
    if (result.violated === VENUE_UNCHANGED_CONSTRAINT) await core.venue.reload();
  }
  return refuse("ConcurrentChange");
}
