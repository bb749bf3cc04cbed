/** What the holder of an entry does: lets an offer go, takes one that costs nothing now, or leaves the waitlist (decision 276). */
import { randomUUID } from "node:crypto";
import { expireIfOverdue, handleBooking, loadBooking } from "../booking/handle.ts";
import { waitlistAppend } from "../booking/waitlist/follow-ups.ts";
import { loadWaitlist } from "../booking/waitlist/load-waitlist.ts";
import { type Entry, entryOf, isOpen, runningOffer } from "../booking/waitlist/waitlist.ts";
import type { WaitlistEvent } from "../booking/waitlist/waitlist-events.ts";
import type { Core } from "../context.ts";
import { append } from "../log/append.ts";
import { type EventMeta, SESSION_INVALID, STREAM_CHANGED } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import type { LogPosition } from "../log/position.ts";
import { refuse } from "../log/rejection.ts";

const MAX_ATTEMPTS = 30;

/** Lets the offered hours go, which ends the entry; they go to the next. A second time changes nothing. `NotOffered` if there is no offer. */
export async function declineOffer(core: Core, id: number, meta: EventMeta): Promise<Outcome<Entry>> {
  const entry = await currentEntry(core, id);
  if (!entry) return refuse("WaitlistEntryNotFound");
  if (entry.state === "declined") return { ok: true, value: entry, position: null };
  const offer = runningOffer(entry);
  if (!offer) return refuse("NotOffered");
  const outcome = await handleBooking(
    core,
    offer.bookingId,
    { type: "ReleaseHold" },
    { commandId: `decline-offer:${randomUUID()}`, meta },
  );
  return outcome.ok ? answer(core, id, outcome.position) : outcome;
}

/** Takes an offer for which nothing is due before the visit; `PaymentNeeded` if something is: then paying takes it. */
export async function takeOffer(core: Core, id: number, meta: EventMeta): Promise<Outcome<Entry>> {
  const entry = await currentEntry(core, id);
  if (!entry) return refuse("WaitlistEntryNotFound");
  if (entry.state === "claimed") return { ok: true, value: entry, position: null };
  const offer = runningOffer(entry);
  if (!offer) return refuse("NotOffered");
  const { state: booking } = await loadBooking(core, offer.bookingId);
  if (booking.exists && booking.downpaymentCents > 0) return refuse("PaymentNeeded");
  const outcome = await handleBooking(
    core,
    offer.bookingId,
    { type: "ConfirmBooking" },
    { commandId: `take-offer:${offer.bookingId}`, meta },
  );
  return outcome.ok ? answer(core, id, outcome.position) : outcome;
}

/** Leaves the waitlist; an offer is released with it. A second time changes nothing. `NotWaiting` once the entry has ended otherwise. */
export async function withdrawEntry(core: Core, id: number, meta: EventMeta): Promise<Outcome<Entry>> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const entry = await currentEntry(core, id);
    if (!entry) return refuse("WaitlistEntryNotFound");
    if (entry.state === "withdrawn") return { ok: true, value: entry, position: null };
    if (!isOpen(entry)) return refuse("NotWaiting");
    const commandId = `withdraw-entry:${randomUUID()}`;
    const offer = runningOffer(entry);
    if (offer) {
      const context = { commandId, meta, leaving: "withdrawn" } as const;
      const outcome = await handleBooking(core, offer.bookingId, { type: "ReleaseHold" }, context);
      return outcome.ok ? answer(core, id, outcome.position) : outcome;
    }
    const { state, version } = await loadWaitlist(core.sql);
    // It was offered something between the two readings.
    if (entryOf(state, id)?.state !== "waiting") continue;
    const left: WaitlistEvent = { type: "WaitlistLeft", data: { entryId: id, why: "withdrawn" } };
    const result = await append(core.sql, {
      ...waitlistAppend(version, [left]),
      commandId,
      meta,
      occurredAt: core.clock.now(),
    });
    if (result.ok) {
      core.afterAppend(result.position);
      return answer(core, id, result.position);
    }
    if (result.violated === SESSION_INVALID) return refuse("SessionEnded");
    if (result.violated !== STREAM_CHANGED) {
      throw new Error(`No refusal explains the violation of ${result.violated} by a withdrawal`);
    }
  }
  return refuse("ConcurrentChange");
}

/** The entry as it is now: an offer past its end is lapsed first, without waiting for the job that does it. */
export async function currentEntry(core: Core, id: number): Promise<Entry | undefined> {
  const entry = entryOf((await loadWaitlist(core.sql)).state, id);
  const offer = entry && runningOffer(entry);
  if (!offer || offer.until > core.clock.now()) return entry;
  await expireIfOverdue(core, offer.bookingId);
  return entryOf((await loadWaitlist(core.sql)).state, id);
}

async function answer(core: Core, id: number, position: LogPosition | null): Promise<Outcome<Entry>> {
  const entry = entryOf((await loadWaitlist(core.sql)).state, id);
  return entry ? { ok: true, value: entry, position } : refuse("WaitlistEntryNotFound");
}
