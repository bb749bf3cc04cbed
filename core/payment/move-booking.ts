/** Previews and carries out staff's moves, with the payment provider if the price changes. */
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import type { PaymentGateway } from "./gateway.ts";
import { carryOutChange, type Move, planChange, whyTaken } from "./planned-change.ts";

/** Where a visit moves to, in UTC instants. Without a room it stays in its own; without an end it keeps its length. */
export interface MoveRequest {
  bookingId: number;
  roomId: number | null;
  startsAt: Date;
  endsAt: Date | null;
  /** Whether the venue is the cause, so that the price does not rise. */
  ourFault?: boolean;
  /** Whether the guest is told by mail; they are if absent. */
  mailed?: boolean;
}

/** What the move would make of the booking; it changes nothing. A clash is `SlotTaken`. */
export async function previewMove(core: Core, asked: MoveRequest): Promise<Outcome<Move>> {
  await core.venue.reload();
  const planned = await planMove(core, asked);
  if (!planned.ok) return planned;
  const { before, after, at } = planned;
  const taken = await whyTaken(core, asked.bookingId, after);
  return taken ?? { ok: true, value: { before, after }, position: at };
}

/** Moves the visit as staff ask, as `carryOutChange` says. */
export const moveBookingByStaff = (
  core: Core,
  gateway: PaymentGateway,
  asked: MoveRequest,
  meta: EventMeta,
): Promise<Outcome<Move>> => {
  const { bookingId } = asked;
  return carryOutChange(core, gateway, { bookingId, kind: "move", plan: () => planMove(core, asked) }, meta);
};

/** Decides the move by the current state; it changes nothing. */
export const planMove = (core: Core, { startsAt, endsAt, ourFault, mailed, ...asked }: MoveRequest) =>
  planChange(core, asked, async (_, room, at) => ({
    ok: true,
    command: { type: "MoveBooking", startsAt, endsAt, room, ourFault, mailed, ...at },
  }));
