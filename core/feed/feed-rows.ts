/** Keeps `calendar_feeds`: what a fetch of a feed needs, changed in the append that says why, and when each was last fetched. */
import { type AppendRule, appendRule } from "../log/append-request.ts";
import type { Sql } from "../platform/database/database.ts";
import type { FeedChoice, FeedOwner } from "./feed.ts";
import type { FeedScope } from "./scopes.ts";

/** Name of the constraint that an append violates which adds one feed too many to an account. */
export const FEEDS_OF_ACCOUNT = "calendar_feeds_of_account";

export const addFeedRow = (row: FeedChoice & { owner: FeedOwner; tokenHash: string }): AppendRule =>
  appendRule("add_feed", row);

/** The row stays, so that a fetch by its address is told that the feed has ended. */
export const endFeedRow: AppendRule = appendRule("end_feed", {});

export interface ListedFeed {
  id: number;
  scope: FeedScope;
  roomId: number | null;
  madeAt: Date;
  lastFetchedAt: Date | null;
}

/** An account's feeds that have not ended, the newest first. */
export const listFeeds = (sql: Sql, { kind, id }: FeedOwner): Promise<ListedFeed[]> => sql<ListedFeed[]>`
  select feed_id as id, scope, room_id as "roomId", made_at as "madeAt", last_fetched_at as "lastFetchedAt"
  from calendar_feeds where owner_kind = ${kind} and owner_id = ${id} and ended_at is null
  order by feed_id desc`;

/** Notes fetches of many feeds in one statement: the last instant of each (UTC), by its number. */
export async function noteFetches(sql: Sql, fetches: ReadonlyMap<number, Date>): Promise<void> {
  await sql`select note_feed_fetches(${[...fetches.keys()]}::bigint[],
    ${[...fetches.values()].map((at) => at.toISOString())}::timestamptz[])`;
}
