/** Owns reading the personal data that events refer to by id; writing goes with the append, erasing is an operator's command. */
import type { Sql } from "./platform/database.ts";

export interface Person {
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  freeText: string | null;
}

/** Null when there is no such row; all fields are null once erased. */
export async function readPerson(sql: Sql, id: string): Promise<Person | null> {
  const [person] = await sql<Person[]>`
    select first_name as "firstName", last_name as "lastName", email, phone, free_text as "freeText"
    from personal_data where id = ${id}`;
  return person ?? null;
}
