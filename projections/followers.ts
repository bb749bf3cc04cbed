/** Owns the list of everything that follows the log: the projections, which can be rebuilt, and the reactions, which cannot. */
import type { Core } from "../core/context.ts";
import { analyticsOf } from "./analytics.ts";
import { availability } from "./availability.ts";
import { bookings } from "./bookings.ts";
import { feedback } from "./feedback.ts";
import { loyalty } from "./loyalty.ts";
import { messages } from "./messages.ts";
import { reacting } from "./reactions.ts";
import { rebuildProjection } from "./rebuild.ts";
import { type Follower, projecting } from "./run.ts";
import { staff } from "./staff.ts";

/** What a projection may need to know beside the events: where a day begins, and by what customers are told apart. */
export type FollowerContext = Pick<Core, "timeZone" | "holderHash">;

export const followers = (context: FollowerContext): readonly Follower[] => [
  projecting(availability),
  projecting(bookings),
  projecting(messages),
  projecting(loyalty),
  projecting(feedback),
  projecting(analyticsOf(context)),
  projecting(staff),
  reacting,
];

/** How each projection is rebuilt, by name. */
export const rebuilds = (context: FollowerContext) =>
  ({
    availability: rebuildProjection(availability),
    bookings: rebuildProjection(bookings),
    messages: rebuildProjection(messages),
    loyalty: rebuildProjection(loyalty),
    feedback: rebuildProjection(feedback),
    analytics: rebuildProjection(analyticsOf(context)),
    staff: rebuildProjection(staff),
  }) as const;

export type ProjectionName = keyof ReturnType<typeof rebuilds>;

const anywhere: FollowerContext = { timeZone: "UTC", holderHash: (email) => email };

export const FOLLOWER_NAMES: readonly string[] = followers(anywhere).map((follower) => follower.name);

export const PROJECTION_NAMES: readonly string[] = Object.keys(rebuilds(anywhere));
