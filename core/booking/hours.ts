/** Owns the step from state to guard: which room-hours a decision claims, releases or keeps, read off the fold before and after. */
import type { HourChange } from "../log/append.ts";
import { hoursBetween } from "../venue/venue-time.ts";
import { type Booking, type BookingState, heldUntil, occupies } from "./booking-state.ts";

const hoursOf = (state: BookingState): Date[] =>
  state.exists && occupies(state) ? hoursBetween(state.startsAt, state.endsAt) : [];

/** The guard's change that goes with the step from `before` to `after`; undefined when the guard stays as it is. */
export function hourChange(
  before: BookingState,
  after: Booking,
  holder: string | null,
): HourChange | undefined {
  const had = new Set(hoursOf(before).map((hour) => hour.getTime()));
  const has = hoursOf(after);
  const wanted = new Set(has.map((hour) => hour.getTime()));
  const claim = has.filter((hour) => !had.has(hour.getTime()));
  const release = hoursOf(before).filter((hour) => !wanted.has(hour.getTime()));
  const deadline = heldUntil(after);
  const holdChanged = before.exists && heldUntil(before)?.getTime() !== deadline?.getTime();
  const keep = holdChanged ? has.filter((hour) => had.has(hour.getTime())) : [];
  if (claim.length + release.length + keep.length === 0) return undefined;
  return {
    roomId: after.roomId,
    claim,
    release,
    keep,
    heldUntil: deadline,
    holder: deadline ? holder : null,
  };
}
