/** Owns the list of everything that follows the log: the projections, which can be rebuilt, and the reactions, which cannot. */
import type { Core } from "../core/context.ts";
import { NO_PSEUDONYMS } from "../core/platform/pseudonyms.ts";
import { auditEvents } from "./audit/audit-events.ts";
import { type Follower, followerOf, type Projection } from "./engine/projection.ts";
import { createReactions } from "./reactions/reactions.ts";
import { analyticsOf } from "./views/analytics/analytics.ts";
import { availability } from "./views/availability.ts";
import { bookings } from "./views/bookings.ts";
import { feedbackOf } from "./views/feedback.ts";
import { inquiries } from "./views/inquiries.ts";
import { loyalty } from "./views/loyalty.ts";
import { staff } from "./views/staff.ts";
import { takingsOf } from "./views/takings.ts";

/** What a projection may need to know beside the events: where a day begins, and by what customers are told apart. */
export type FollowerContext = Pick<Core, "timeZone" | "holderHash" | "references">;

/** Every projection by the name of its view. */
const projectionsByView = (context: FollowerContext) =>
  ({
    availability,
    bookings,
    inquiries,
    loyalty,
    feedback: feedbackOf(context),
    analytics: analyticsOf(context),
    staff,
    takings: takingsOf(context),
    audit: auditEvents,
  }) satisfies Record<string, Projection>;

export const projections = (context: FollowerContext): readonly Projection[] =>
  Object.values(projectionsByView(context));

/** Made once for a process: the reactions remember what they have queued for when. */
export const followers = (context: FollowerContext): readonly Follower[] => [
  ...projections(context).map(followerOf),
  createReactions(),
];

const anywhere: FollowerContext = { timeZone: "UTC", ...NO_PSEUDONYMS };

export type ViewName = keyof ReturnType<typeof projectionsByView>;

const views = projectionsByView(anywhere);

/** Under which name a view's cursor is kept. */
export const cursorNameOf = (view: ViewName): string => views[view].name;

export const FOLLOWER_NAMES: readonly string[] = followers(anywhere).map(({ name }) => name);

export const PROJECTION_NAMES: readonly string[] = projections(anywhere).map(({ name }) => name);
