/** Says what a room's hours cost where price rules make them differ (decision 246). Pure. */
import type { Room } from "../../../bff/contract/room.ts";
import { formatMoney } from "../../../core/booking/rules/money.ts";
import { roundCents } from "../../../core/venue/currency.ts";
import { readPriceRule } from "../../../core/venue/rooms/price-rules.ts";
import { ratesOn } from "../../../core/venue/rooms/room-rates.ts";
import { capitalizeWeekday } from "../../../core/venue/time/opening-hours.ts";
import { shortDayAndYear } from "../../../core/venue/time/time-format.ts";
import type { VenueDay } from "../../../core/venue/time/venue-time.ts";
import { clockHour } from "./clock-hour.ts";
import { type PricedRoom, quote, ratesOf } from "./quote.ts";

/** What one hour costs, as text. */
export const hourPrice = (room: PricedRoom, day: VenueDay, startHour: number): string =>
  formatMoney(quote(room, { duration: "hourly", hourCount: 1, day, startHour }, false).roomCents);

/**
 * What an hour costs on a day, or now if no day is chosen, as text: the usual price, the lowest one (`"$56.25"`), and
 * whether price rules make hours differ.
 */
export function hourlyOn(
  room: PricedRoom,
  day: VenueDay | null = null,
): { usual: string; lowest: string; differs: boolean } {
  const { hourlyCents, rules = [] } = day === null ? ratesOf(room) : ratesOn(ratesOf(room), day);
  const least = Math.min(0, ...rules.map((line) => readPriceRule(line)?.percent ?? 0));
  return {
    usual: formatMoney(hourlyCents),
    lowest: formatMoney(roundCents((hourlyCents * (100 + least)) / 100)),
    differs: rules.length > 0,
  };
}

const until = (hour: number): string => (hour === 24 ? "midnight" : clockHour(hour));

/** `"Friday and Saturday, 6:00 PM – midnight: 25% more"` for each rule. */
export const priceRuleTexts = ({ priceRules = [] }: Pick<Room, "priceRules">): string[] =>
  priceRules.flatMap((line) => {
    const rule = readPriceRule(line);
    if (!rule || rule.percent === 0) return [];
    const { days, fromHour, untilHour, percent } = rule;
    const names = days.length === 7 ? "Every day" : days.map(capitalizeWeekday).join(", ");
    const change = `${Math.abs(percent)}% ${percent > 0 ? "more" : "less"}`;
    return [`${names}, ${clockHour(fromHour)} – ${until(untilHour)}: ${change}`];
  });

/** `"From Fri, Jan 1, 2027: $80.00 an hour, $300.00 half a day, $550.00 a day"` for each day from which other prices hold. */
export const laterPriceTexts = ({ laterPrices = [] }: Pick<Room, "laterPrices">): string[] =>
  laterPrices.map(({ from, hourlyRate, halfDayRate, fullDayRate, priceRules }) => {
    const rates = `${formatMoney(hourlyRate)} an hour, ${formatMoney(halfDayRate)} half a day, ${formatMoney(fullDayRate)} a day`;
    return [`From ${shortDayAndYear(from)}: ${rates}`, ...priceRuleTexts({ priceRules })].join("; ");
  });
