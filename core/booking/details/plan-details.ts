/** Compares the details that a holder asks for with those of the booking: what changes, in its events and in the rows of personal data. */
import { randomUUID } from "node:crypto";
import type { AppendRule } from "../../log/append-request.ts";
import { type Refused, refuse } from "../../log/rejection.ts";
import {
  changePerson,
  erasePersonRow,
  type Person,
  readPerson,
  storePerson,
  textRow,
} from "../../person/personal-data.ts";
import type { Sql } from "../../platform/database/database.ts";
import { type EventType, knownEventType } from "../rules/event-types.ts";
import type { DetailField } from "../state/booking-events.ts";
import type { Booking } from "../state/booking-state.ts";
import type { NewDetails } from "./details.ts";

/** What the holder asks for; fields that are absent stay. */
export interface AskedDetails {
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  specialRequirements?: string | null | undefined;
  /** One of the six event types, or the customer's own words. */
  eventType?: string | undefined;
  attendees?: number | null | undefined;
  engineerRequired?: boolean | undefined;
}

export interface PlannedDetails {
  details: NewDetails;
  /** The append rules that change the rows of personal data. */
  people: AppendRule[];
  /** The email that the booking has from now on; null if it stays. */
  newEmail: string | null;
}

/** `PersonErased` if the person's row is empty. The booking's event and the rows change in one append, or not at all. */
export async function planDetails(
  sql: Sql,
  booking: Booking,
  asked: AskedDetails,
): Promise<({ ok: true } & PlannedDetails) | Refused> {
  const person = await readPerson(sql, booking.personId);
  if (person?.email == null) return refuse("PersonErased");
  const changes = changedFields(person, asked);
  const newEmail = changes.email ?? null;
  const personId = newEmail === null ? undefined : randomUUID();
  const words = await plannedWords(sql, booking, asked.eventType);
  const isOther = <Value>(value: Value | undefined, now: Value): value is Value =>
    value !== undefined && value !== now;
  const people = isOther(asked.attendees, booking.attendees) ? { attendees: asked.attendees } : {};
  const engineer = isOther(asked.engineerRequired, booking.engineerRequired)
    ? { engineerRequired: asked.engineerRequired }
    : {};
  const changed: DetailField[] = [
    ...(changes.firstName !== undefined || changes.lastName !== undefined ? (["name"] as const) : []),
    ...(newEmail === null ? [] : (["email"] as const)),
    ...(changes.phone === undefined ? [] : (["phone"] as const)),
    ...("freeText" in changes ? (["specialRequirements"] as const) : []),
    ...(words ? (["eventType"] as const) : []),
    ...("attendees" in people ? (["attendees"] as const) : []),
    ...("engineerRequired" in engineer ? (["engineerRequired"] as const) : []),
  ];
  return {
    ok: true,
    details: {
      changed,
      of: booking.personId,
      ...(personId === undefined ? {} : { personId }),
      ...(words ? { eventType: words.eventType } : {}),
      ...people,
      ...engineer,
    },
    people: [
      ...(Object.keys(changes).length > 0 ? [changePerson(booking.personId, changes, personId)] : []),
      ...(words?.rules ?? []),
    ],
    newEmail,
  };
}

/** The fields of the row that differ. An email in other capital letters is the same mailbox, so it stays. */
function changedFields(person: Person, asked: AskedDetails): Partial<Person> {
  const changes: Partial<Person> = {};
  for (const field of ["firstName", "lastName", "phone"] as const) {
    if (asked[field] !== undefined && asked[field] !== person[field]) changes[field] = asked[field];
  }
  const { email, specialRequirements } = asked;
  if (email !== undefined && email.toLowerCase() !== person.email?.toLowerCase()) changes.email = email;
  if (specialRequirements !== undefined && specialRequirements !== person.freeText) {
    changes.freeText = specialRequirements;
  }
  return changes;
}

/** The change of the event type, with the rows of the customer's own words; null if it stays. */
async function plannedWords(
  sql: Sql,
  booking: Booking,
  asked: string | undefined,
): Promise<{ eventType: { type: EventType; wordsId: string | undefined }; rules: AppendRule[] } | null> {
  if (asked === undefined) return null;
  const { eventTypeId } = booking;
  const now = eventTypeId === null ? booking.eventType : (await readPerson(sql, eventTypeId))?.freeText;
  if (asked === now) return null;
  const known = knownEventType(asked);
  const own = known === null ? textRow(asked) : null;
  return {
    eventType: { type: known ?? "Other", wordsId: own?.id },
    rules: [
      ...(eventTypeId === null ? [] : [erasePersonRow(eventTypeId)]),
      ...(own ? [storePerson(own)] : []),
    ],
  };
}
