/** Carries out and previews staff's moves with the payment provider: the old price's intent is withdrawn before the new price applies. */
import { randomUUID } from "node:crypto";
import { decide } from "../booking/booking.ts";
import { evolve } from "../booking/booking-evolve.ts";
import { type Booking, unpaidIntentId } from "../booking/booking-state.ts";
import { handleBooking, loadBooking } from "../booking/handle.ts";
import { bookingsOnHours } from "../booking/hours.ts";
import type { MoveBooking } from "../booking/move.ts";
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { type Refused, refuse } from "../rejection.ts";
import { venueStands } from "../venue/venue.ts";
import { withdrawIntent } from "./change-hold.ts";
import type { PaymentGateway } from "./gateway.ts";

/** Each try lets another caller succeed who pays or changes at the same time. */
const MAX_ATTEMPTS = 5;

/** Where a visit moves to, in UTC instants. Without a room it stays in its own; without an end it keeps its length. */
export interface AskedMove {
  bookingId: number;
  roomId: number | null;
  startsAt: Date;
  endsAt: Date | null;
}

/** The booking before and after the move, as it was decided. */
export interface Move {
  before: Booking;
  after: Booking;
}

/** What the move would make of the booking; it changes nothing. A clash is `SlotTaken`. */
export async function previewMove(core: Core, asked: AskedMove): Promise<Outcome<Move>> {
  await core.venue.reload();
  const planned = await planMove(core, asked);
  if (!planned.ok) return planned;
  const { before, after, at } = planned;
  return (
    (await standsInTheWay(core, asked.bookingId, after)) ?? {
      ok: true,
      value: { before, after },
      position: at,
    }
  );
}

/**
 * Moves the visit as staff ask. The old price cannot be paid afterward: its open intent is cancelled at the provider first. If it turns out
 * to be paid, that is recorded before the visit moves. Throws `GatewayUnavailable` if the provider does not answer; then nothing has
 * changed. A clash is `SlotTaken`.
 */
export async function moveBookingByStaff(
  core: Core,
  gateway: PaymentGateway,
  asked: AskedMove,
  meta: EventMeta,
): Promise<Outcome<Move>> {
  const { bookingId } = asked;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    await core.venue.reload();
    const planned = await planMove(core, asked);
    if (!planned.ok) return planned;
    const { before, after, command, stands } = planned;
    // A move that is refused for its hours should not cancel the open payment.
    const taken = openIntentOf(planned) === null ? null : await standsInTheWay(core, bookingId, after);
    const refused = taken ?? (await withdrawForMove(core, gateway, bookingId, planned, meta));
    if (refused) return refused;
    const commandId = `move:${randomUUID()}`;
    const outcome = await handleBooking(core, bookingId, command, { commandId, meta, stands });
    if (outcome.ok) return { ...outcome, value: { before, after: outcome.value } };
    if (outcome.rejection.code !== "ConcurrentChange") return outcome;
  }
  return refuse("ConcurrentChange");
}

/** Decides the move by the current state; it changes nothing. */
export async function planMove(core: Core, { bookingId, roomId, startsAt, endsAt }: AskedMove) {
  const { state: before, version, at } = await loadBooking(core, bookingId);
  if (!before.exists) return refuse("BookingNotFound");
  const room = core.rooms.byId(roomId ?? before.roomId);
  if (!room) return refuse("RoomNotFound");
  const command: MoveBooking = {
    type: "MoveBooking",
    startsAt,
    endsAt,
    room,
    withdrawnIntentId: unpaidIntentId(before),
    now: core.clock.now(),
    timeZone: core.timeZone,
    opening: core.house.schedule(),
  };
  const decision = decide(command, before);
  if (!decision.ok) return decision;
  const after = decision.events.reduce(evolve, before);
  if (!after.exists) throw new Error(`booking ${bookingId} no longer exists`);
  const stands = venueStands(room, core.house);
  return { ok: true as const, before, after, events: decision.events, version, at, command, stands };
}

type PlannedMove = Extract<Awaited<ReturnType<typeof planMove>>, { ok: true }>;

/** The intent that could still be paid at the older price; null if there is none, or the price stays. */
const openIntentOf = ({ before, after, command }: PlannedMove): string | null =>
  after.totalCents === before.totalCents ? null : command.withdrawnIntentId;

/** Null once the older price cannot be paid any more, or its money is recorded. */
export async function withdrawForMove(
  core: Core,
  gateway: PaymentGateway,
  bookingId: number,
  planned: PlannedMove,
  meta: EventMeta,
): Promise<Refused | null> {
  const intentId = openIntentOf(planned);
  return intentId === null ? null : withdrawIntent(core, gateway, { bookingId, intentId }, meta);
}

async function standsInTheWay(core: Core, id: number, wanted: Booking): Promise<Refused | null> {
  const others = await bookingsOnHours(core.sql, id, wanted, core.clock.now());
  return others.some(({ due }) => !due) ? refuse("SlotTaken") : null;
}
