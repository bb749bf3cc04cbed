/** Owns the erasure aggregate: that a person was erased, one stream `erasure-N` each. It says whose rows and accounts, never who they were. Pure. */
import { z } from "zod";
import type { Decision } from "../log/decision.ts";
import { defineEvent, type EventOf } from "../log/event-definition.ts";
import { defineStream } from "../log/stream.ts";
import { refuse } from "../rejection.ts";

const personErased = defineEvent(
  "PersonErased",
  z.object({
    /** Rows of personal data that said something until then. */
    personIds: z.array(z.uuid()),
    /** Accounts that are gone with it. */
    customerIds: z.array(z.number().int()),
  }),
);

export type ErasureEvent = EventOf<typeof personErased>;
export type Erasure = ErasureEvent["data"];

/** The streams `erasure-N`, one event each; null until it has happened. */
export const erasureStream = defineStream({
  category: "erasure",
  events: [personErased],
  initial: null as Erasure | null,
  evolve: (_state, event): Erasure | null => event.data,
});

/** What there is to erase of whoever has an email. */
export interface FoundPerson extends Erasure {
  /** Whether somebody of the staff logs in with it. */
  isStaff: boolean;
}

/** Of whom nothing is kept nothing is erased; a colleague's account is deleted first, so that no erasure locks out who runs the house. */
export function decideErasure({ isStaff, personIds, customerIds }: FoundPerson): Decision<ErasureEvent> {
  if (isStaff) return refuse("StaffAccountStands");
  if (personIds.length === 0 && customerIds.length === 0) return { ok: true, events: [] };
  return { ok: true, events: [{ type: "PersonErased", data: { personIds, customerIds } }] };
}
