/** Finds guests for staff: people whose mailbox has a booking or an account. Integer cents, UTC instants. */
import type { Actor } from "../../core/log/append-request.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import { type ListedBooking, listedColumns, personFoundBy, searchWords } from "./booking-list.ts";
import { namesOf } from "./staff.ts";

export interface FoundGuest {
  /** The latest row of personal data of this guest. */
  id: string;
  firstName: string | null;
  lastName: string | null;
  email: string;
  phone: string | null;
  visits: number;
  lastVisit: Date | null;
  noShows: number;
}

export interface Note {
  id: string;
  text: string;
  at: Date;
  by: string;
}

export interface GuestRecord extends FoundGuest {
  hasAccount: boolean;
  upcoming: number;
  cancellations: number;
  receivedCents: number;
  refundedCents: number;
  dueCents: number;
  bookings: ListedBooking[];
  notes: Note[];
}

const MOST_GUESTS = 20;
/** Guests are told apart in at most so many of the latest bookings that match. */
const MOST_BOOKINGS_READ = 200;
const MOST_BOOKINGS_SHOWN = 100;

/** The visit has begun and the guest came. */
const visited = (sql: Sql, now: Date) =>
  sql`b.status <> 'cancelled' and b.visit is distinct from 'no-show' and b.starts_at <= ${now}`;

/** What is counted of a guest's bookings `b`. */
const visits = (sql: Sql, now: Date) => sql`
  count(*) filter (where ${visited(sql, now)}) as visits,
  max(b.starts_at) filter (where ${visited(sql, now)}) as "lastVisit",
  count(*) filter (where b.visit = 'no-show') as "noShows"`;

/** The guest of mailbox `m.mailbox`: the person of their latest booking, otherwise of the latest row of personal data. */
const whoIs = (sql: Sql) => sql`
  select p.id, p.first_name as "firstName", p.last_name as "lastName", p.email, p.phone
  from personal_data p left join bookings b on b.person_id = p.id
  where mailbox_of(p.email) = m.mailbox and coalesce(p.first_name, p.last_name) is not null
  order by b.created_at desc nulls last, b.booking_id desc nulls last, (p.phone is null), p.recorded_at desc, p.id
  limit 1`;

/** Guests whose name, email or phone contains each word, the latest booking first. At most twenty. */
export function findGuests(sql: Sql, search: string, now: Date): Promise<FoundGuest[]> {
  const words = searchWords({ search });
  const booked = words.map((word) => sql`and ${personFoundBy(sql, word)}`);
  const registered = words.map((word) => sql`and ${personFoundBy(sql, word, sql`search_text(p)`)}`);
  return sql<FoundGuest[]>`
    with found as materialized (
      select b.booking_id, b.created_at from bookings b where true ${booked.length === 0 ? sql`` : booked}
      order by b.created_at desc, b.booking_id desc limit ${MOST_BOOKINGS_READ}
    ),
    mailboxes as (
      select mailbox_of(p.email) as mailbox, f.created_at
      from found f join bookings b using (booking_id) join personal_data p on p.id = b.person_id
      union all
      select mailbox_of(p.email), null
      from customer_credentials c join personal_data p on lower(p.email) = lower(c.email)
      where true ${registered.length === 0 ? sql`` : registered}
    ),
    chosen as (
      select mailbox, max(created_at) as latest from mailboxes where mailbox is not null
      group by mailbox order by latest desc nulls last, mailbox limit ${MOST_GUESTS}
    )
    select who.*, had.*
    from chosen m
    cross join lateral (${whoIs(sql)}) who
    cross join lateral (
      select ${visits(sql, now)}
      from personal_data p join bookings b on b.person_id = p.id
      where mailbox_of(p.email) = m.mailbox
    ) had
    order by m.latest desc nulls last, m.mailbox`;
}

