/** The wire shapes of the events that other programs are told of (decision 297): pulled by cursor, or pushed to webhooks. */
import { z } from "zod";
import { PUBLIC_EVENT_TYPES } from "../../../core/open/public-event-types.ts";
import { Id, Instant, namedObject, queryNumber, queryPosition } from "../fields.ts";

const MAX_EVENTS = 500;
export const DEFAULT_EVENTS = 100;

export const Position = z
  .number()
  .int()
  .nonnegative()
  .max(Number.MAX_SAFE_INTEGER)
  .meta({
    description:
      "A cursor that works at any later time. It rises in the order of the log, with gaps, and never changes",
    examples: [1_000_000_000_042],
  });

const PublicEvent = namedObject("PublicEvent", {
  type: z.enum(PUBLIC_EVENT_TYPES),
  timestamp: Instant.meta({ description: "When it was decided" }),
  data: z.object({
    stream: z.string().meta({ description: "Events of one stream are in order", examples: ["booking-42"] }),
    version: z.number().int().positive().meta({
      description: "The number of the event within its stream. Some numbers are of events that are not told",
    }),
    position: Position,
    bookingId: Id,
  }),
});

export const EventsQuery = z.object({
  after: queryPosition("After").optional().meta({
    description:
      "The position that was read last: `next` of the answer before; 0, or left out, begins with the first",
  }),
  limit: queryNumber("Limit", MAX_EVENTS)
    .optional()
    .meta({ description: `How many at most; ${DEFAULT_EVENTS} when left out` }),
});

export const PublicEvents = namedObject("PublicEvents", {
  events: z.array(PublicEvent),
  next: Position.meta({ description: "Send it as `after` next time: the last event's position, or `after`" }),
});
