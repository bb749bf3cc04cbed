/** Owns the way of the commands on blocks: which bookings stand in the way, what becomes of each, and all of it in one append. */
import { randomUUID } from "node:crypto";
import { type BookingChange, decide } from "../booking/booking.ts";
import type { Booking } from "../booking/booking-state.ts";
import { bookingStream } from "../booking/booking-stream.ts";
import { expireBooking, holderOf, loadBooking } from "../booking/handle.ts";
import { bookingsOnHours, HOURS_TAKEN, hourOperations } from "../booking/hours.ts";
import type { Core } from "../context.ts";
import {
  type Append,
  COMMAND_REPEATED,
  type EventMeta,
  type GuardOperation,
  STREAM_MOVED_ON,
} from "../log/append-request.ts";
import { appendTogether } from "../log/append-statements.ts";
import type { Decision, Outcome } from "../log/decision.ts";
import { existing, transact } from "../log/transact.ts";
import { type Refused, type Rejection, refuse } from "../rejection.ts";
import { type BlockEvent, blockErrors, blockStream, liftBlock, type NewBlock, placeBlock } from "./block.ts";
import { moveForBlock } from "./move-for-block.ts";

/** What becomes of a booking that stands in the way; it is moved within its room, as long as it is. */
export type Disposition = "keep" | "cancel" | { startsAt: Date; roomId: number | null };

export interface PlaceBlock extends NewBlock {
  bookings: ReadonlyMap<number, Disposition>;
}

/** A booking on the hours that are to be closed. */
interface InTheWay {
  id: number;
  roomId: number;
  startsAt: Date;
  endsAt: Date;
}

export type PlacedBlock =
  | Extract<Outcome<{ id: number }>, { ok: true }>
  | { ok: false; rejection: Rejection; bookings?: readonly InTheWay[] };

/** Each try is refused only by what has come between reading and closing. */
const MAX_ATTEMPTS = 30;

interface CloseHours extends GuardOperation {
  operation: "close_hours" | "open_hours";
  roomIds: readonly number[];
  startsAt: Date;
  endsAt: Date;
  /** Bookings that stay on these hours. */
  kept?: readonly number[];
}

/**
 * Closes hours of rooms (DECISIONS, the venue's calls). `BookingsInTheWay` with the bookings of which `bookings` does not
 * say what becomes of them; with all of them said, it does as said, all or nothing. `SlotTaken` where the hours that one is
 * to be moved to are another's.
 */
export async function placeBlockOver(
  core: Core,
  { bookings, ...asked }: PlaceBlock,
  meta: EventMeta,
): Promise<PlacedBlock> {
  await core.venue.settled();
  if (asked.roomIds.some((id) => !core.rooms.byId(id))) return refuse("RoomNotFound");
  const block = { ...asked, roomIds: [...new Set(asked.roomIds)].sort((a, b) => a - b) };
  const { startsAt, endsAt, roomIds } = block;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const now = core.clock.now();
    const at = { now, timeZone: core.timeZone };
    const errors = blockErrors(block, at);
    if (errors.length > 0) return refuse("InvalidBlock", { errors });
    const standing = await bookingsWithin(core, block, now);
    const unanswered = standing.filter(({ id }) => !bookings.has(id));
    if (unanswered.length > 0) {
      return { ...refuse("BookingsInTheWay"), bookings: await spansOf(core, unanswered) };
    }
    const kept = standing.flatMap(({ id }) => (bookings.get(id) === "keep" ? [id] : []));
    const decision: Decision<BlockEvent> = placeBlock({ ...block, kept }, at);
    if (!decision.ok) return decision;
    const shared = { meta, occurredAt: now };
    const appends: Append[] = [];
    for (const { id } of standing) {
      const said = bookings.get(id);
      if (said === undefined || said === "keep") continue;
      const change = await appendOf(core, id, said, now);
      if (!change.ok) return change;
      if (change.append) appends.push({ ...change.append, ...shared });
    }
    const close: CloseHours = { operation: "close_hours", roomIds, startsAt, endsAt, kept };
    appends.push({
      stream: { category: blockStream.category },
      expectedVersion: 0,
      commandId: `block:${randomUUID()}`,
      events: decision.events.map(blockStream.encode),
      guard: [close],
      ...shared,
    });
    const result = await appendTogether(core.sql, appends);
    if (result.ok) {
      const placed = result.appended.at(-1);
      if (!placed) throw new Error("The append answered nothing");
      core.afterAppend(placed.position);
      return { ok: true, value: { id: placed.streamId }, position: placed.position };
    }
    if (![HOURS_TAKEN, STREAM_MOVED_ON, COMMAND_REPEATED].includes(result.violated)) {
      throw new Error(`No refusal explains the violation of ${result.violated} by a block`);
    }
  }
  return refuse("ConcurrentChange");
}

