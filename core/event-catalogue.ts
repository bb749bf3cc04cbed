/** Owns the list of every event type that the log may hold. */
import { bookingEventDefinitions } from "./booking/booking-events.ts";
import { customerEventDefinitions } from "./customer/customer.ts";
import { feedbackEventDefinitions } from "./feedback/feedback.ts";
import { inquiryEventDefinitions } from "./inquiry/inquiry.ts";
import { staffEventDefinitions } from "./staff/staff.ts";

const definitions = [
  ...bookingEventDefinitions,
  ...inquiryEventDefinitions,
  ...staffEventDefinitions,
  ...customerEventDefinitions,
  ...feedbackEventDefinitions,
];

export const eventCatalogue: ReadonlyMap<string, (typeof definitions)[number]> = new Map(
  definitions.map((definition) => [definition.type, definition]),
);

/** The version in which an event of this type is written. */
export function schemaVersionOf(type: string): number {
  const definition = eventCatalogue.get(type);
  if (!definition) throw new Error(`No event type ${type}`);
  return definition.schemaVersion;
}
