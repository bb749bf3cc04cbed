/** Handles the commands of calendar feeds: staff and customers make their own and end them. */
import { randomUUID } from "node:crypto";
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { refuse } from "../log/rejection.ts";
import { type Log, transact } from "../log/transact.ts";
import { decide, type FeedChoice, type FeedOwner, feedStream } from "./feed.ts";
import { addFeedRow, endFeedRow, FEEDS_OF_ACCOUNT } from "./feed-rows.ts";
import { feedTokenHash, newFeedToken } from "./feed-token.ts";

interface Maker {
  owner: FeedOwner;
  meta: EventMeta;
}

/**
 * Makes a feed; returns the token of its address, which is known only now. `OwnFeedOnly` for a customer who asks for more than their own
 * bookings, `InvalidFeed` for a room that does not fit the scope, `TooManyFeeds`.
 */
export async function makeFeed(
  core: Log & Pick<Core, "rooms">,
  { scope, roomId }: FeedChoice,
  { owner, meta }: Maker,
): Promise<Outcome<{ id: number; token: string }>> {
  const token = newFeedToken();
  const roomExists = roomId !== null && core.rooms.byId(roomId) !== undefined;
  const outcome = await transact(core, feedStream, null, {
    commandId: `feed:${randomUUID()}`,
    meta,
    decide: (state) => decide({ type: "MakeFeed", by: owner, scope, roomId, roomExists }, state),
    appendRules: () => [addFeedRow({ scope, roomId, owner, tokenHash: feedTokenHash(token) })],
    refusals: { [FEEDS_OF_ACCOUNT]: refuse("TooManyFeeds") },
  });
  return outcome.ok ? { ...outcome, value: { id: outcome.value.id, token } } : outcome;
}

/** Ends a feed of one's own: the next fetch is told so. `FeedNotFound`, also for a feed of another account. */
export async function endFeed(
  core: Log,
  id: number,
  { owner, meta }: Maker,
): Promise<Outcome<{ id: number }>> {
  const outcome = await transact(core, feedStream, id, {
    commandId: `feed:${randomUUID()}`,
    meta,
    decide: (state) => decide({ type: "EndFeed", by: owner }, state),
    appendRules: () => [endFeedRow],
  });
  return outcome.ok ? { ...outcome, value: { id } } : outcome;
}