/** Opens what the block has closed; a second time changes nothing. */
export async function liftBlockOf(core: Core, id: number, meta: EventMeta): Promise<Outcome<{ id: number }>> {
  const outcome = await transact(core, blockStream, id, {
    commandId: `lift:${randomUUID()}`,
    meta,
    decide: liftBlock,
    guard(_before, after) {
      const { roomIds, startsAt, endsAt } = existing(after);
      const open: CloseHours = { operation: "open_hours", roomIds, startsAt, endsAt };
      return [open];
    },
  });
  return outcome.ok ? { ...outcome, value: { id } } : outcome;
}

/** By id, those whose hold has run out expired first. */
async function bookingsWithin(
  core: Core,
  { roomIds, startsAt, endsAt }: NewBlock,
  now: Date,
): Promise<{ id: number }[]> {
  const rows = await core.sql<{ id: number; due: boolean }[]>`
    select booking_id as id, bool_or(coalesce(held_until <= ${now}, false)) as due from room_hours
    where room_id = any(${[...roomIds]}::integer[]) and starts_at >= ${startsAt} and starts_at < ${endsAt}
      and booking_id is not null
    group by booking_id order by booking_id`;
  for (const { id, due } of rows) if (due) await expireBooking(core, id);
  return rows.filter(({ due }) => !due);
}

async function spansOf(core: Core, bookings: readonly { id: number }[]): Promise<InTheWay[]> {
  const spans: InTheWay[] = [];
  for (const { id } of bookings) {
    const { roomId, startsAt, endsAt } = existing((await loadBooking(core, id)).state);
    spans.push({ id, roomId, startsAt, endsAt });
  }
  return spans;
}

type ChangeAppend = { ok: true; append: Omit<Append, "meta" | "occurredAt"> | null } | Refused;

/** The booking's part; null where it needs none any more. */
async function appendOf(
  core: Core,
  id: number,
  said: Exclude<Disposition, "keep">,
  now: Date,
): Promise<ChangeAppend> {
  const { state, version } = await loadBooking(core, id);
  const cancel: BookingChange = { type: "CancelBooking", cancelledBy: "venue", now };
  const opening = core.house.schedule();
  const decision =
    said === "cancel"
      ? decide(cancel, state)
      : moveForBlock({ ...said, id, now, timeZone: core.timeZone, opening }, existing(state));
  if (!decision.ok) return decision;
  if (decision.events.length === 0) return { ok: true, append: null };
  const after: Booking = existing(decision.events.reduce(bookingStream.evolve, state));
  if (said !== "cancel") {
    const taken = await bookingsOnHours(core.sql, id, after, now);
    if (taken.some(({ due }) => !due)) return refuse("SlotTaken");
    for (const { bookingId } of taken) if (bookingId !== null) await expireBooking(core, bookingId);
  }
  return {
    ok: true,
    append: {
      stream: { category: bookingStream.category, id },
      expectedVersion: version,
      commandId: `for-block:${randomUUID()}`,
      events: decision.events.map(bookingStream.encode),
      guard: await hourOperations(state, after, () => holderOf(core, after)),
    },
  };
}
