/** Lists the names of the events that other programs are told of (decision 297). Pure. */

export const PUBLIC_EVENT_TYPES = [
  "booking.created",
  "booking.confirmed",
  "booking.moved",
  "booking.cancelled",
  "booking.paid",
  "booking.refunded",
  "booking.completed",
] as const;
export type PublicEventType = (typeof PUBLIC_EVENT_TYPES)[number];
