/** Hides from auditors who wrote the anonymous feedback that earlier versions logged with its author. */
import { feedbackStream } from "../../core/feedback/feedback.ts";
import type { RawEvent } from "../../core/log/stream.ts";

const isAnonymous = (data: unknown): data is object =>
  typeof data === "object" && data !== null && "anonymous" in data && data.anonymous === true;

/** The event as it is in the log, except that anonymous feedback has no account, request, command or booking. */
export function withoutAuthor(event: RawEvent): RawEvent {
  if (feedbackStream.idOf(event.stream) === null || !isAnonymous(event.data)) return event;
  return {
    ...event,
    data: { ...event.data, bookingId: null },
    meta: { actor: { kind: "visitor" }, requestId: "" },
    commandId: "",
  };
}
