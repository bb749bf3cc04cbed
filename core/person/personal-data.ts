/** Stores, reads and erases the personal data that events name by id. */
import { randomUUID } from "node:crypto";
import { type AppendRule, appendRule } from "../log/append-request.ts";
import type { Sql } from "../platform/database/database.ts";

export interface Person {
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  freeText: string | null;
}

/** A person with the id by which events name them: a row outside of the log. */
export interface PersonalData extends Person {
  id: string;
}

/** What is left of a person who was erased. */
export const EMPTY_PERSON: Person = {
  firstName: null,
  lastName: null,
  email: null,
  phone: null,
  freeText: null,
};

/** A new row with only a text, such as a reason or a note. */
export const textRow = (freeText: string): PersonalData => ({ id: randomUUID(), ...EMPTY_PERSON, freeText });

/** Fields of events that name one or more rows of personal data. Add every new field here: erasure finds a person's rows by them. */
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

/** Stores a person's row in the append with the events that name it. */
export const storePerson = (person: PersonalData): AppendRule => appendRule("store_person", person);

/**
 * Changes the fields given of a person's row. With `newId` the changed person is a new row, and the old row is erased. It refuses
 * (`PERSON_STANDS`) if the person has been erased.
 */
export const changePerson = (personId: string, changes: Partial<Person>, newId?: string): AppendRule =>
  appendRule("change_person", { personId, changes, newId });

/** The append rule that refuses if the person's row is empty, and locks the row until the append is committed; the refusal's name too. */
export const PERSON_STANDS = "person_stands";

/** Erases the content of a person's row; the row stays, because events name it. */
export const erasePersonRow = (personId: string): AppendRule => appendRule("erase_person", { personId });

/** Null if there is no such row; once it is erased, all fields are null. */
export async function readPerson(sql: Sql, id: string): Promise<Person | null> {
  const [person] = await sql<Person[]>`
    select first_name as "firstName", last_name as "lastName", email, phone, free_text as "freeText"
    from personal_data where id = ${id}`;
  return person ?? null;
}

/** The rows with these ids, by id; once a row is erased, all its fields are null. */
export async function readPersons(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, Person>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<PersonalData[]>`
    select id, first_name as "firstName", last_name as "lastName", email, phone, free_text as "freeText"
    from personal_data where id = any(${[...new Set(ids)]}::uuid[])`;
  return new Map(rows.map(({ id, ...person }) => [id, person]));
}

/** The emails of rows in lower case, by row; none for rows without one. */
export async function readEmails(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ id: string; email: string }[]>`
    select id, lower(email) as email from personal_data where id = any(${ids}::uuid[]) and email is not null`;
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/** The rows with an email of this mailbox, however it is spelled. */
export async function rowsOfMailbox(sql: Sql, email: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from personal_data where email is not null and mailbox_of(email) = mailbox_of(${email})`;
  return rows.map(({ id }) => id);
}

/**
 * Erases what is older than seven years (decision 196), except accounts that are in use: those of staff, and those of
 * customers who have signed in since. Returns the number of rows. Uses the database's clock.
 */
export async function erasePastRetention(sql: Sql): Promise<number> {
  const [row] = await sql<{ erased: number }[]>`select erase_personal_data_past_retention() as erased`;
  return row?.erased ?? 0;
}
