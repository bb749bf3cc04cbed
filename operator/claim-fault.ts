/** Describes the fault of an hour on which the hour claims and the events differ, for every command that finds one (decision 189). */
import type { HourClaimFault } from "../core/hour-claims/hour-claim-check.ts";

/** The database may contain instants that JavaScript's calendar does not have. */
const secondsOf = (instant: Date): string =>
  Number.isNaN(instant.getTime()) ? "no instant" : instant.toISOString().replace(".000Z", "Z");

const nameOf = (one: { bookingId: number } | null): string =>
  one ? `booking-${one.bookingId}` : "no booking";

const holdOf = (one: { heldUntil: Date | null } | null): string =>
  one?.heldUntil ? `a hold until ${secondsOf(one.heldUntil)}` : "no hold";

const blocksOf = (ids: readonly number[]): string =>
  ids.length === 0 ? "no closure" : ids.map((id) => `block-${id}`).join(", ");

/** `hour room 3 2026-12-01T15:00:00Z: booking-7 has the claim, booking-42 by the events`, without `fault: `. */
export function claimFaultText({ roomId, startsAt, claimed, events, stray, blocks }: HourClaimFault): string {
  if (blocks) {
    return `hour room ${roomId} ${secondsOf(startsAt)}: closed by ${blocksOf(blocks.claimed)} in the claims, by ${blocksOf(blocks.events)} by the events`;
  }
  const isAboutHold = claimed?.bookingId === events?.bookingId;
  const what = isAboutHold
    ? `${nameOf(events)} has ${holdOf(claimed)} in the claim, ${holdOf(events)} by its events`
    : `${nameOf(claimed)} has the claim, ${nameOf(events)} by the events`;
  return `hour room ${roomId} ${stray ?? secondsOf(startsAt)}: ${what}`;
}
