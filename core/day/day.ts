/** The streams `day-YYYYMMDD`: how the cash of a venue day was counted at its close, and what closing decides. Pure; integer cents. */
import { z } from "zod";
import { formatMoney } from "../booking/rules/money.ts";
import type { Decision } from "../log/decision.ts";
import { defineEvent, type EventOf } from "../log/event-definition.ts";
import { refuse } from "../log/rejection.ts";
import { defineStream } from "../log/stream.ts";
import type { VenueDay } from "../venue/time/venue-time.ts";

const cents = z.number().int();

const definitions = [
  /** What was counted in the drawer, and what the day's entries say should be in it beyond the cash it began with. */
  defineEvent(
    "DayClosed",
    z.object({
      countedCents: cents.min(0),
      expectedCents: cents,
      /** The cash that the drawer began with, which is not counted. */
      floatCents: cents.min(0).default(0),
      /** The row of personal data with staff's words about a difference. */
      noteId: z.uuid().optional(),
    }),
  ),
  /** A manager opened the day again; the row of personal data has the reason. */
  defineEvent("DayReopened", z.object({ reasonId: z.uuid() })),
] as const;

export type DayEvent = EventOf<(typeof definitions)[number]>;

type DayClosed = Extract<DayEvent, { type: "DayClosed" }>["data"];

/** The figures of the close; null while the day is open. */
export const dayStream = defineStream({
  category: "day",
  events: definitions,
  initial: null as DayClosed | null,
  evolve: (_, event: DayEvent): DayClosed | null => (event.type === "DayClosed" ? event.data : null),
});

/** The day 2026-12-12 is the stream `day-20261212`. */
export const dayNumber = (day: VenueDay): number => Number(day.replaceAll("-", ""));

export interface CloseDay {
  day: VenueDay;
  today: VenueDay;
  countedCents: number;
  floatCents: number;
  noteId?: string | undefined;
  /** The sum of the day's cash entries. */
  expectedCents: number;
  /** That sum as the person who counted saw it. */
  statedCents: number;
}

/**
 * Closes a day once, with the figure that was seen; else `DayNotBegun`, `DayAlreadyClosed` or `TakingsChanged`. A repeat changes nothing.
 */
export function decideClose(close: CloseDay, closed: DayClosed | null): Decision<DayEvent> {
  const { day, today, countedCents, expectedCents, statedCents, floatCents, noteId } = close;
  if (day > today) return refuse("DayNotBegun");
  if (closed) {
    const isSame = closed.countedCents === countedCents && closed.expectedCents === statedCents;
    return isSame ? { ok: true, events: [] } : refuse("DayAlreadyClosed");
  }
  if (expectedCents !== statedCents) {
    const detail = `The cash of this day is now ${formatMoney(expectedCents)}. Check it again`;
    return refuse("TakingsChanged", { detail });
  }
  return {
    ok: true,
    events: [{ type: "DayClosed", data: { countedCents, expectedCents, floatCents, noteId } }],
  };
}

/** Opens a closed day again; `DayNotClosed` for one that is open. */
export function decideReopen(reasonId: string, closed: DayClosed | null): Decision<DayEvent> {
  if (!closed) return refuse("DayNotClosed");
  return { ok: true, events: [{ type: "DayReopened", data: { reasonId } }] };
}
