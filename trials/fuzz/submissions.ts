/** Makes valid bookings for the fuzz: each by a new visitor, for an hour that no other submission has. */
import { priceOf } from "../../core/booking/rules/pricing.ts";
import type { Core } from "../../core/context.ts";
import { isClosedDay } from "../../core/venue/time/opening-hours.ts";
import { addDays } from "../../core/venue/time/venue-time.ts";

export const REHEARSAL_ROOM = 5;
const FIRST_DAY = "2026-12-02";
const DAYS = 300;
const OPENS_AT = 9;
const HOURS = 12;

/** How many dates the series of the fuzz have. */
const DATES = 2;

export interface Submission extends Record<string, unknown> {
  roomId: number;
  email: string;
  startDate: string;
  startTime: string;
  endTime: string;
}

/** A body of `POST /api/bookings`; another booking may still have the hour. */
export function submissionsOf({ rooms, settings }: Pick<Core, "rooms" | "settings">): () => Submission {
  let made = 0;

  function nextHour(): { startDate: string; hour: number } {
    for (;;) {
      made += 1;
      const startDate = addDays(FIRST_DAY, made % DAYS);
      if (!isClosedDay(startDate)) return { startDate, hour: OPENS_AT + (Math.floor(made / DAYS) % HOURS) };
    }
  }

  return () => {
    const rates = rooms.byId(REHEARSAL_ROOM)?.rates;
    if (!rates) throw new Error("The rehearsal room is gone");
    const asked = { duration: "hourly", hourCount: 1, engineerRequired: false } as const;
    const price = priceOf(rates, asked, settings.now());
    const { startDate, hour } = nextHour();
    return {
      roomId: REHEARSAL_ROOM,
      firstName: "Ada",
      lastName: "Byron",
      email: `booking-${made}@example.test`,
      phone: "+1 212 555 0100",
      startDate,
      startTime: `${hour}:00`,
      endTime: `${hour + 1}:00`,
      eventType: "Rehearsal",
      specialRequirements: "",
      engineerRequired: false,
      bookingDuration: "hourly",
      hourCount: 1,
      totalAmount: (price.totalCents / 100).toFixed(2),
      downpaymentAmount: (price.downpaymentCents / 100).toFixed(2),
      remainingAmount: (price.remainingCents / 100).toFixed(2),
      terms: true,
    };
  };
}

/** A body of `POST /api/series`: the same hours in two weeks, with the sums over both dates. */
export function seriesOf(submission: Submission): Record<string, unknown> {
  const sum = (name: string): string => (Number(submission[name]) * DATES).toFixed(2);
  return {
    ...submission,
    totalAmount: sum("totalAmount"),
    downpaymentAmount: sum("downpaymentAmount"),
    remainingAmount: sum("remainingAmount"),
    repeat: { every: 1, count: DATES },
  };
}
