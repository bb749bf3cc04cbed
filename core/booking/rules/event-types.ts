/** The event types that a booking can be for. Safe in a browser. */

/** The six event types of the booking form (decision 44). */
export const EVENT_TYPES = [
  "Recording Session",
  "Rehearsal",
  "Performance",
  "Workshop",
  "Meeting",
  "Other",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];
/** What the finder can rank rooms by. */
export type Activity = Exclude<EventType, "Other">;

/** The event type if the text is one of the six; null for other text, which is a customer's own. */
export const knownEventType = (words: string): EventType | null =>
  EVENT_TYPES.find((type) => type === words) ?? null;
