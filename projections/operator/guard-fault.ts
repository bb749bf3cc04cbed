/** Words the fault of an hour on which the hour claims and the events differ, for every command that finds one (decision 189). */
import type { GuardFault } from "../../core/guard/guard-check.ts";

/** The database may contain instants that JavaScript's calendar does not have. */
const secondsOf = (instant: Date): string =>
  Number.isNaN(instant.getTime()) ? "no instant" : instant.toISOString().replace(".000Z", "Z");

const nameOf = (one: { bookingId: number } | null): string => (one ? `booking-${one.bookingId}` : "nobody");

const holdOf = (one: { heldUntil: Date | null } | null): string =>
  one?.heldUntil ? `held until ${secondsOf(one.heldUntil)}` : "no hold";

const blocksOf = (ids: readonly number[]): string =>
  ids.length === 0 ? "nobody" : ids.map((id) => `block-${id}`).join(", ");

/** `guard room 3 2026-12-01T15:00:00Z: booking-7 has it in the guard, booking-42 by the events`, without `fault: `. */
export function guardFaultText({ roomId, startsAt, guard, events, stray, blocks }: GuardFault): string {
  if (blocks) {
    return `guard room ${roomId} ${secondsOf(startsAt)}: closed by ${blocksOf(blocks.guard)} in the guard, by ${blocksOf(blocks.events)} by the events`;
  }
  const isAboutHold = guard?.bookingId === events?.bookingId;
  const what = isAboutHold
    ? `${nameOf(events)} is ${holdOf(guard)} in the guard, ${holdOf(events)} by its events`
    : `${nameOf(guard)} has it in the guard, ${nameOf(events)} by the events`;
  return `guard room ${roomId} ${stray ?? secondsOf(startsAt)}: ${what}`;
}
