/** The wire shapes of calendar feeds, by which calendar programs show bookings (decision 304). */
import { z } from "zod";
import { FEED_SCOPES } from "../../../core/feed/scopes.ts";
import { Id, Instant, namedObject } from "../fields.ts";

export type { FeedScope } from "../../../core/feed/scopes.ts";

const FeedScope = z.enum(FEED_SCOPES, { error: `A scope is one of ${FEED_SCOPES.join(", ")}` }).meta({
  description:
    "`mine`: a customer's own bookings, or those that a member of staff made. `room`, `house`: all of a room, or of the venue. `free-busy`: the same without names; every entry says Busy",
});

export const NewFeed = namedObject("NewFeed", {
  scope: FeedScope,
  roomId: Id.optional().meta({
    description: "Required for `room`, possible for `free-busy`, and for no other scope",
  }),
});
export type NewFeed = z.input<typeof NewFeed>;

/** The only answer that has the address. */
export const MadeFeed = namedObject("MadeFeed", {
  id: Id,
  url: z.string().meta({
    description:
      "The address to give to a calendar program. Its holder can read the feed; its token is stored as a hash, so no later answer has it",
    examples: ["https://hub.example/calendar/3q2-7wAAAAAAAAAAAAAAAA.ics"],
  }),
});
export type MadeFeed = z.infer<typeof MadeFeed>;

export const Feed = namedObject("Feed", {
  id: Id,
  scope: FeedScope,
  roomId: Id.nullable(),
  createdAt: Instant,
  lastFetchedAt: Instant.nullable().meta({ description: "To the minute, or a little later" }),
});
export type Feed = z.infer<typeof Feed>;
