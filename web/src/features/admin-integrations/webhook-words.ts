/** Says in plain words what a webhook is told of, and what became of a delivery. */
import type { Delivery, Webhook } from "../../../../bff/contract/open/webhooks.ts";
import type { BadgeTone } from "../../ui/badge.tsx";

export const EVENT_WORDS: Record<Webhook["events"][number], string> = {
  "*": "Everything, and kinds that come later",
  "booking.created": "A booking is made",
  "booking.confirmed": "A booking is confirmed",
  "booking.moved": "A booking is moved",
  "booking.cancelled": "A booking is cancelled or lapses",
  "booking.paid": "Money for a booking comes in",
  "booking.refunded": "Money goes back",
  "booking.completed": "A visit is completed",
};

/** "booking.paid, booking.refunded", or that it is everything. */
export const eventsText = (events: Webhook["events"]): string =>
  events.includes("*") ? "Everything" : events.join(", ");

export const BODY_WORDS: Record<Webhook["body"], string> = {
  thin: "without persons (thin)",
  full: "with the booking and its person (full)",
};

/** `booking.moved` of booking 42, or the type alone of a test. */
export const deliveryText = ({ type, bookingId }: Pick<Delivery, "type" | "bookingId">): string =>
  bookingId === null ? type : `${type} of booking ${bookingId}`;

/** JSON over several lines, to be read; other text as it is. */
export function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

export const STATE_WORDS: Record<Delivery["state"], { tone: BadgeTone; words: string }> = {
  waiting: { tone: "yellow", words: "Waiting" },
  delivered: { tone: "green", words: "Delivered" },
  failed: { tone: "red", words: "Failed" },
  replaced: { tone: "neutral", words: "Replaced" },
};
