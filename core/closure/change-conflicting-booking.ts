/** Decides what is appended to a conflicting booking's stream, in the append of the closure. */
import { randomUUID } from "node:crypto";
import type { ChangedBooking } from "../booking/billing/charge-accounts.ts";
import { decide } from "../booking/booking.ts";
import { clearHours, loadBooking } from "../booking/handle.ts";
import { loadHolderHash } from "../booking/hold/holder.ts";
import { hourOperations } from "../booking/hold/hours.ts";
import type { BookingEvent } from "../booking/state/booking-events.ts";
import type { Booking } from "../booking/state/booking-state.ts";
import { bookingStream } from "../booking/state/booking-stream.ts";
import type { Core } from "../context.ts";
import type { Append, AppendRule, EventMeta } from "../log/append-request.ts";
import { type Refused, refuse, refuseField } from "../log/rejection.ts";
import { requireExisting } from "../log/transact.ts";
import type { PaymentGateway } from "../payment/gateway.ts";
import { planMove } from "../payment/move-booking.ts";
import { withdrawOldPrice } from "../payment/planned-change.ts";
import { storePerson, textRow } from "../person/personal-data.ts";
import type { NewClosure } from "./closure.ts";

/** What staff chose for a conflicting booking. A moved one keeps its length, and its room if none is given. */
export type ConflictChoice = "keep" | "cancel" | { startsAt: Date; roomId: number | null };

/** What is appended to the booking's stream; null if nothing is needed any more. */
type ChangeAppend =
  | { ok: true; append: Omit<Append, "meta" | "occurredAt"> | null; change: ChangedBooking | null }
  | Refused;

/** Cancels for the venue: everything that was paid is refunded. The guest is told the closure's reason if visitors are. */
export async function cancelForClosure(
  core: Core,
  id: number,
  { reason, now }: { reason: string | null; now: Date },
): Promise<ChangeAppend> {
  const { state, version } = await loadBooking(core, id);
  // A row of its own: the closure's words may be changed or removed later.
  const words = reason === null ? null : textRow(reason);
  const decision = decide(
    {
      type: "CancelBooking",
      cancelledBy: "venue",
      reasonId: words?.id,
      ...(words ? { reasonTold: true } : {}),
      byClosure: true,
      now,
    },
    state,
  );
  if (!decision.ok) return decision;
  if (decision.events.length === 0) return { ok: true, append: null, change: null };
  const after = requireExisting(decision.events.reduce(bookingStream.evolve, state));
  const appendRules = await hourOperations(state, after, () => loadHolderHash(core, after));
  const rules = words ? [...appendRules, storePerson(words)] : appendRules;
  return appendOf({ id, before: state, after }, version, decision.events, rules);
}

interface MoveForClosure {
  block: NewClosure;
  /** Conflicting bookings that are cancelled or moved with it: their hours do not count as taken. */
  leaving: ReadonlySet<number>;
  meta: EventMeta;
}

/**
 * Moves the booking by the rules of a move by staff, which does not raise the price: the venue is the cause (decision 233). Answers `InvalidBlock` with the field if it cannot move
 * there, and `SlotTaken` if a booking or this closure has the hours. An intent that could be paid at an older price is withdrawn first;
 * throws `GatewayUnavailable` if the provider does not answer.
 */
export async function moveForClosure(
  core: Core,
  gateway: PaymentGateway,
  asked: { id: number; startsAt: Date; roomId: number | null },
  { block, leaving, meta }: MoveForClosure,
): Promise<ChangeAppend> {
  const { id, startsAt, roomId } = asked;
  const planned = await planMove(core, { bookingId: id, roomId, startsAt, endsAt: null, ourFault: true });
  if (!planned.ok) return fieldsOf(id, planned);
  const { before, after, events, version, precondition } = planned;
  if (events.length === 0 || isWithin(after, block)) return refuse("SlotTaken");
  if (!(await clearHours(core, id, after, leaving))) return refuse("SlotTaken");
  const refused = await withdrawOldPrice(core, gateway, id, planned, meta);
  if (refused) return refused;
  const appendRules = [
    precondition,
    ...(await hourOperations(before, after, () => loadHolderHash(core, after))),
  ];
  return appendOf({ id, before, after }, version, events, appendRules);
}

const appendOf = (
  change: ChangedBooking,
  expectedVersion: number,
  events: readonly BookingEvent[],
  appendRules: readonly AppendRule[],
): ChangeAppend => ({
  ok: true,
  change,
  append: {
    stream: { category: bookingStream.category, id: change.id },
    expectedVersion,
    commandId: `for-block:${randomUUID()}`,
    events: events.map(bookingStream.encode),
    appendRules,
  },
});

const isWithin = ({ roomId, startsAt, endsAt }: Booking, block: NewClosure): boolean =>
  block.roomIds.includes(roomId) && startsAt < block.endsAt && endsAt > block.startsAt;

/** Names the fields as the request does: below the booking's number. */
function fieldsOf(id: number, refused: Refused): Refused {
  const { code, errors = [] } = refused.rejection;
  switch (code) {
    case "InvalidBooking":
      return refuse("InvalidBlock", {
        errors: errors.map(({ path, message }) => ({ path: `bookings.${id}.${path}`, message })),
      });
    case "RoomNotFound":
      return refuseField("InvalidBlock", `bookings.${id}.roomId`, "This room is unknown");
    case "RoomNotBookable":
      return refuseField("InvalidBlock", `bookings.${id}.roomId`, "This room is retired");
    default:
      return refused;
  }
}
