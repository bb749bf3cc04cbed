/** Defines the stream `feed-N`: the address by which a calendar program reads bookings, from its making to its end (decision 304). Pure. */
import { z } from "zod";
import type { Decision } from "../log/decision.ts";
import { defineEvent, type EventOf } from "../log/event-definition.ts";
import { refuse, refuseField } from "../log/rejection.ts";
import { defineStream } from "../log/stream.ts";
import { FEED_SCOPES, type FeedScope } from "./scopes.ts";

/** Whose feed it is: an account of staff, or a customer's. */
const owner = z.object({ kind: z.enum(["staff", "customer"]), id: z.number().int().positive() });
export type FeedOwner = z.infer<typeof owner>;

const definitions = [
  /** The hash of its token is in its row. `roomId`: the only room that it shows; null for all. */
  defineEvent(
    "FeedMade",
    z.object({ scope: z.enum(FEED_SCOPES), roomId: z.number().int().positive().nullable(), owner }),
  ),
  defineEvent("FeedEnded", z.object({})),
] as const;

export type FeedEvent = EventOf<(typeof definitions)[number]>;

type FeedState = { exists: false } | { exists: true; owner: FeedOwner; ended: boolean };

function evolve(state: FeedState, event: FeedEvent): FeedState {
  switch (event.type) {
    case "FeedMade":
      return { exists: true, owner: event.data.owner, ended: false };
    case "FeedEnded":
      return state.exists ? { ...state, ended: true } : state;
    default:
      return event satisfies never;
  }
}

/** The streams `feed-N`. */
export const feedStream = defineStream({
  category: "feed",
  events: definitions,
  initial: { exists: false } as FeedState,
  evolve,
});

export interface FeedChoice {
  scope: FeedScope;
  /** Required for `room`, possible for `free-busy`, and for no other scope. */
  roomId: number | null;
}

export type FeedCommand =
  | ({ type: "MakeFeed"; by: FeedOwner; roomExists: boolean } & FeedChoice)
  | { type: "EndFeed"; by: FeedOwner };

/** Customers make feeds of their own bookings alone. No event means that the feed has ended already. */
export function decide(command: FeedCommand, state: FeedState): Decision<FeedEvent> {
  switch (command.type) {
    case "MakeFeed": {
      const { by, scope, roomId, roomExists } = command;
      if (by.kind === "customer" && scope !== "mine") return refuse("OwnFeedOnly");
      if (scope === "room" && roomId === null)
        return refuseField("InvalidFeed", "roomId", "Choose the room of the feed");
      if (roomId !== null && scope !== "room" && scope !== "free-busy")
        return refuseField("InvalidFeed", "roomId", `A feed with the scope ${scope} has no room`);
      if (roomId !== null && !roomExists)
        return refuseField("InvalidFeed", "roomId", "There is no such room");
      return { ok: true, events: [{ type: "FeedMade", data: { scope, roomId, owner: by } }] };
    }
    case "EndFeed": {
      const { by } = command;
      const isOwn = state.exists && state.owner.kind === by.kind && state.owner.id === by.id;
      if (!isOwn) return refuse("FeedNotFound");
      return { ok: true, events: state.ended ? [] : [{ type: "FeedEnded", data: {} }] };
    }
    default:
      return command satisfies never;
  }
}
