/** Prints events on an operator's terminal, one line each, with the type and data from the log. */
import type { EventMeta } from "../core/log/append-request.ts";
import { formatPosition } from "../core/log/position.ts";
import type { RawEvent } from "../core/log/stream.ts";

function actorOf({ actor }: EventMeta): string {
  switch (actor.kind) {
    case "customer":
      return `customer ${actor.id}`;
    case "token":
      return `token ${actor.id}`;
    case "staff":
      return `${actor.role} ${actor.id}`;
    default:
      return actor.kind;
  }
}

/**
 * An event as it is in the log, whether or not this code knows its type: `2026-12-12T15:00:00.000Z  booking-42@1  BookingRequested  by
 * visitor  {…}`; UTC instants.
 */
export function printEvent(event: RawEvent): string {
  const name = `${event.stream}@${event.version}`;
  return [
    event.occurredAt.toISOString(),
    name.padEnd(16),
    event.type.padEnd(20),
    `by ${actorOf(event.meta)}`.padEnd(14),
    JSON.stringify(event.data),
    `(${formatPosition(event.at)})`,
  ].join("  ");
}
