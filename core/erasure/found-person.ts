/** Finds everything that is kept about the person with an email: their rows of personal data and their accounts. */
import { accountStream } from "../booking/billing/account.ts";
import { documentStream } from "../booking/billing/invoice-documents.ts";
import { entriesOf } from "../booking/billing/pages.ts";
import { loadWaitlist } from "../booking/waitlist/load-waitlist.ts";
import { closureStream } from "../closure/closure.ts";
import type { Core } from "../context.ts";
import { feedbackCommand, firstVersionFeedbackCommand } from "../feedback/feedback.ts";
import { readRawStreamsOf } from "../log/read.ts";
import { eventsOf, isUnreadable, type RawEvent } from "../log/stream.ts";
import { personalReferencesIn } from "../person/personal-data.ts";
import type { Sql } from "../platform/database/database.ts";
import type { FoundPerson } from "./erasure.ts";

/** Numbers of the bookings made for any of these rows of personal data or by any of these accounts, including those of the last second. */
export type FindBookings = (given: {
  personIds: readonly string[];
  customerIds: readonly number[];
}) => Promise<number[]>;

/** The person to be found. */
export interface PersonToErase {
  email: string;
  /** Limits the search to this account's own rows; without it, everything under the email is found. */
  customerId?: number | undefined;
}

export interface FoundPersonData extends FoundPerson {
  /** Those rows that have an email. */
  emails: { personId: string; email: string }[];
  bookingIds: number[];
}

/**
 * Finds rows by the email in any case, or, with one account of that email, its own rows and what was booked or waited for
 * while signed in to it. Then it finds what is linked to these: an account's other rows and bookings; texts about a booking, from
 * staff who cancelled it or from an anonymous review, which has no email; staff's words about a billing account that the
 * person holds; and staff's reasons for closures that name the person.
 */
export async function findPerson(
  { sql, holderHash }: Pick<Core, "sql" | "holderHash">,
  { email, customerId }: PersonToErase,
  bookingsOf: FindBookings,
): Promise<FoundPersonData> {
  const isOwnOnly = customerId !== undefined;
  const [named, accounts, staff] = await Promise.all([
    // Staff's notes on a guest, which contain a text and no name, are kept under the mailbox, so every spelling of the email finds them.
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
  const waiting = await entriesOfCustomers(sql, customerIds);
  const hanging = await sql<{ data: unknown }[]>`
    select data from events
    where stream = any(${[
      ...customerIds.map((id) => `customer-${id}`),
      ...bookingIds.map((id) => `booking-${id}`),
    ]}::text[])`;
  const hangingIds = hanging.flatMap(({ data }) => personalReferencesIn(data));
  // The booking's own row, with the name, is among the rows that its events name.
  const commands = [
    ...bookingIds.map(firstVersionFeedbackCommand),
    ...hangingIds.map((reference) => feedbackCommand(holderHash, reference)),
  ];
  const reviews = await sql<{ data: unknown }[]>`
    select data from events where stream in
      (select stream from events where command_seq = 0 and command_id = any(${commands}::text[]))`;
  const said = reviews.flatMap(({ data }) => personalReferencesIn(data));
  const written = await wordsAboutAccountsOf(
    sql,
    named.map(({ id }) => id),
  );
  const own = [...named.map(({ id }) => id), ...waiting, ...hangingIds, ...said, ...written];
  const ids = [...own, ...(await closuresNaming(sql, own))];
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

/** Rows of entries of the waitlist that were made while signed in to these accounts. */
async function entriesOfCustomers(sql: Sql, customerIds: readonly number[]): Promise<string[]> {
  const { state } = await loadWaitlist(sql);
  return [...entriesOf(state.entries)].flatMap(([, { userId, personId }]) =>
    userId !== null && customerIds.includes(userId) ? personId : [],
  );
}

/** Rows with staff's words about billing accounts that one of these rows holds: reasons, words for lines, references of money. */
async function wordsAboutAccountsOf(sql: Sql, personIds: readonly string[]): Promise<string[]> {
  const held = await sql<{ stream: string }[]>`
    select distinct stream from events
    where stream like ${`${accountStream.category}-%`} and data ->> 'personId' = any(${[...personIds]}::text[])`;
  if (held.length === 0) return [];
  const streams = held.map(({ stream }) => stream);
  const numbers = streams.map((stream) => String(accountStream.idOf(stream)));
  const events = await sql<{ data: { personId?: string } }[]>`
    select data from events
    where stream = any(${streams})
      or (stream like ${`${documentStream.category}-%`} and data ->> 'accountId' = any(${numbers}::text[]))`;
  // A holder's own rows are found by their email: an earlier holder may be another person.
  return events.flatMap(({ data: { personId: _, ...others } }) => personalReferencesIn(others));
}

/** Rows with the reasons of closures that contain the email or the full name from these rows: no event links them to the person. */
async function closuresNaming(sql: Sql, ids: readonly string[]): Promise<string[]> {
  const said = await sql<{ id: string; text: string }[]>`
    select id, free_text as text from personal_data
    where first_name is null and last_name is null and email is null and phone is null and free_text is not null
      and exists (
        select from personal_data p, unnest(array[p.email, p.first_name || ' ' || p.last_name]) name
        where p.id = any (${[...new Set(ids)]}::uuid[]) and length(name) > 3
          and position(lower(name) in lower(personal_data.free_text)) > 0)`;
  if (said.length === 0) return [];
  const reasons = await sql.begin(async (tx) => {
    const found = new Set<string>();
    for await (const events of readRawStreamsOf(tx, closureStream.category)) {
      for (const id of reasonsOf(events)) found.add(id);
    }
    return found;
  });
  return said.map(({ id }) => id).filter((id) => reasons.has(id));
}

/** The reason rows of a stream, as far as this code can read its events. */
function reasonsOf(events: readonly RawEvent[]): string[] {
  try {
    return eventsOf(closureStream, events).flatMap(({ data }) => personalReferencesIn(data));
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return events.flatMap(({ data }) => personalReferencesIn(data));
  }
}
