/** Owns the inquiry aggregate: a contact message that a visitor left (SPEC §2 contact form). The words themselves are personal data. */
import { z } from "zod";
import { defineEvent, type EventOf } from "../log/event-definition.ts";

export const inquiryEventDefinitions = [
  defineEvent("InquiryReceived", z.object({ personId: z.uuid(), interestedRoom: z.string().nullable() })),
] as const;

export type InquiryEvent = EventOf<(typeof inquiryEventDefinitions)[number]>;

export interface ReceiveInquiry {
  personId: string;
  /** A room's slug, where the visitor chose one. */
  interestedRoom: string | null;
}

/** An inquiry is always taken; its stream holds this one event. */
export function decideInquiry(command: ReceiveInquiry): InquiryEvent[] {
  return [{ type: "InquiryReceived", data: command }];
}
