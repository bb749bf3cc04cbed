/** Carries out the commands on closures: finds the conflicting bookings and does with each what staff chose, all in one append. */
import { randomUUID } from "node:crypto";
import { type ChangedBooking, chargeAccounts, withCharges } from "../booking/billing/charge-accounts.ts";
import { HOURS_CLAIMED, TURNAROUND_BROKEN } from "../booking/hold/hours.ts";
import { type WaitlistFollowUps, waitlistFollowUps, withLastRules } from "../booking/waitlist/follow-ups.ts";
import { offerMissed } from "../booking/waitlist/sweep.ts";
import type { Core } from "../context.ts";
import {
  type Append,
  appendRule,
  COMMAND_REPEATED,
  type EventMeta,
  SESSION_INVALID,
  STREAM_CHANGED,
  withOthers,
} from "../log/append-request.ts";
import { appendTogether } from "../log/append-statements.ts";
import type { Decision, Outcome } from "../log/decision.ts";
import { type Rejection, refuse } from "../log/rejection.ts";
import { requireExisting, transact } from "../log/transact.ts";
import type { PaymentGateway } from "../payment/gateway.ts";
import { erasePersonRow, storePerson, textRow } from "../person/personal-data.ts";
import { VENUE_UNCHANGED_CONSTRAINT } from "../venue/venue.ts";
import { type ConflictChoice, cancelForClosure, moveForClosure } from "./change-conflicting-booking.ts";
import {
  type ClosureEvent,
  closureErrors,
  closureStream,
  decideClosure,
  decideReasonChange,
  decideReopening,
  type NewClosure,
} from "./closure.ts";
import {
  type ConflictingSpan,
  findConflictingBookings,
  loadSpans,
  whyOnlyKept,
} from "./conflicting-bookings.ts";

export interface ClosureRequest extends NewClosure {
  /** The reason, in staff's words. */
  reason: string;
  bookings: ReadonlyMap<number, ConflictChoice>;
}

export type ClosureOutcome =
  | Extract<Outcome<{ id: number; roomIds: number[] }>, { ok: true }>
  | { ok: false; rejection: Rejection; bookings?: readonly ConflictingSpan[] };

/** A try fails only if something changed between reading and closing. */
const MAX_ATTEMPTS = 30;
const CLASHES: readonly string[] = [HOURS_CLAIMED, TURNAROUND_BROKEN];
const RETRIED: readonly string[] = [...CLASHES, STREAM_CHANGED, COMMAND_REPEATED, VENUE_UNCHANGED_CONSTRAINT];
const MAX_CLASHES = 5;

/**
 * Closes hours of rooms (decisions 126, 127). Answers `BookingsInTheWay` with the conflicting bookings for which `bookings` has no choice.
 * If it has one for each, all choices are carried out, or none. Answers `BookingUnreadable`, at `bookings.<id>`, if a booking that is to be
 * cancelled or moved can only be kept, and `SlotTaken` if the hours that a booking is to be moved to are taken. Throws `GatewayUnavailable`
 * if a move changes a price and the provider does not answer; then nothing is closed.
 */
