/** The streams `day-YYYYMMDD`: how the cash of a venue day was counted at its close, and what closing decides. Pure; integer cents. */
import { z } from "zod";
import { dollars } from "../booking/rules/money.ts";
import type { Decision } from "../log/decision.ts";
import { defineEvent, type EventOf } from "../log/event-definition.ts";
import { refuse } from "../log/rejection.ts";
import { defineStream } from "../log/stream.ts";
import type { VenueDay } from "../venue/time/venue-time.ts";

const cents = z.number().int();

const definitions = [
  /** What was counted in the drawer, and what the day's entries say should be in it beyond the cash it began with. */
  defineEvent("DayClosed", z.object({ countedCents: cents.min(0), expectedCents: cents })),
] as const;

export type DayEvent = EventOf<(typeof definitions)[number]>;

export const dayStream = defineStream({
  category: "day",
  events: definitions,
  initial: null as DayEvent["data"] | null,
  evolve: (_, { data }): DayEvent["data"] | null => data,
});

/** The day 2026-12-12 is the stream `day-20261212`. */
export const dayNumber = (day: VenueDay): number => Number(day.replaceAll("-", ""));

export interface CloseDay {
  day: VenueDay;
  today: VenueDay;
  countedCents: number;
  /** The sum of the day's cash entries. */
  expectedCents: number;
  /** That sum as the person who counted saw it. */
  statedCents: number;
}

/**
 * Closes a day once, with the figure that was seen; else `DayNotBegun`, `DayAlreadyClosed` or `TakingsChanged`. A repeat changes nothing.
 */
export function decideClose(close: CloseDay, closed: DayEvent["data"] | null): Decision<DayEvent> {
  const { day, today, countedCents, expectedCents, statedCents } = close;
  if (day > today) return refuse("DayNotBegun");
  if (closed) {
    const isSame = closed.countedCents === countedCents && closed.expectedCents === statedCents;
    return isSame ? { ok: true, events: [] } : refuse("DayAlreadyClosed");
  }
  if (expectedCents !== statedCents) {
    const detail = `The cash of this day is now ${dollars(expectedCents)}. Check it again`;
    return refuse("TakingsChanged", { detail });
  }
  return { ok: true, events: [{ type: "DayClosed", data: { countedCents, expectedCents } }] };
}
