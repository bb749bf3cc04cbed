/** Owns the inquiry aggregate: a contact message that a visitor left (SPEC §2 contact form). The words themselves are personal data. */
import { z } from "zod";
import type { Decision } from "../log/decision.ts";
import { defineEvent, type EventOf } from "../log/event-definition.ts";
import { defineStream } from "../log/stream.ts";

const inquiryReceived = defineEvent(
  "InquiryReceived",
  z.object({ personId: z.uuid(), interestedRoom: z.string().nullable() }),
);

export type InquiryEvent = EventOf<typeof inquiryReceived>;

export interface Inquiry {
  personId: string;
  /** A room's slug, where the visitor chose one. */
  interestedRoom: string | null;
}

/** The streams `inquiry-N`, one event each; null until it has come. */
export const inquiryStream = defineStream({
  category: "inquiry",
  events: [inquiryReceived],
  initial: null as Inquiry | null,
  evolve: (_state, event): Inquiry | null => event.data,
});

/** An inquiry is always taken. */
export function decideInquiry(command: Inquiry): Decision<InquiryEvent> {
  return { ok: true, events: [{ type: "InquiryReceived", data: command }] };
}
