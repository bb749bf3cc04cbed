/** Owns how a quote is told line by line: the room, the engineer, the total, what is due now and what at the venue. */
import { toAmount } from "../../../../bff/contract/money.ts";
import {
  type BookingDuration,
  FULL_DAY_HOURS,
  HALF_DAY_HOURS,
  type Price,
} from "../../../../bff/contract/pricing.ts";

export interface PriceLine {
  label: string;
  value: string;
}

/** Cents as a price tag: `15000` → `"$150.00"`, `123456` → `"$1,234.56"`. */
export function dollars(cents: number): string {
  const [whole = "0", decimals = "00"] = toAmount(cents).split(".");
  return `$${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${decimals}`;
}

export const hoursLabel = (hours: number): string => (hours === 1 ? "1 hour" : `${hours} hours`);

function lengthLabel(duration: BookingDuration, hourCount: number, perHourCents: number): string {
  switch (duration) {
    case "hourly":
      return `${hoursLabel(hourCount)} × ${dollars(perHourCents)}`;
    case "half-day":
      return `Half day, ${HALF_DAY_HOURS} hours`;
    case "full-day":
      return `Full day, ${FULL_DAY_HOURS} hours`;
  }
}

/** What makes up the total; amounts come from the quote alone, so that no line can disagree with what is sent. */
export function priceLines(
  price: Price,
  choice: { duration: BookingDuration; hourCount: number },
): PriceLine[] {
  const perHour = choice.duration === "hourly" ? price.roomCents / choice.hourCount : 0;
  const lines = [
    { label: lengthLabel(choice.duration, choice.hourCount, perHour), value: dollars(price.roomCents) },
  ];
  if (price.engineerCents > 0) lines.push({ label: "Engineer", value: dollars(price.engineerCents) });
  return lines;
}

/** The three figures that stand beside the button (SPEC §9: 50% now, the rest on arrival). */
export function dueLines(price: Price): PriceLine[] {
  return [
    { label: "Total", value: dollars(price.totalCents) },
    { label: "Due now (50%)", value: dollars(price.downpaymentCents) },
    { label: "At the venue", value: dollars(price.remainingCents) },
  ];
}

/** What an engineer adds for the chosen length (SPEC §9), for the checkbox that asks. */
export const ENGINEER_FEES: Record<BookingDuration, string> = {
  hourly: "+$50 per hour",
  "half-day": "+$200 for the half day",
  "full-day": "+$400 for the full day",
};
