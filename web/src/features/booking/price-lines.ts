/** Writes a quote line by line: what the room and the engineer cost. */
import type { Room } from "../../../../bff/contract/room.ts";
import { formatMoney, formatShortMoney } from "../../../../core/booking/rules/money.ts";
import {
  type BookingDuration,
  FULL_DAY_HOURS,
  HALF_DAY_HOURS,
  type Price,
} from "../../../../core/booking/rules/pricing.ts";
import { hoursText } from "../../format/counts.ts";
import { quote } from "../../format/quote.ts";

/** The parts of the total. All amounts come from the quote, so that no line can differ from what is sent. */
export function priceLines(
  { roomCents, engineerCents }: Price,
  { duration, hourCount }: { duration: BookingDuration; hourCount: number },
  room: Pick<Room, "priceRules" | "laterPrices"> = {},
) {
  // With price rules, not every hour costs the same.
  const hasRules = room.priceRules || room.laterPrices?.some(({ priceRules }) => priceRules.length > 0);
  const labels: Record<BookingDuration, string> = {
    hourly: hasRules
      ? hoursText(hourCount)
      : `${hoursText(hourCount)} × ${formatMoney(roomCents / hourCount)}`,
    "half-day": `Half day, ${HALF_DAY_HOURS} hours`,
    "full-day": `Full day, ${FULL_DAY_HOURS} hours`,
  };
  const lines = [{ label: labels[duration], value: formatMoney(roomCents) }];
  if (engineerCents > 0) lines.push({ label: "Engineer", value: formatMoney(engineerCents) });
  return lines;
}

/** What an engineer adds to each duration (decision 5): `"+$50 per hour, +$200 half day, +$400 full day"`. */
export function engineerFees(room: Parameters<typeof quote>[0]): string {
  const fee = (duration: BookingDuration) => {
    const { engineerCents } = quote(room, { duration, hourCount: 1 }, true);
    return `+${formatShortMoney(engineerCents)}`;
  };
  return `${fee("hourly")} per hour, ${fee("half-day")} half day, ${fee("full-day")} full day`;
}
