/** Owns finding bookings for staff: by any word of name, email, room or number, by status, in an order, a page at a time. */
import type { Person } from "../../core/personal-data.ts";
import type { Sql } from "../../core/platform/database.ts";
import type { RoomDirectory } from "../../core/venue/rooms.ts";
import type { BookingRow } from "./bookings.ts";
import { bookingsAside, hoursOfBookings } from "./set-aside-hours.ts";

const BOOKING_SORTS = ["createdAt", "startTime", "totalAmount"] as const;
type BookingSort = (typeof BOOKING_SORTS)[number];

export interface BookingFilter {
  /** Each word must be part of the name, the email, the phone or the room's name, or be the booking's number. */
  search: string;
  status: BookingRow["status"] | null;
  paymentStatus: BookingRow["payment_status"] | null;
  /** The visit begins within these instants, the last left out; null: whenever. */
  begins: { from: Date | null; to: Date | null };
}

export interface BookingOrder {
  sort: BookingSort;
  order: "asc" | "desc";
}

/** A booking with its person, whose fields are null once erased. */
export interface ListedBooking {
  booking: BookingRow;
  person: Person;
  /** Staff's words on why it is cancelled. */
  reason: string | null;
  /** The customer's own words for the kind of event, where it is none of the six. */
  eventWords: string | null;
  /** It is set aside: what stands here is how it was before an event that this code cannot read. */
  unreadable: boolean;
}

