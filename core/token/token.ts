/** Defines the stream `token-N`: a token by which a program calls the API, from its making to its end (decision 294). Pure. */
import { z } from "zod";
import type { Decision } from "../log/decision.ts";
import { defineEvent, type EventOf } from "../log/event-definition.ts";
import { refuse, refuseField } from "../log/rejection.ts";
import { defineStream } from "../log/stream.ts";
import { ADMINS, type StaffRole } from "../staff/staff.ts";
import { TOKEN_SCOPES, type TokenScope } from "./scopes.ts";

const definitions = [
  /** Its name and the hash of its secret are in its row. It works until the end of the venue's day `expiresOn`. */
  defineEvent("TokenMade", z.object({ scopes: z.array(z.enum(TOKEN_SCOPES)), expiresOn: z.iso.date() })),
  /** It was used from a network that it had never been used from. Who made it is told by mail. */
  defineEvent("TokenUsedFromNewNetwork", z.object({})),
  defineEvent("TokenEnded", z.object({})),
] as const;

export type TokenEvent = EventOf<(typeof definitions)[number]>;

type TokenState = { exists: false } | { exists: true; ended: boolean };

function evolve(state: TokenState, event: TokenEvent): TokenState {
  switch (event.type) {
    case "TokenMade":
      return { exists: true, ended: false };
    case "TokenEnded":
      return state.exists ? { ...state, ended: true } : state;
    case "TokenUsedFromNewNetwork":
      return state;
    default:
      return event satisfies never;
  }
}

/** The streams `token-N`. */
export const tokenStream = defineStream({
  category: "token",
  events: definitions,
  initial: { exists: false } as TokenState,
  evolve,
});

export type TokenCommand =
  | {
      type: "MakeToken";
      role: StaffRole;
      scopes: readonly TokenScope[];
      /** The venue's days. */
      expiresOn: string;
      today: string;
    }
  | { type: "EndToken"; role: StaffRole }
  | { type: "NoteNewNetwork" };

/** Tokens are made and ended by admins. No event means that the token is already as asked for. */
export function decide(command: TokenCommand, state: TokenState): Decision<TokenEvent> {
  if (command.type !== "NoteNewNetwork" && !ADMINS.includes(command.role)) return refuse("RoleNotPermitted");
  switch (command.type) {
    case "MakeToken": {
      const { scopes, expiresOn, today } = command;
      if (expiresOn < today)
        return refuseField("InvalidToken", "expiresOn", "Choose today or a later day as the last one");
      const known = TOKEN_SCOPES.filter((scope) => scopes.includes(scope));
      return { ok: true, events: [{ type: "TokenMade", data: { scopes: known, expiresOn } }] };
    }
    case "EndToken":
      if (!state.exists) return refuse("TokenNotFound");
      return { ok: true, events: state.ended ? [] : [{ type: "TokenEnded", data: {} }] };
    case "NoteNewNetwork":
      return {
        ok: true,
        events: state.exists && !state.ended ? [{ type: "TokenUsedFromNewNetwork", data: {} }] : [],
      };
    default:
      return command satisfies never;
  }
}
