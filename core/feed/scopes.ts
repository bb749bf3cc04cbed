/** Lists the scopes of calendar feeds: each says which bookings a feed shows, and how much of them (decision 304). Pure. */

export const FEED_SCOPES = ["mine", "room", "house", "free-busy"] as const;
export type FeedScope = (typeof FEED_SCOPES)[number];
