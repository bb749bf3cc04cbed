/** Owns what auditors are not shown: who wrote the anonymous feedback that the log of earlier versions names. */
import { feedbackStream } from "../../core/feedback/feedback.ts";
import type { RawEvent } from "../../core/log/stream.ts";

const isAnonymous = (data: unknown): data is object =>
  typeof data === "object" && data !== null && "anonymous" in data && data.anonymous === true;

/** The event as it lies in the log; of anonymous feedback without account, request, command and booking. */
export function withoutAuthor(event: RawEvent): RawEvent {
  if (feedbackStream.idOf(event.stream) === null || !isAnonymous(event.data)) return event;
  return {
    ...event,
    data: { ...event.data, bookingId: null },
    meta: { actor: { kind: "visitor" }, requestId: "" },
    commandId: "",
  };
}
