/** Makes the bodies of `POST /api/bookings` for the benches: every bookable hour of every room in the next year. */
import { priceOf } from "../../../core/booking/rules/pricing.ts";
import { ROOM_SEEDS } from "../../../core/venue/rooms/seed-rooms.ts";
import { FIRST_TERMS } from "../../../core/venue/settings.ts";
import { isClosedDay } from "../../../core/venue/time/opening-hours.ts";
import { addDays, venueDayOf } from "../../../core/venue/time/venue-time.ts";

export const ZONE = "America/New_York";

export const HEADERS = { "content-type": "application/json" };

let visitors = 0;

export function* submissions(): Generator<string, undefined> {
  const today = venueDayOf(new Date(), ZONE);
  for (let ahead = 1; ahead < 365; ahead++) {
    const startDate = addDays(today, ahead);
    if (isClosedDay(startDate)) continue;
    for (const room of ROOM_SEEDS) {
      const [hourlyCents, halfDayCents, fullDayCents] = room.rates;
      const price = priceOf(
        { hourlyCents, halfDayCents, fullDayCents },
        { duration: "hourly", hourCount: 1, engineerRequired: false },
        FIRST_TERMS,
      );
      for (let hour = 9; hour < 22; hour++) {
        visitors += 1;
        yield JSON.stringify({
          roomId: room.id,
          firstName: "Ada",
          lastName: "Byron",
          email: `visitor-${visitors}@example.test`,
          phone: "212 555 0100",
          startDate,
          startTime: `${hour}:00`,
          endTime: `${hour + 1}:00`,
          eventType: "Rehearsal",
          totalAmount: price.totalCents / 100,
          downpaymentAmount: price.downpaymentCents / 100,
          remainingAmount: price.remainingCents / 100,
          terms: true,
        });
      }
    }
  }
}
