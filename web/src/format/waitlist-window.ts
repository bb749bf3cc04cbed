/** Says within which hours a visitor waits, from the taken hours that were wanted. Pure. Venue-local whole hours, the end excluded. */
import type { RoomHour } from "../../../core/calendar/room-hours.ts";

interface Hours {
  from: number;
  to: number;
}

/** The hours widened to hold a visit of that length, if the day is long enough. */
export function windowAround(
  { from, to }: Hours,
  length: number,
  { open, close }: { open: number; close: number },
): Hours {
  const first = Math.max(open, Math.min(from, close - length));
  return { from: first, to: Math.min(close, Math.max(to, first + length)) };
}

/** Runs of hours that others have booked or hold: what may free up. Closed hours and the visitor's own are none. */
export function takenRuns(hours: readonly Pick<RoomHour, "hour" | "state" | "begun">[]): Hours[] {
  const runs: Hours[] = [];
  for (const { hour, state, begun } of hours) {
    if (begun || (state !== "booked" && state !== "held")) continue;
    const last = runs.at(-1);
    if (last?.to === hour) last.to = hour + 1;
    else runs.push({ from: hour, to: hour + 1 });
  }
  return runs;
}
