/** Plans and carries out changes of a booking that may change its price: the old price's intent is withdrawn before the new one applies. */
import { randomUUID } from "node:crypto";
import { decide } from "../booking/booking.ts";
import type { PlannedDetails } from "../booking/details/plan-details.ts";
import { handleBooking, loadBooking } from "../booking/handle.ts";
import type { ChangeHold } from "../booking/hold/hold.ts";
import { bookingsOnHours } from "../booking/hold/hours.ts";
import type { ReducePrice } from "../booking/payment/reduce-price.ts";
import type { TimeContext } from "../booking/rules/booking-rules.ts";
import { evolve } from "../booking/state/booking-evolve.ts";
import { type Booking, unpaidIntentId } from "../booking/state/booking-state.ts";
import type { MoveBooking } from "../booking/visit/move.ts";
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { type Refused, refuse } from "../log/rejection.ts";
import { requireExisting } from "../log/transact.ts";
import type { Room } from "../venue/rooms/rooms.ts";
import { requireVenueUnchanged } from "../venue/venue.ts";
import type { PaymentGateway } from "./gateway.ts";
import { recordPayment } from "./record-payment.ts";

/** Each try lets another caller succeed who pays or changes at the same time. */
const MAX_ATTEMPTS = 5;

/** The booking before and after the change, as it was decided. */
export interface Move {
  before: Booking;
  after: Booking;
}

/** A command, and what it changes in the rows of personal data. */
type PlannedCommand = { ok: true; command: ChangeHold | MoveBooking | ReducePrice } & Partial<
  Omit<PlannedDetails, "details">
>;

/** Decides the change by the current state, in this room or (null) in the booking's own; it changes nothing. */
export async function planChange(
  core: Core,
  { bookingId, roomId }: { bookingId: number; roomId: number | null },
  commandIn: (
    before: Booking,
    room: Room,
    at: Omit<TimeContext, "byStaff"> & { withdrawnIntentId: string | null },
  ) => Promise<PlannedCommand | Refused>,
) {
  const { state: before, version, at } = await loadBooking(core, bookingId);
  if (!before.exists) return refuse("BookingNotFound");
  const room = core.rooms.byId(roomId ?? before.roomId);
  if (!room) return refuse("RoomNotFound");
  const planned = await commandIn(before, room, {
    withdrawnIntentId: unpaidIntentId(before),
    now: core.clock.now(),
    timeZone: core.timeZone,
    opening: core.settings.schedule(),
  });
  if (!planned.ok) return planned;
  const decision = decide(planned.command, before);
  if (!decision.ok) return decision;
  const { events } = decision;
  const after = requireExisting(events.reduce(evolve, before));
  const precondition = requireVenueUnchanged(room, core.settings);
  return { ...planned, before, after, events, version, at, precondition };
}

type PlannedChange = Extract<Awaited<ReturnType<typeof planChange>>, { ok: true }>;

/**
 * Carries out what `plan` decides, and plans again if another change was faster. The old price cannot be paid afterward: its open intent is
 * cancelled at the provider first. If it turns out to be paid, that is recorded, and the change is planned again. Throws
 * `GatewayUnavailable` if the provider does not answer; then nothing has changed. A clash is `SlotTaken`.
 */
export async function carryOutChange(
  core: Core,
  gateway: PaymentGateway,
  change: {
    bookingId: number;
    kind: string;
    plan(): ReturnType<typeof planChange>;
    /** Makes the change happen once; a new one by default. */
    commandId?: string;
  },
  meta: EventMeta,
): Promise<Outcome<Move>> {
  const { bookingId } = change;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    await core.venue.reload();
    const planned = await change.plan();
    if (!planned.ok) return planned;
    const { before, after, command, people, newEmail, precondition } = planned;
    // A change that is refused for its hours should not cancel the open payment.
    const taken = openIntentOf(planned) === null ? null : await whyTaken(core, bookingId, after);
    const refused = taken ?? (await withdrawOldPrice(core, gateway, bookingId, planned, meta));
    if (refused) return refused;
    const commandId = change.commandId ?? `${change.kind}:${randomUUID()}`;
    const context = { commandId, meta, precondition, ...(people ? { people, newEmail } : {}) };
    const outcome = await handleBooking(core, bookingId, command, context);
    if (outcome.ok) return { ...outcome, value: { before, after: outcome.value } };
    if (outcome.rejection.code !== "ConcurrentChange") return outcome;
  }
  return refuse("ConcurrentChange");
}

/** The intent that could still be paid at the older price; null if there is none, or the price stays. */
function openIntentOf({ before, after, command }: PlannedChange): string | null {
  const price = command.type === "ChangeHold" ? "downpaymentCents" : "totalCents";
  return after[price] === before[price] ? null : command.withdrawnIntentId;
}

/** `SlotTaken` if the hours are taken by more than overdue holds. */
export async function whyTaken(core: Core, id: number, wanted: Booking): Promise<Refused | null> {
  const others = await bookingsOnHours(core.sql, id, wanted, core.clock.now());
  return others.some(({ due }) => !due) ? refuse("SlotTaken") : null;
}

/** Null once the older price cannot be paid any more, or its money is recorded. */
export async function withdrawOldPrice(
  core: Core,
  gateway: PaymentGateway,
  bookingId: number,
  planned: PlannedChange,
  meta: EventMeta,
): Promise<Refused | null> {
  const intentId = openIntentOf(planned);
  const report = intentId === null ? null : await gateway.cancelIntent(intentId);
  // An intent that the provider does not know cannot be paid either.
  if (report === null || report.status === "canceled") return null;
  if (report.status !== "succeeded") {
    return refuse("NoLongerHeld", {
      detail: "The bank has not confirmed a payment of this booking yet. Please wait a moment",
    });
  }
  const commandId = `change-hold:${randomUUID()}`;
  const recorded = await recordPayment(core, bookingId, report, { commandId, meta });
  // The recorded payment decides: the change is then refused, unless the payment was refunded.
  return recorded.ok || recorded.rejection.code === "PaymentMismatch" ? null : recorded;
}
