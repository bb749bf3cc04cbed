/** Owns the way of a contact message into the log. */
import { randomUUID } from "node:crypto";
import type { Core, Outcome } from "../context.ts";
import { schemaVersionOf } from "../event-catalogue.ts";
import { append, type EventMeta } from "../log/append.ts";
import { refuse } from "../rejection.ts";
import { decideInquiry } from "./inquiry.ts";

export interface Inquiry {
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  /** A room's slug. */
  interestedRoom: string | null;
  message: string;
}

/** Takes a contact message; answers its id. */
export async function receiveInquiry(
  core: Core,
  inquiry: Inquiry,
  meta: EventMeta,
): Promise<Outcome<{ id: number }>> {
  const personId = randomUUID();
  const { message, interestedRoom, ...person } = inquiry;
  const result = await append(core.sql, {
    stream: { category: "inquiry" },
    expectedVersion: 0,
    commandId: `inquiry:${randomUUID()}`,
    events: decideInquiry({ personId, interestedRoom }).map((event) => ({
      ...event,
      schemaVersion: schemaVersionOf(event.type),
    })),
    meta,
    occurredAt: core.clock.now(),
    person: { id: personId, ...person, freeText: message },
  });
  if (!result.ok) return refuse("ConcurrentChange");
  core.afterAppend(result.position);
  return { ok: true, value: { id: result.streamId }, position: result.position };
}
