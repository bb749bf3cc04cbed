/** What is known of a visitor before the waitlist's form opens, so that nothing is typed or chosen twice. */
import type { Room } from "../../../../bff/contract/room.ts";
import { knownEventType } from "../../../../core/booking/rules/event-types.ts";
import { personName } from "../../../../core/person/person-name.ts";
import { readDraft } from "../../session/booking-draft.ts";
import { readPersonFields } from "../../session/signed-in-customer.ts";
import type { AskedWish } from "../../ui/waitlist/asked-wish.ts";
import type { Joining } from "./join-request.ts";

/** The signed-in customer; null without one, or if the account lacks what an entry needs. */
export function signedInPerson(): Joining | null {
  const { firstName, lastName, email } = readPersonFields(localStorage);
  return firstName && email ? { firstName, lastName: lastName || null, email } : null;
}

/** What was typed for a booking of the wanted room, and what the visitor searched with. */
export function knownBefore(asked: AskedWish, rooms: readonly Room[]) {
  const room = rooms.find(({ id }) => id === asked.roomIds[0]);
  const typed = room === undefined ? null : readDraft(room.slug).fields;
  const searched = new URLSearchParams(window.location.search);
  const people = Number(typed?.attendees || searched.get("people"));
  const wish: AskedWish = {
    ...asked,
    people: asked.people ?? (Number.isSafeInteger(people) && people > 0 ? people : null),
    eventType:
      asked.eventType ?? knownEventType(typed?.eventType || (searched.get("for") ?? "")) ?? undefined,
    engineer: asked.engineer ?? typed?.engineerRequired,
  };
  return { wish, person: { name: personName(typed), email: typed?.email ?? "" } };
}
