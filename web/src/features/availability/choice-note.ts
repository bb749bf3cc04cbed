/** Writes the note at an hour whose press did less than was wished, with the starts that fit instead. Pure. */
import type { RoomHour } from "../../../../core/calendar/room-hours.ts";
import type { BookingChoice } from "../../session/booking-choice.ts";
import { describeStop, type RangeChange, startsNear } from "./range-choice.ts";

/** Why the last press did less than was wished, shown at its hour while the choice is still the one that it made. */
export interface ChoiceNote {
  hour: number;
  words: string;
  made: string;
  /** Where a visit of `hours` can start instead. */
  instead: { hours: number; starts: readonly number[] } | null;
}

/** For a press on a later hour, which extends the visit. */
export const START_INSTEAD = " Press the same hour again to start there instead.";

const keyOf = ({ day, startHour, duration, hourCount }: BookingChoice): string =>
  [day, startHour, duration, hourCount].join();

/** Whether the choice is still the one that the note is about. */
export const isAbout = ({ made }: ChoiceNote, choice: BookingChoice): boolean => made === keyOf(choice);

/** The note on a change that a press on `hour` has made; null if it did all that was wished. `hint`: what else can be done there. */
export function noteOf(
  { next, limit }: RangeChange,
  at: { choice: BookingChoice; hour: number; slots: readonly RoomHour[]; hint?: string },
): ChoiceNote | null {
  if (limit === null) return null;
  const { choice, hour, slots, hint = "" } = at;
  const short = limit.kind === "short" ? limit : null;
  return {
    hour,
    words: describeStop(limit) + (short ? "" : hint),
    made: keyOf({ ...choice, ...next }),
    instead: short && { hours: short.hours, starts: startsNear(slots, hour, short.hours) },
  };
}