export async function closeRooms(
  core: Core,
  gateway: PaymentGateway,
  { bookings, reason, ...asked }: ClosureRequest,
  meta: EventMeta,
): Promise<ClosureOutcome> {
  await core.venue.refreshIfExpired();
  if (asked.roomIds.some((id) => !core.rooms.byId(id))) return refuse("RoomNotFound");
  let clashes = 0;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const named = asked.wholeVenue ? core.rooms.allIncludingRetired().map(({ id }) => id) : asked.roomIds;
    const roomIds = [...new Set(named)].sort((a, b) => a - b);
    const block = { ...asked, roomIds };
    const { startsAt, endsAt } = block;
    const now = core.clock.now();
    const at = { now, timeZone: core.timeZone };
    const errors = closureErrors(block, at);
    if (errors.length > 0) return refuse("InvalidBlock", { errors });
    const standing = await findConflictingBookings(core, block, now);
    const unanswered = standing.filter(({ id }) => !bookings.has(id));
    if (unanswered.length > 0) {
      return { ...refuse("BookingsInTheWay"), bookings: await loadSpans(core, unanswered) };
    }
    const kept = standing.flatMap(({ id }) => (bookings.get(id) === "keep" ? [id] : []));
    const words = textRow(reason);
    const decision: Decision<ClosureEvent> = decideClosure({ ...block, reasonId: words.id, kept }, at);
    if (!decision.ok) return decision;
    const shared = { meta, occurredAt: now };
    const leaving = new Set(standing.flatMap(({ id }) => (kept.includes(id) ? [] : [id])));
    // Cancellations come first: a booking may move to hours that a cancelled one releases.
    const cancelled: Append[] = [];
    const moved: Append[] = [];
    const changed: ChangedBooking[] = [];
    for (const one of standing) {
      const { id } = one;
      const said = bookings.get(id);
      if (said === undefined || said === "keep") continue;
      const message = await whyOnlyKept(core, one);
      if (message !== null) {
        const errors = [{ path: `bookings.${id}`, message }];
        return refuse("BookingUnreadable", { errors, detail: message });
      }
      const change =
        said === "cancel"
          ? await cancelForClosure(core, id, { reason: block.public ? reason : null, now })
          : await moveForClosure(core, gateway, { id, ...said }, { block, leaving, meta });
      // Its hold has expired in the meantime: it conflicts no longer.
      if (!change.ok && change.rejection.code === "HoldExpired") continue;
      if (!change.ok) return change;
      if (change.change) changed.push(change.change);
      if (change.append) (said === "cancel" ? cancelled : moved).push({ ...change.append, ...shared });
    }
    const charged = await chargeAccounts(core, changed);
    if (!charged.ok) return charged;
    const close = appendRule("close_hours", { roomIds, startsAt, endsAt, kept });
    const closing: Append = {
      stream: { category: closureStream.category },
      expectedVersion: 0,
      commandId: `block:${randomUUID()}`,
      events: decision.events.map(closureStream.encode),
      appendRules: [close, storePerson(words)],
      ...shared,
    };
    const changes = withCharges([...cancelled, ...moved], charged);
    const waitlist = await waitlistFollowUps(core, { bookings: changed, closed: block });
    const appends = withOthers([...changes, closing], waitlist.appends);
    const result = await appendTogether(core.sql, withLastRules(appends, waitlist.rules));
    if (result.ok) {
      const placed = result.appended[changes.length];
      if (!placed) throw new Error("The append returned nothing");
      const { position } = result.appended.at(-1) ?? placed;
      core.afterAppend(position);
      await offerMissed(core, waitlist.missed);
      return { ok: true, value: { id: placed.streamId, roomIds }, position };
    }
    if (result.violated === SESSION_INVALID) return refuse("SessionEnded");
    if (!RETRIED.includes(result.violated)) {
      throw new Error(`No refusal explains the violation of ${result.violated} by a block`);
    }
    if (result.violated === VENUE_UNCHANGED_CONSTRAINT) await core.venue.reload();
    // Two bookings that are moved to the same hours clash at every try.
    if (CLASHES.includes(result.violated) && moved.length > 1) clashes += 1;
    if (clashes === MAX_CLASHES) return refuse("SlotTaken");
  }
  return refuse("ConcurrentChange");
}

/** Reopens what the closure has closed; a second time changes nothing. */
export async function reopenRooms(core: Core, id: number, meta: EventMeta): Promise<Outcome<{ id: number }>> {
  let waitlist = null as WaitlistFollowUps | null;
  const outcome = await transact(core, closureStream, id, {
    commandId: `lift:${randomUUID()}`,
    meta,
    decide: decideReopening,
    appendRules(_before, after) {
      const { roomIds, startsAt, endsAt } = requireExisting(after);
      return [appendRule("open_hours", { roomIds, startsAt, endsAt }), ...(waitlist?.rules ?? [])];
    },
    async others(_before, after) {
      const { roomIds, startsAt, endsAt } = requireExisting(after);
      const reopened = { blockId: id, roomIds, startsAt, endsAt };
      waitlist = await waitlistFollowUps(core, { bookings: [], reopened });
      return { ok: true, appends: waitlist.appends, own: [] };
    },
    refusals: {
      // Hours beside the reopened ones, which an offer was to have too, were taken meanwhile, or the venue has changed.
      [HOURS_CLAIMED]: async () => "retry",
      [TURNAROUND_BROKEN]: async () => "retry",
      [VENUE_UNCHANGED_CONSTRAINT]: () => core.venue.reload().then(() => "retry" as const),
    },
  });
  if (!outcome.ok) return outcome;
  await offerMissed(core, waitlist?.missed ?? []);
  return { ...outcome, value: { id } };
}

/** Changes the reason, or removes it with null; the earlier words are erased. */
export async function changeClosureReason(
  core: Core,
  { id, reason }: { id: number; reason: string | null },
  meta: EventMeta,
): Promise<Outcome<null>> {
  const words = reason === null ? null : textRow(reason);
  const outcome = await transact(core, closureStream, id, {
    commandId: `closure-reason:${randomUUID()}`,
    meta,
    decide: (state) => decideReasonChange(state, words?.id ?? null),
    appendRules(before) {
      const { reasonId } = requireExisting(before);
      return [
        ...(reasonId === null ? [] : [erasePersonRow(reasonId)]),
        ...(words === null ? [] : [storePerson(words)]),
      ];
    },
  });
  return outcome.ok ? { ...outcome, value: null } : outcome;
}
