/** Writes a quote line by line: what the room and the engineer cost. */
import { dollars } from "../../../../core/booking/money.ts";
import {
  type BookingDuration,
  FULL_DAY_HOURS,
  HALF_DAY_HOURS,
  type Price,
} from "../../../../core/booking/pricing.ts";
import { hoursWords } from "../../format/counts.ts";
import { quote } from "../../format/quote.ts";

function lengthLabel(duration: BookingDuration, hourCount: number, perHourCents: number): string {
  switch (duration) {
    case "hourly":
      return `${hoursWords(hourCount)} × ${dollars(perHourCents)}`;
    case "half-day":
      return `Half day, ${HALF_DAY_HOURS} hours`;
    case "full-day":
      return `Full day, ${FULL_DAY_HOURS} hours`;
  }
}

/** The parts of the total. All amounts come from the quote, so that no line can differ from what is sent. */
export function priceLines(price: Price, choice: { duration: BookingDuration; hourCount: number }) {
  const perHour = choice.duration === "hourly" ? price.roomCents / choice.hourCount : 0;
  const lines = [
    { label: lengthLabel(choice.duration, choice.hourCount, perHour), value: dollars(price.roomCents) },
  ];
  if (price.engineerCents > 0) lines.push({ label: "Engineer", value: dollars(price.engineerCents) });
  return lines;
}

/** What an engineer adds to each duration (decision 5): `"+$50 per hour, +$200 half day, +$400 full day"`. */
export function engineerFees(room: Parameters<typeof quote>[0]): string {
  const fee = (duration: BookingDuration) => {
    const { engineerCents } = quote(room, { duration, hourCount: 1 }, true);
    return `+${dollars(engineerCents).replace(/\.00$/, "")}`;
  };
  return `${fee("hourly")} per hour, ${fee("half-day")} half day, ${fee("full-day")} full day`;
}
