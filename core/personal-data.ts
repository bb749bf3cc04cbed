/** Owns the personal data that events refer to by id: how it is stored with an append, read, and erased. */
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

/** Fields of events that name a row of personal data. */
const REFERENCES = ["personId", "reasonId"];

/** The rows of personal data that an event's data names. */
export function personalReferencesIn(data: unknown): string[] {
  if (typeof data !== "object" || data === null) return [];
  return Object.entries(data).flatMap(([field, id]) =>
    REFERENCES.includes(field) && typeof id === "string" ? [id] : [],
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

/** Erases what is older than seven years (SPEC §9); answers how many people's rows. By the database's clock. */
export async function erasePastRetention(sql: Sql): Promise<number> {
  const [row] = await sql<{ erased: number }[]>`select erase_personal_data_past_retention() as erased`;
  return row?.erased ?? 0;
}

/**
 * Erases all that is kept of the person with this email, in whatever case: names, addresses, words and the customer's
 * account with its login. Needs the owner's connection. Answers how many rows held something of theirs.
 */
export function erasePerson(ownerSql: Sql, email: string, now: Date): Promise<number> {
  return ownerSql.begin(async (tx) => {
    const erased = await tx`
      update personal_data
      set first_name = null, last_name = null, email = null, phone = null, free_text = null, erased_at = ${now}
      where lower(email) = lower(${email})`;
    const accounts = await tx<{ id: number }[]>`
      delete from customer_credentials where lower(email) = lower(${email}) returning customer_id as id`;
    for (const { id } of accounts) await tx`select guard.end_sessions(${id}, ${now}, '{"kind": "customer"}')`;
    return erased.count;
  });
}
