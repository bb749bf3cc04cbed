/** Changes the hours of an unpaid hold, with the payment provider if its price changes. */

import type { HoldHours } from "../booking/hold/hold.ts";
import type { Booking } from "../booking/state/booking-state.ts";
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { isBookableByVisitors } from "../venue/rooms/rooms.ts";
import type { PaymentGateway } from "./gateway.ts";
import { carryOutChange, planChange } from "./planned-change.ts";

/** Changes an unpaid hold to other hours, at a new price, as `carryOutChange` says. `NoLongerHeld` if the old price turns out to be paid. */
export async function changeHeldBooking(
  core: Core,
  gateway: PaymentGateway,
  { bookingId, hours }: { bookingId: number; hours: HoldHours },
  meta: EventMeta,
): Promise<Outcome<Booking>> {
  const plan = () =>
    planChange(core, { bookingId, roomId: null }, (room, at) => ({
      type: "ChangeHold",
      hours,
      room: { ...room, bookable: isBookableByVisitors(room) },
      ...at,
    }));
  const outcome = await carryOutChange(core, gateway, { bookingId, kind: "change-hold", plan }, meta);
  return outcome.ok ? { ...outcome, value: outcome.value.after } : outcome;
}
