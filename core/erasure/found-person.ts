/** Owns finding all that is kept of whoever has an email: their rows of personal data, and their accounts. */
import { personalReferencesIn } from "../personal-data.ts";
import type { Sql } from "../platform/database.ts";
import type { FoundPerson } from "./erasure.ts";

/** Numbers of the bookings made for any of these rows of personal data or by any of these accounts, those of the last second too. */
export type BookingsOf = (given: {
  personIds: readonly string[];
  customerIds: readonly number[];
}) => Promise<number[]>;

/** By whose word. */
export interface Whom {
  email: string;
  /** The account whose own rows alone are meant; without it, all that is kept under the email. */
  customerId?: number | undefined;
}

export interface Found extends FoundPerson {
  /** Those of the rows that have an email. */
  emails: { personId: string; email: string }[];
  bookingIds: number[];
}

/**
 * By the email in whatever case, or of one account of that email its own rows and what was booked while signed in to it; then by what hangs on it: an account's other rows and bookings, and what was said of a booking, by staff
 * who cancelled it or by an anonymous review, which has no email.
 */
export async function findPerson(
  sql: Sql,
  { email, customerId }: Whom,
  bookingsOf: BookingsOf,
): Promise<Found> {
  const isOwnOnly = customerId !== undefined;
  const [named, accounts, staff] = await Promise.all([
    // Staff's notes on a guest, which have words and no name, are under the mailbox, whatever spelling of it is erased.
    sql<{ id: string }[]>`
      select id from personal_data
      where not ${isOwnOnly} and (lower(email) = lower(${email})
        or (mailbox_of(email) = mailbox_of(${email})
          and first_name is null and last_name is null and phone is null and free_text is not null))`,
    sql<{ id: number }[]>`
      select customer_id as id from customer_credentials
      where lower(email) = lower(${email}) and (not ${isOwnOnly} or customer_id = ${customerId ?? null})`,
    sql`select 1 from staff_credentials where not ${isOwnOnly} and lower(email) = lower(${email})`,
  ]);
  const customerIds = accounts.map(({ id }) => id);
  const bookingIds = await bookingsOf({ personIds: named.map(({ id }) => id), customerIds });
  const hanging = await sql<{ data: unknown }[]>`
    select data from events
    where stream = any(${[
      ...customerIds.map((id) => `customer-${id}`),
      ...bookingIds.map((id) => `booking-${id}`),
    ]}::text[])
    union all
    select data from events
    where command_seq = 0 and command_id = any(${bookingIds.map((id) => `feedback:booking-${id}`)}::text[])`;
  const ids = [...named.map(({ id }) => id), ...hanging.flatMap(({ data }) => personalReferencesIn(data))];
  const rows = await sql<{ personId: string; email: string | null }[]>`
    select id as "personId", email from personal_data
    where id = any(${[...new Set(ids)]}::uuid[]) and erased_at is null order by id`;
  return {
    isStaff: staff.length > 0,
    personIds: rows.map(({ personId }) => personId),
    customerIds,
    bookingIds,
    emails: rows.flatMap(({ personId, email: kept }) => (kept === null ? [] : [{ personId, email: kept }])),
  };
}
