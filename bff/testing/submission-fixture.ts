/** Makes an acceptable body of `POST /api/bookings`: two hours of a room with their price. */
import { priceOf } from "../../core/booking/rules/pricing.ts";
import type { Core } from "../../core/context.ts";

/** `given` needs `roomId`, `email`, `startDate`, `startTime` and `endTime`; its other fields replace the defaults. */
export function submissionFor(
  { rooms, settings }: Pick<Core, "rooms" | "settings">,
  given: Record<string, unknown>,
): Record<string, unknown> {
  const rates = rooms.byId(Number(given.roomId))?.rates ?? {
    hourlyCents: 0,
    halfDayCents: 0,
    fullDayCents: 0,
  };
  const length = { duration: "hourly", hourCount: 2, engineerRequired: false } as const;
  const price = priceOf(rates, length, settings.now());
  return {
    firstName: "Ada",
    lastName: "Byron",
    phone: "+1 (212) 555-0100",
    eventType: "Rehearsal",
    specialRequirements: "",
    engineerRequired: false,
    bookingDuration: "hourly",
    hourCount: 2,
    totalAmount: (price.totalCents / 100).toFixed(2),
    downpaymentAmount: (price.downpaymentCents / 100).toFixed(2),
    remainingAmount: price.remainingCents / 100,
    terms: true,
    ...given,
  };
}
