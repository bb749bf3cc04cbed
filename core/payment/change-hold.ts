/** Changes the hours or the details of an unpaid hold, with the payment provider if its price changes. */
import { type AskedDetails, planDetails } from "../booking/details/plan-details.ts";
import type { HoldHours } from "../booking/hold/hold.ts";
import type { Booking } from "../booking/state/booking-state.ts";
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { isBookableByVisitors } from "../venue/rooms/rooms.ts";
import type { PaymentGateway } from "./gateway.ts";
import { carryOutChange, planChange } from "./planned-change.ts";

/** Changes an unpaid hold to other hours or details (null for what stays), as `carryOutChange` says. `NoLongerHeld` if the old price turns out to be paid. */
export async function changeHeldBooking(
  core: Core,
  gateway: PaymentGateway,
  {
    bookingId,
    hours,
    asked = null,
  }: { bookingId: number; hours: HoldHours | null; asked?: AskedDetails | null },
  meta: EventMeta,
): Promise<Outcome<Booking>> {
  const plan = () =>
    planChange(core, { bookingId, roomId: null }, async (before, room, at) => {
      const planned = asked && (await planDetails(core.sql, before, asked));
      if (planned && !planned.ok) return planned;
      const { details = null, ...rows } = planned ?? {};
      const bookable = isBookableByVisitors(room);
      const command = { type: "ChangeHold" as const, hours, details, room: { ...room, bookable }, ...at };
      return { ...rows, ok: true, command };
    });
  const outcome = await carryOutChange(core, gateway, { bookingId, kind: "change-hold", plan }, meta);
  return outcome.ok ? { ...outcome, value: outcome.value.after } : outcome;
}
