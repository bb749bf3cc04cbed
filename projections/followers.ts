/** Lists everything that follows the log: the projections, which can be rebuilt, and the reactions, which cannot. */
import type { Core } from "../core/context.ts";
import { NO_PSEUDONYMS } from "../core/platform/secrets/pseudonyms.ts";
import { auditEvents } from "./audit/audit-events.ts";
import { type Follower, followerOf, type Projection } from "./engine/projection.ts";
import { publicEvents } from "./open/public-events.ts";
import { createReactions } from "./reactions/reactions.ts";
import { analyticsOf } from "./views/analytics/analytics.ts";
import { availability } from "./views/availability.ts";
import { bookings } from "./views/bookings.ts";
import { feedbackOf } from "./views/feedback.ts";
import { feeds } from "./views/feeds/feed-changes.ts";
import { inquiries } from "./views/inquiries.ts";
import { loyalty } from "./views/loyalty.ts";
import { staff } from "./views/staff.ts";
import { takingsOf } from "./views/takings.ts";

/** What a projection may need in addition to the events: the venue zone, and the hash that tells customers apart. */
export type FollowerContext = Pick<Core, "timeZone" | "holderHash" | "referenceVault">;

/** Every projection by its name. */
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
    feeds,
    audit: auditEvents,
    publicEvents,
  }) satisfies Record<string, Projection>;

export const projections = (context: FollowerContext): readonly Projection[] =>
  Object.values(projectionsByView(context));

/** Made once for a process, since the reactions remember the times for which they have queued mails. */
export const followers = (context: FollowerContext): readonly Follower[] => [
  ...projections(context).map(followerOf),
  createReactions(),
];

const anywhere: FollowerContext = { timeZone: "UTC", ...NO_PSEUDONYMS };

export type ViewName = keyof ReturnType<typeof projectionsByView>;

const views = projectionsByView(anywhere);

/** The name of a projection's cursor. */
export const cursorNameOf = (view: ViewName): string => views[view].name;

export const FOLLOWER_NAMES: readonly string[] = followers(anywhere).map(({ name }) => name);

export const PROJECTION_NAMES: readonly string[] = projections(anywhere).map(({ name }) => name);
