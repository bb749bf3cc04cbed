/** Changes a hold when the payment provider is involved: the intent for the old price is withdrawn before the new price applies. */
import { randomUUID } from "node:crypto";
import { decide } from "../booking/booking.ts";
import { evolve } from "../booking/booking-evolve.ts";
import type { Booking } from "../booking/booking-state.ts";
import { unpaidIntentId } from "../booking/booking-state.ts";
import { handleBooking, loadBooking } from "../booking/handle.ts";
import type { ChangeHold, HoldHours } from "../booking/hold.ts";
import { bookingsOnHours } from "../booking/hours.ts";
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { type Refused, refuse } from "../rejection.ts";
import { takesVisitors } from "../venue/rooms.ts";
import { venueStands } from "../venue/venue.ts";
import type { PaymentGateway } from "./gateway.ts";
import { recordPayment } from "./payments.ts";

/** Each try lets another caller succeed who opens or changes at the same time. */
const MAX_ATTEMPTS = 5;

/**
 * Changes an unpaid hold to other hours, at a new price. The old price cannot be paid afterward: its open intent is cancelled at the
 * provider first. If it turns out to be paid, that is recorded and answered `NoLongerHeld`. Throws `GatewayUnavailable` if the provider
 * does not answer; then nothing has changed. A clash is `SlotTaken`.
 */
export async function changeHeldBooking(
  core: Core,
  gateway: PaymentGateway,
  { bookingId, hours }: { bookingId: number; hours: HoldHours },
  meta: EventMeta,
): Promise<Outcome<Booking>> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    await core.venue.reload();
    const { state } = await loadBooking(core, bookingId);
    if (!state.exists) return refuse("BookingNotFound");
    const room = core.rooms.byId(state.roomId);
    if (!room) return refuse("RoomNotFound");
    const intentId = unpaidIntentId(state);
    const now = core.clock.now();
    const { timeZone } = core;
    const opening = core.house.schedule();
    const command: ChangeHold = {
      type: "ChangeHold",
      hours,
      room: { ...room, bookable: takesVisitors(room) },
      withdrawnIntentId: intentId,
      now,
      timeZone,
      opening,
    };
    const decision = decide(command, state);
    if (!decision.ok) return decision;
    const after = decision.events.reduce(evolve, state);
    if (after.exists && intentId !== null && after.downpaymentCents !== state.downpaymentCents) {
      // A change that is refused for its hours should not cancel the open payment.
      const others = await bookingsOnHours(core.sql, bookingId, after, now);
      if (others.some(({ due }) => !due)) return refuse("SlotTaken");
      const refused = await withdrawIntent(core, gateway, { bookingId, intentId }, meta);
      if (refused) return refused;
    }
    const commandId = `change-hold:${randomUUID()}`;
    const stands = venueStands(room, core.house);
    const outcome = await handleBooking(core, bookingId, command, { commandId, meta, stands });
    if (outcome.ok || outcome.rejection.code !== "ConcurrentChange") return outcome;
  }
  return refuse("ConcurrentChange");
}

/** Null once the intent cannot be paid any more, or its money is recorded. */
export async function withdrawIntent(
  core: Core,
  gateway: PaymentGateway,
  { bookingId, intentId }: { bookingId: number; intentId: string },
  meta: EventMeta,
): Promise<Refused | null> {
  const report = await gateway.cancelIntent(intentId);
  // An intent that the provider does not know cannot be paid either.
  if (report === null || report.status === "canceled") return null;
  if (report.status !== "succeeded") {
    return refuse("NoLongerHeld", {
      detail: "The bank has not confirmed a payment of this booking yet. Please wait a moment",
    });
  }
  const recorded = await recordPayment(core, bookingId, report, {
    commandId: `change-hold:${randomUUID()}`,
    meta,
  });
  // The recorded payment decides: the change is then refused, unless the payment was refunded.
  return recorded.ok || recorded.rejection.code === "PaymentMismatch" ? null : recorded;
}
