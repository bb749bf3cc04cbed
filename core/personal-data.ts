/** Owns the personal data that events refer to by id: how it is stored with an append, read, and erased. */
import { randomUUID } from "node:crypto";
import type { GuardOperation } from "./log/append-request.ts";
import type { Sql } from "./platform/database.ts";

export interface Person {
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  freeText: string | null;
}

/** A person with the id by which events name them: a row apart from the log. */
export interface PersonalData extends Person {
  id: string;
}

/** What is left of somebody who was erased. */
export const NOBODY: Person = { firstName: null, lastName: null, email: null, phone: null, freeText: null };

/** A new row of words alone: why, or what somebody noted. */
export const wordsRow = (freeText: string): PersonalData => ({ id: randomUUID(), ...NOBODY, freeText });

/** Fields of events that name a row of personal data, or several. A new one belongs here: by them a person is found to be erased. */
const REFERENCES = [
  "personId",
  "reasonId",
  "referenceId",
  "eventTypeId",
  "priceReasonId",
  "answerId",
  "noteId",
  "personIds",
];

/** The rows of personal data that an event's data names. */
export function personalReferencesIn(data: unknown): string[] {
  if (typeof data !== "object" || data === null) return [];
  return Object.entries(data).flatMap(([field, ids]) =>
    REFERENCES.includes(field) ? [ids].flat().filter((id) => typeof id === "string") : [],
  );
}

/** Stores a person's row with the events that name it. */
export const storePerson = (person: PersonalData): GuardOperation & PersonalData => ({
  operation: "store_person",
  ...person,
});

/** Erases what a person's row says; the row stays, as events name it. */
export const erasePersonRow = (personId: string): GuardOperation & { personId: string } => ({
  operation: "erase_person",
  personId,
});

/** Null when there is no such row; all fields are null once erased. */
export async function readPerson(sql: Sql, id: string): Promise<Person | null> {
  const [person] = await sql<Person[]>`
    select first_name as "firstName", last_name as "lastName", email, phone, free_text as "freeText"
    from personal_data where id = ${id}`;
  return person ?? null;
}

/**
 * Erases what is older than seven years (decision 196), except accounts that are in use: those of staff, and customers' that were signed in to
 * since. Answers how many people's rows. By the database's clock.
 */
export async function erasePastRetention(sql: Sql): Promise<number> {
  const [row] = await sql<{ erased: number }[]>`select erase_personal_data_past_retention() as erased`;
  return row?.erased ?? 0;
}