/** More words find nothing more. */
const MAX_WORDS = 6;

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** `#42` is number 42, as the dashboard writes it. */
function numberIn(word: string): number | null {
  const digits = /^#?(\d{1,15})$/.exec(word)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Fewer digits are nobody's phone. */
const LEAST_OF_PHONE = 3;

/** The digits of a word that may be part of a phone, `(212)` or `555-0177`, as the table has them (`search_text`). */
function phoneLike(word: string): string | null {
  const typed = word.replace(/[()+./-]/g, "");
  if (!/^\d+$/.test(typed) || typed.length < LEAST_OF_PHONE) return null;
  // With the country's code where the number was left without it.
  const digits = /^1\d{10}$/.test(typed) ? typed.slice(1) : typed;
  // Whoever types a plain number of three digits means a booking.
  if (digits === word && digits.length === LEAST_OF_PHONE) return null;
  return `%${digits.replace(/\d/g, (digit) => CIRCLED[Number(digit)] ?? "")}%`;
}
const CIRCLED = [..."⓪①②③④⑤⑥⑦⑧⑨"];

/** One word, part of the name, email or phone, as `search_text` has them. */
export const personFoundBy = (sql: Sql, word: string, text = sql`b.search_text`) => sql`
  (${text} like ${`%${escapeLike(word)}%`} or ${text} like ${phoneLike(word)})`;

/** One word: part of the name, email or phone, of the name of a room (the seven are in memory), or the number. */
function foundBy(sql: Sql, rooms: RoomDirectory, word: string) {
  const roomIds = rooms
    .all()
    .filter(({ name }) => name.toLowerCase().includes(word))
    .map(({ id }) => id);
  return sql`and (${personFoundBy(sql, word)}
    or b.room_id = any(${roomIds}::int[]) or b.booking_id = ${numberIn(word)}::bigint)`;
}

/** What is looked for, word by word. */
export const wordsOf = ({ search }: Pick<BookingFilter, "search">): string[] =>
  [...new Set(search.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, MAX_WORDS);

function conditions(sql: Sql, rooms: RoomDirectory, filter: BookingFilter) {
  const found = wordsOf(filter).map((word) => foundBy(sql, rooms, word));
  return sql`
    true
    ${filter.status === null ? sql`` : sql`and b.status = ${filter.status}`}
    ${filter.paymentStatus === null ? sql`` : sql`and b.payment_status = ${filter.paymentStatus}`}
    ${filter.begins.from === null ? sql`` : sql`and b.starts_at >= ${filter.begins.from}`}
    ${filter.begins.to === null ? sql`` : sql`and b.starts_at < ${filter.begins.to}`}
    ${found.length === 0 ? sql`` : found}`;
}

const COLUMNS = { createdAt: "created_at", startTime: "starts_at", totalAmount: "total_cents" } as const;

/** What is answered of each booking of `b`. */
export const listed = (sql: Sql) => sql`
  to_jsonb(b) as booking, json_build_object('firstName', p.first_name, 'lastName', p.last_name,
    'email', p.email, 'phone', p.phone, 'freeText', p.free_text) as person, r.free_text as reason, k.free_text as "eventWords",
  b.booking_id = any (${bookingsAside(sql, "bookings")}) as unreadable`;

const direction = (sql: Sql, { order }: BookingOrder) => (order === "asc" ? sql`asc` : sql`desc`);

/** One page of the bookings that the filter lets through, and how many those are. */
export async function findBookings(
  sql: Sql,
  rooms: RoomDirectory,
  filter: BookingFilter,
  page: BookingOrder & { limit: number; offset: number },
): Promise<{ total: number; bookings: ListedBooking[] }> {
  const column = sql(COLUMNS[page.sort]);
  // Ties are broken by the number, so that no booking stands on two pages.
  const order = (table: "f" | "b") =>
    sql`${sql(table)}.${column} ${direction(sql, page)}, ${sql(table)}.booking_id ${direction(sql, page)}`;
  // A search reads all there is, so once must do; without one the page is the beginning of an index, counting apart.
  const reading = wordsOf(filter).length > 0 ? sql`materialized` : sql`not materialized`;
  const [found] = await sql<{ total: number; bookings: ListedBooking[] }[]>`
    with found as ${reading} (
      select b.booking_id, b.${column} from bookings b where ${conditions(sql, rooms, filter)}
    )
    select (select count(*) from found) as total, (
      select coalesce(json_agg(row_to_json(shown)), '[]') from (
        select ${listed(sql)}
        from (select * from found f order by ${order("f")} limit ${page.limit} offset ${page.offset}) f
        join bookings b using (booking_id)
        left join personal_data p on p.id = b.person_id
        left join personal_data r on r.id = b.reason_id
        left join personal_data k on k.id = b.event_type_id
        order by ${order("b")}
      ) shown
    ) as bookings`;
  return found ?? { total: 0, bookings: [] };
}

/** How many bookings the filter lets through. */
export async function countBookings(sql: Sql, rooms: RoomDirectory, filter: BookingFilter): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from bookings b where ${conditions(sql, rooms, filter)}`;
  return row?.count ?? 0;
}

/** `noted`: staff's notes stand on it, as the log itself has them; those whose words are erased do not. */
export type StandingBooking = ListedBooking & { noted: boolean };

interface RoomDays {
  roomIds: readonly number[];
  from: Date;
  to: Date;
}

/** The bookings of these rooms that stand and overlap [from, to), by start; but for those that `hoursAside` has. */
export const bookingsWithin = (sql: Sql, { roomIds, from, to }: RoomDays): Promise<StandingBooking[]> => sql<
  StandingBooking[]
>`
  select ${listed(sql)}, exists (
    select from events e join personal_data n on n.id = (e.data ->> 'noteId')::uuid
    where e.stream = 'booking-' || b.booking_id and e.type = 'NoteTaken' and n.free_text is not null
  ) as noted
  from availability a
  join bookings b using (booking_id)
  left join personal_data p on p.id = b.person_id
  left join personal_data r on r.id = b.reason_id
  left join personal_data k on k.id = b.event_type_id
  where a.status <> 'cancelled' and a.room_id = any(${[...roomIds]}::int[])
    and a.starts_at < ${to} and a.starts_at > ${from}::timestamptz - interval '1 day' and a.ends_at > ${from}
    and a.booking_id <> all (${bookingsAside(sql, "availability", "bookings")})
  order by a.starts_at, a.booking_id`;

/** A stretch of hours of a booking that cannot be read, as the guard has it, UTC instants. */
export interface HoursAside {
  bookingId: number;
  roomId: number;
  startsAt: Date;
  endsAt: Date;
  /** As they were before it could not be read any more; null where they were not known then, or are erased. */
  firstName: string | null;
  lastName: string | null;
}

/** Those of these rooms that overlap [from, to), by start. */
export const hoursAside = (sql: Sql, { roomIds, from, to }: RoomDays): Promise<HoursAside[]> => sql<
  HoursAside[]
>`
  select h.booking_id as "bookingId", h.room_id as "roomId", h.starts_at as "startsAt", h.ends_at as "endsAt",
    p.first_name as "firstName", p.last_name as "lastName"
  from (${hoursOfBookings(sql, bookingsAside(sql, "availability", "bookings"), from, to)}) h
  left join bookings b using (booking_id)
  left join personal_data p on p.id = b.person_id
  where h.room_id = any(${[...roomIds]}::int[])
  order by h.starts_at, h.booking_id`;

/** One booking, as the view has it; null where it has none. */
export async function readListed(sql: Sql, id: number): Promise<ListedBooking | null> {
  const [found] = await sql<ListedBooking[]>`
    select ${listed(sql)} from bookings b
    left join personal_data p on p.id = b.person_id
    left join personal_data r on r.id = b.reason_id
    left join personal_data k on k.id = b.event_type_id
    where b.booking_id = ${id}`;
  return found ?? null;
}

const CHUNK = 1_000;

/**
 * All bookings that the filter lets through, a thousand at a time: a reader that takes its time holds no connection, and
 * a booking made meanwhile does not shift the rest.
 */
export async function* everyBooking(
  sql: Sql,
  rooms: RoomDirectory,
  filter: BookingFilter,
  order: BookingOrder,
): AsyncGenerator<ListedBooking[]> {
  const column = COLUMNS[order.sort];
  const beyond = order.order === "asc" ? sql`>` : sql`<`;
  for (let last: BookingRow | undefined; ; ) {
    const found: ListedBooking[] = await sql<ListedBooking[]>`
      select ${listed(sql)}
      from (
        select * from bookings b where ${conditions(sql, rooms, filter)}
          ${last ? sql`and (b.${sql(column)}, b.booking_id) ${beyond} (${last[column]}, ${last.booking_id})` : sql``}
        order by b.${sql(column)} ${direction(sql, order)}, b.booking_id ${direction(sql, order)} limit ${CHUNK}
      ) b
      left join personal_data p on p.id = b.person_id
      left join personal_data r on r.id = b.reason_id
      left join personal_data k on k.id = b.event_type_id
      order by b.${sql(column)} ${direction(sql, order)}, b.booking_id ${direction(sql, order)}`;
    yield [...found];
    if (found.length < CHUNK) return;
    last = found.at(-1)?.booking;
  }
}
