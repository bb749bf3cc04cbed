/** Owns the list of everything that follows the log: the projections, which can be rebuilt, and the reactions, which cannot. */
import { availability } from "./availability.ts";
import { bookings } from "./bookings.ts";
import { reacting } from "./reactions.ts";
import { rebuildProjection } from "./rebuild.ts";
import { type Follower, projecting } from "./run.ts";

export const FOLLOWERS: readonly Follower[] = [projecting(availability), projecting(bookings), reacting];

export const FOLLOWER_NAMES: readonly string[] = FOLLOWERS.map((follower) => follower.name);

/** How each projection is rebuilt, by name. */
export const REBUILDS = {
  availability: rebuildProjection(availability),
  bookings: rebuildProjection(bookings),
} as const;
