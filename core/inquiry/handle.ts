/** Owns the way of a contact message into the log. */
import { randomUUID } from "node:crypto";
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { transact } from "../log/transact.ts";
import { storePerson } from "../personal-data.ts";
import { decideInquiry, inquiryStream } from "./inquiry.ts";

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
  return transact(core, inquiryStream, null, {
    commandId: `inquiry:${randomUUID()}`,
    meta,
    decide: () => decideInquiry({ personId, interestedRoom }),
    guard: () => [storePerson({ id: personId, ...person, freeText: message })],
  });
}
