/** Defines the stream `erasure-N`: one for each person who was erased. It says which rows and accounts, never who the person was. Pure. */
import { z } from "zod";
import type { Decision } from "../log/decision.ts";
import { defineEvent, type EventOf } from "../log/event-definition.ts";
import { refuse } from "../log/rejection.ts";
import { defineStream } from "../log/stream.ts";

const personErased = defineEvent(
  "PersonErased",
  z.object({
    /** Rows of personal data that were not empty until then. */
    personIds: z.array(z.uuid()),
    /** Accounts that were removed with it. */
    customerIds: z.array(z.number().int()),
  }),
);

export type ErasureEvent = EventOf<typeof personErased>;
export type Erasure = ErasureEvent["data"];

/** The streams `erasure-N`, one event each; null before the event. */
export const erasureStream = defineStream({
  category: "erasure",
  events: [personErased],
  initial: null as Erasure | null,
  evolve: (_state, event): Erasure | null => event.data,
});

/** What there is to erase of the person with an email. */
export interface FoundPerson extends Erasure {
  /** Whether a member of staff logs in with it. */
  isStaff: boolean;
}

/**
 * If there is nothing to erase, there is no event. A colleague's account must be deleted first, so that no erasure locks
 * out the people who run the venue.
 */
export function decideErasure({ isStaff, personIds, customerIds }: FoundPerson): Decision<ErasureEvent> {
  if (isStaff) return refuse("StaffAccountStands");
  if (personIds.length === 0 && customerIds.length === 0) return { ok: true, events: [] };
  return { ok: true, events: [{ type: "PersonErased", data: { personIds, customerIds } }] };
}
