/**
 * Defines the stream `inquiry-N`: a contact message that a visitor sent, and what staff do with it (decision 114). All
 * texts are personal data. Pure.
 */
import { z } from "zod";
import type { Decision } from "../log/decision.ts";
import { defineEvent, type EventOf } from "../log/event-definition.ts";
import { refuse } from "../log/rejection.ts";
import { defineStream } from "../log/stream.ts";

const definitions = [
  defineEvent("InquiryReceived", z.object({ personId: z.uuid(), interestedRoom: z.string().nullable() })),
  /** `answerId`: the row with the recipient and the text of the answer. */
  defineEvent("InquiryAnswered", z.object({ answerId: z.uuid() })),
  /** Staff made a booking for the visitor who wrote. */
  defineEvent("InquiryBooked", z.object({ bookingId: z.number().int().positive() })),
  defineEvent("InquiryDone", z.object({})),
  defineEvent("InquiryReopened", z.object({})),
] as const;

export type InquiryEvent = EventOf<(typeof definitions)[number]>;

export type InquiryStage = "new" | "answered" | "done";

export interface Inquiry {
  personId: string;
  /** A room's slug, if the visitor chose one. */
  interestedRoom: string | null;
  answered: boolean;
  done: boolean;
  bookingIds: readonly number[];
}

/** The streams `inquiry-N`; null before the message arrives. */
export const inquiryStream = defineStream({
  category: "inquiry",
  events: definitions,
  initial: null as Inquiry | null,
  evolve(state, event: InquiryEvent): Inquiry | null {
    if (event.type === "InquiryReceived") {
      return { ...event.data, answered: false, done: false, bookingIds: [] };
    }
    if (state === null) return null;
    switch (event.type) {
      case "InquiryAnswered":
        return { ...state, answered: true };
      case "InquiryBooked":
        return { ...state, bookingIds: [...state.bookingIds, event.data.bookingId] };
      case "InquiryDone":
        return { ...state, done: true };
      case "InquiryReopened":
        return { ...state, done: false };
      default:
        return event satisfies never;
    }
  },
});

/**
 * The message's stage. A message counts as answered once staff have booked for its visitor, for example by phone; a message that is
 * done stays so until it is reopened.
 */
export function stageOf({ done, answered, bookingIds }: Inquiry): InquiryStage {
  if (done) return "done";
  return answered || bookingIds.length > 0 ? "answered" : "new";
}

export type InquiryCommand =
  | { type: "ReceiveInquiry"; personId: string; interestedRoom: string | null }
  | { type: "AnswerInquiry"; answerId: string }
  | { type: "BookForInquirer"; bookingId: number }
  | { type: "FinishInquiry" }
  | { type: "ReopenInquiry" };

/** A new message is never refused, and staff may answer it as often as they like; a command that would change nothing makes no event. */
export function decideInquiry(command: InquiryCommand, state: Inquiry | null): Decision<InquiryEvent> {
  const accept = (...events: InquiryEvent[]): Decision<InquiryEvent> => ({ ok: true, events });
  if (command.type === "ReceiveInquiry") {
    const { type: _, ...data } = command;
    return accept({ type: "InquiryReceived", data });
  }
  if (state === null) return refuse("InquiryNotFound");
  switch (command.type) {
    case "AnswerInquiry":
      return accept({ type: "InquiryAnswered", data: { answerId: command.answerId } });
    case "BookForInquirer": {
      const { bookingId } = command;
      return state.bookingIds.includes(bookingId)
        ? accept()
        : accept({ type: "InquiryBooked", data: { bookingId } });
    }
    case "FinishInquiry":
      return state.done ? accept() : accept({ type: "InquiryDone", data: {} });
    case "ReopenInquiry":
      return state.done ? accept({ type: "InquiryReopened", data: {} }) : accept();
    default:
      return command satisfies never;
  }
}