/** The bookings of this guest, the one of the row `id` last, and the rows of the notes on them. Null if there is no such guest. */
export async function partsOfGuest(
  sql: Sql,
  id: string,
): Promise<{ hasAccount: boolean; bookingIds: number[]; noteIds: string[] } | null> {
  const [guest] = await sql<{ hasAccount: boolean; bookingIds: number[] | null; mailbox: string }[]>`
    select m.mailbox,
      exists (select from customer_credentials c where mailbox_of(c.email) = m.mailbox) as "hasAccount",
      (select array_agg(b.booking_id order by (b.person_id = ${id}), b.booking_id)
        from personal_data p join bookings b on b.person_id = p.id
        where mailbox_of(p.email) = m.mailbox) as "bookingIds"
    from (select mailbox_of(email) as mailbox from personal_data where id = ${id} and email is not null) m`;
  if (!guest) return null;
  const notes = await notesOn(sql, guest.mailbox);
  return {
    hasAccount: guest.hasAccount,
    bookingIds: guest.bookingIds ?? [],
    noteIds: notes.map((note) => note.id),
  };
}

/** The email in this row of personal data; null if there is none or it is erased. */
export async function emailOfGuest(sql: Sql, id: string): Promise<string | null> {
  const [row] = await sql<{ email: string | null }[]>`select email from personal_data where id = ${id}`;
  return row?.email ?? null;
}

/** What staff see of the guest whose row of personal data this is; null if there is no such guest. */
export async function readGuest(sql: Sql, id: string, now: Date): Promise<GuestRecord | null> {
  const [found] = await sql<(Omit<GuestRecord, "bookings" | "notes"> & { mailbox: string })[]>`
    select m.mailbox, who.*, had.*,
      exists (select from customer_credentials c where mailbox_of(c.email) = m.mailbox) as "hasAccount"
    from (select mailbox_of(email) as mailbox from personal_data where id = ${id} and email is not null) m
    cross join lateral (${whoIs(sql)}) who
    cross join lateral (
      select ${visits(sql, now)},
        count(*) filter (where b.status <> 'cancelled' and b.starts_at > ${now}) as upcoming,
        count(*) filter (where b.status = 'cancelled' and not b.expired) as cancellations,
        coalesce(sum(b.received_cents), 0) as "receivedCents",
        coalesce(sum(b.gone_cents + b.refund_under_way_cents), 0) as "refundedCents",
        coalesce(sum(b.due_cents), 0) as "dueCents"
      from personal_data p join bookings b on b.person_id = p.id
      where mailbox_of(p.email) = m.mailbox
    ) had`;
  if (!found) return null;
  const { mailbox, ...guest } = found;
  const [bookings, notes] = await Promise.all([bookingsOf(sql, mailbox), notesOn(sql, mailbox)]);
  return { ...guest, bookings, notes };
}

const bookingsOf = (sql: Sql, mailbox: string): Promise<ListedBooking[]> => sql<ListedBooking[]>`
  select ${listedColumns(sql)}
  from personal_data p join bookings b on b.person_id = p.id
  left join personal_data r on r.id = b.reason_id
  left join personal_data k on k.id = b.event_type_id
  where mailbox_of(p.email) = ${mailbox}
  order by b.starts_at desc, b.booking_id desc limit ${MOST_BOOKINGS_SHOWN}`;

/** Read from the log: a note's row of personal data leads to its event, and erasing it removes the note. */
const notesOn = (sql: Sql, mailbox: string): Promise<Note[]> =>
  notesFound(
    sql,
    sql`e.command_id = 'guest-note:' || p.id and e.command_seq = 0 and mailbox_of(p.email) = ${mailbox}
      order by e.occurred_at desc, p.id`,
  );

/** Notes on a booking, the newest first, without those whose text has been erased. Read from the log. */
export const notesOnBooking = (sql: Sql, id: number): Promise<Note[]> =>
  notesFound(
    sql,
    sql`e.stream = ${`booking-${id}`} and e.type = 'NoteTaken' and p.id = (e.data ->> 'noteId')::uuid
      order by e.version desc`,
  );

/** Notes with their authors: the events `e` that recorded them and their texts `p`, as far as these are not erased. */
async function notesFound(sql: Sql, condition: ReturnType<typeof visited>): Promise<Note[]> {
  const notes = await sql<(Omit<Note, "by"> & { actor: Actor })[]>`
    select p.id, p.free_text as text, e.occurred_at as at, e.meta -> 'actor' as actor
    from events e, personal_data p
    where p.free_text is not null and ${condition}`;
  const nameOf = await namesOf(
    sql,
    notes.map(({ actor }) => actor),
  );
  return notes.map(({ actor, ...note }) => ({ ...note, by: nameOf(actor) }));
}
