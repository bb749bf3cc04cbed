/** Swaps the rooms and hours of two visits in one step (decision 248). Integer cents, UTC instants. */
import { randomUUID } from "node:crypto";
import { afterCharges, chargeAccounts, withCharges } from "../booking/billing/charge-accounts.ts";
import { loadBooking } from "../booking/handle.ts";
import { bookingStream } from "../booking/state/booking-stream.ts";
import type { Core } from "../context.ts";
import {
  type Append,
  appendRule,
  COMMAND_REPEATED,
  type EventMeta,
  SESSION_INVALID,
  STREAM_CHANGED,
} from "../log/append-request.ts";
import { appendTogether } from "../log/append-statements.ts";
import type { Outcome } from "../log/decision.ts";
import { refuse, refuseField } from "../log/rejection.ts";
import { VENUE_UNCHANGED_CONSTRAINT } from "../venue/venue.ts";
import type { PaymentGateway } from "./gateway.ts";
import { planMove } from "./move-booking.ts";
import { type Move, withdrawOldPrice } from "./planned-change.ts";

const MAX_ATTEMPTS = 5;
const RETRIED: readonly string[] = [STREAM_CHANGED, COMMAND_REPEATED, VENUE_UNCHANGED_CONSTRAINT];

export interface SwapRequest {
  bookingId: number;
  withId: number;
  /** The venue is the cause, so that neither price rises. */
  ourFault: boolean;
  /** Whether both guests are told by mail. */
  mailed: boolean;
}

type Swapped = Outcome<[Move, Move]>;

/**
 * Each visit gets the room and the hours of the other, by the rules of a move by staff, and both prices follow those rules;
 * both happen or neither. With `dryRun` nothing is written. `InvalidBooking` names what does not fit: `with` for the other
 * visit. Throws `GatewayUnavailable` if a price changes and the provider does not answer.
 */
export async function swapBookings(
  core: Core,
  gateway: PaymentGateway,
  { bookingId, withId, ourFault, mailed }: SwapRequest,
  { meta, dryRun }: { meta: EventMeta; dryRun: boolean },
): Promise<Swapped> {
  if (bookingId === withId) return refuseField("InvalidBooking", "with", "Choose another visit");
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    await core.venue.reload();
    const [one, other] = await Promise.all([loadBooking(core, bookingId), loadBooking(core, withId)]);
    if (!one.state.exists || !other.state.exists) return refuse("BookingNotFound");
    // Hours of a visit that has begun, or was freed after a no-show, are no longer exchanged.
    if (one.state.visit !== null || other.state.visit !== null)
      return refuseField(
        "InvalidBooking",
        "with",
        "One of the two visits has begun, or its guest did not come",
      );
    const placeOf = ({ roomId, startsAt, endsAt }: typeof one.state) => ({ roomId, startsAt, endsAt });
    const [first, second] = await Promise.all([
      planMove(core, { bookingId, ...placeOf(other.state), ourFault, mailed }),
      planMove(core, { bookingId: withId, ...placeOf(one.state), ourFault, mailed }),
    ]);
    // Another change came between the two reads.
    const isOld = (planned: typeof first, read: typeof one) => planned.ok && planned.version !== read.version;
    if (isOld(first, one) || isOld(second, other)) continue;
    if (!first.ok) return first;
    if (!second.ok) {
      const [error] = second.rejection.errors ?? [];
      return error ? refuseField("InvalidBooking", "with", error.message) : second;
    }
    if (first.events.length === 0)
      return refuseField("InvalidBooking", "with", "Both are at the same time and place");
    const moves: [Move, Move] = [
      { before: first.before, after: first.after },
      { before: second.before, after: second.after },
    ];
    if (dryRun) return { ok: true, value: moves, position: null };
    for (const [id, planned] of [
      [bookingId, first],
      [withId, second],
    ] as const) {
      const refused = await withdrawOldPrice(core, gateway, id, planned, meta);
      if (refused) return refused;
    }
    const appendOf = (id: number, { version, events, precondition }: typeof first): Append => ({
      stream: { category: bookingStream.category, id },
      expectedVersion: version,
      commandId: `swap:${randomUUID()}`,
      events: events.map(bookingStream.encode),
      meta,
      occurredAt: core.clock.now(),
      appendRules:
        id === bookingId ? [precondition, appendRule("swap_hours", { with: withId })] : [precondition],
    });
    const charged = await chargeAccounts(core, [
      { id: bookingId, before: first.before, after: first.after },
      { id: withId, before: second.before, after: second.after },
    ]);
    if (!charged.ok) return charged;
    const appends = [appendOf(bookingId, first), appendOf(withId, second)];
    const result = await appendTogether(core.sql, withCharges(appends, charged));
    if (result.ok) {
      const position = result.appended.at(-1)?.position ?? null;
      if (position) core.afterAppend(position);
      const value: [Move, Move] = [
        { ...moves[0], after: afterCharges(bookingId, first.after, charged) },
        { ...moves[1], after: afterCharges(withId, second.after, charged) },
      ];
      return { ok: true, value, position };
    }
    if (result.violated === SESSION_INVALID) return refuse("SessionEnded");
    if (!RETRIED.includes(result.violated))
      throw new Error(`No refusal explains the violation of ${result.violated} by a swap`);
  }
  return refuse("ConcurrentChange");
}
