/** Finds bookings for staff by words of name, email, phone, room or number and by status, in a chosen order, page by page. */
import type { Person } from "../../core/person/personal-data.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import type { RoomDirectory } from "../../core/venue/rooms/rooms.ts";
import type { BookingRow } from "./bookings.ts";
import { phoneDigits, wordsOf } from "./search-words.ts";
import { claimedHoursOfBookings, setAsideBookingIds } from "./set-aside-hours.ts";

const BOOKING_SORTS = ["createdAt", "startTime", "totalAmount"] as const;
type BookingSort = (typeof BOOKING_SORTS)[number];

export interface BookingFilter {
  /** Each word must be part of the name, the email, the phone or the room's name, or be the booking's number. */
  search: string;
  status: BookingRow["status"] | null;
  paymentStatus: BookingRow["payment_status"] | null;
  /** Only bookings on this billing account. */
  accountId: number | null;
  /** The visit begins between these instants, the last one excluded; null for no limit. */
  begins: { from: Date | null; to: Date | null };
}

export interface BookingOrder {
  sort: BookingSort;
  order: "asc" | "desc";
}

/** A booking with its person, whose fields are null once erased. */
export interface ListedBooking {
  booking: BookingRow;
  /** How many dates its series has; null for a booking by itself. */
  seriesSize: number | null;
  /** The name of its billing account; null for a booking that is paid otherwise, and once erased. */
  accountName: string | null;
  person: Person;
  /** The reason for the cancellation, as staff wrote it. */
  reason: string | null;
  /** The customer's own text for the event type, if it is none of the six. */
  eventWords: string | null;
  /** The booking is set aside: its fields show it before an event that this code cannot read. */
  unreadable: boolean;
}

/** Further words are ignored. */
const MAX_WORDS = 6;

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** `#42` is number 42, as the dashboard writes it. */
function numberIn(word: string): number | null {
  const digits = /^#?(\d{1,15})$/.exec(word)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** The digits of a word that may be part of a phone, in the form of the table (`search_text`). */
function phoneLike(word: string): string | null {
  const digits = phoneDigits(word);
  // A plain number of three digits means a booking.
  if (digits === null || (digits === word && digits.length <= 3)) return null;
  return `%${digits.replace(/\d/g, (digit) => CIRCLED[Number(digit)] ?? "")}%`;
}
const CIRCLED = [..."⓪①②③④⑤⑥⑦⑧⑨"];

/** One word as part of the name, email or phone in `search_text`. */
export const personFoundBy = (sql: Sql, word: string, text = sql`b.search_text`) => sql`
  (${text} like ${`%${escapeLike(word)}%`} or ${text} like ${phoneLike(word)})`;

/** One word as part of the name, email or phone, as part of a room's name (rooms are in memory), or as the number. */
function foundBy(sql: Sql, rooms: RoomDirectory, word: string) {
  const roomIds = rooms
    .all()
    .filter(({ name }) => name.toLowerCase().includes(word))
    .map(({ id }) => id);
  return sql`and (${personFoundBy(sql, word)}
    or b.room_id = any(${roomIds}::int[]) or b.booking_id = ${numberIn(word)}::bigint)`;
}

/** The words of the search, without duplicates; the parts of a phone are one word. */
export const searchWords = ({ search }: Pick<BookingFilter, "search">): string[] =>
  [...new Set(wordsOf(search.toLowerCase()))].slice(0, MAX_WORDS);

function conditions(sql: Sql, rooms: RoomDirectory, filter: BookingFilter) {
  const found = searchWords(filter).map((word) => foundBy(sql, rooms, word));
  return sql`
    true
    ${filter.status === null ? sql`` : sql`and b.status = ${filter.status}`}
    ${filter.paymentStatus === null ? sql`` : sql`and b.payment_status = ${filter.paymentStatus}`}
    ${filter.accountId === null ? sql`` : sql`and b.account_id = ${filter.accountId}`}
    ${filter.begins.from === null ? sql`` : sql`and b.starts_at >= ${filter.begins.from}`}
    ${filter.begins.to === null ? sql`` : sql`and b.starts_at < ${filter.begins.to}`}
    ${found.length === 0 ? sql`` : found}`;
}

const COLUMNS = { createdAt: "created_at", startTime: "starts_at", totalAmount: "total_cents" } as const;

/** The columns of a listed booking `b`. */
export const listedColumns = (sql: Sql) => sql`
  to_jsonb(b) as booking, (select s.dates from series s where s.series_id = b.series_id) as "seriesSize",
  (select h.first_name from billing_accounts a join personal_data h on h.id = a.person_id where a.account_id = b.account_id) as "accountName",
  json_build_object('firstName', p.first_name, 'lastName', p.last_name,
    'email', p.email, 'phone', p.phone, 'freeText', p.free_text) as person, r.free_text as reason, k.free_text as "eventWords",
  b.booking_id = any (${setAsideBookingIds(sql, "bookings")}) as unreadable`;

/** The rows of personal data that `listed` reads. */
const withTexts = (sql: Sql) => sql`
  left join personal_data p on p.id = b.person_id
  left join personal_data r on r.id = b.reason_id
  left join personal_data k on k.id = b.event_type_id`;

const direction = (sql: Sql, { order }: BookingOrder) => (order === "asc" ? sql`asc` : sql`desc`);

/** One page of the bookings that match the filter, and how many match. */
export async function findBookings(
  sql: Sql,
  rooms: RoomDirectory,
  filter: BookingFilter,
  page: BookingOrder & { limit: number; offset: number },
): Promise<{ total: number; bookings: ListedBooking[] }> {
  const column = sql(COLUMNS[page.sort]);
  // Equal values are ordered by number, so that no booking is on two pages.
  const order = (table: "f" | "b") =>
    sql`${sql(table)}.${column} ${direction(sql, page)}, ${sql(table)}.booking_id ${direction(sql, page)}`;
  // A search reads all bookings, so it counts in the same statement; otherwise the page is the beginning of an index, counted apart.
  const reading = searchWords(filter).length > 0 ? sql`materialized` : sql`not materialized`;
  const [found] = await sql<{ total: number; bookings: ListedBooking[] }[]>`
    with found as ${reading} (
      select b.booking_id, b.${column} from bookings b where ${conditions(sql, rooms, filter)}
    )
    select (select count(*) from found) as total, (
      select coalesce(json_agg(row_to_json(shown)), '[]') from (
        select ${listedColumns(sql)}
        from (select * from found f order by ${order("f")} limit ${page.limit} offset ${page.offset}) f
        join bookings b using (booking_id)
        ${withTexts(sql)}
        order by ${order("b")}
      ) shown
    ) as bookings`;
  return found ?? { total: 0, bookings: [] };
}

/** How many bookings match the filter. */
export async function countBookings(sql: Sql, rooms: RoomDirectory, filter: BookingFilter): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from bookings b where ${conditions(sql, rooms, filter)}`;
  return row?.count ?? 0;
}

/** `noted`: the booking or its guest has notes by staff, read from the log; erased notes do not count. */
export type ActiveBooking = ListedBooking & { noted: boolean };

interface RoomDays {
  roomIds: readonly number[];
  from: Date;
  to: Date;
}

/** The bookings of these rooms that are not cancelled and overlap [from, to), ordered by start, except those in `setAsideHours`. */
export const bookingsWithin = (sql: Sql, { roomIds, from, to }: RoomDays): Promise<ActiveBooking[]> => sql<
  ActiveBooking[]
>`
  select ${listedColumns(sql)}, exists (
    select from events e join personal_data n on n.id = (e.data ->> 'noteId')::uuid
    where e.stream = 'booking-' || b.booking_id and e.type = 'NoteTaken' and n.free_text is not null
  ) or exists (
    select from personal_data n join events e on e.command_id = 'guest-note:' || n.id and e.command_seq = 0
    where mailbox_of(n.email) = mailbox_of(p.email) and n.free_text is not null
  ) as noted
  from availability a
  join bookings b using (booking_id)
  ${withTexts(sql)}
  where a.status <> 'cancelled' and a.room_id = any(${[...roomIds]}::int[])
    and a.starts_at < ${to} and a.starts_at > ${from}::timestamptz - interval '1 day' and a.ends_at > ${from}
    and a.booking_id <> all (${setAsideBookingIds(sql, "availability", "bookings")})
  order by a.starts_at, a.booking_id`;

/** Consecutive hours of a booking that cannot be read, from its hour claims; UTC instants. */
export interface SetAsideHours {
  bookingId: number;
  roomId: number;
  startsAt: Date;
  endsAt: Date;
  /** The person's names from before the booking became unreadable; null if they were not known then or are erased. */
  firstName: string | null;
  lastName: string | null;
}

/** The stretches in these rooms that overlap [from, to), ordered by start. */
export const setAsideHours = (sql: Sql, { roomIds, from, to }: RoomDays): Promise<SetAsideHours[]> => sql<
  SetAsideHours[]
>`
  select h.booking_id as "bookingId", h.room_id as "roomId", h.starts_at as "startsAt", h.ends_at as "endsAt",
    p.first_name as "firstName", p.last_name as "lastName"
  from (${claimedHoursOfBookings(sql, setAsideBookingIds(sql, "availability", "bookings"), from, to)}) h
  left join bookings b using (booking_id)
  left join personal_data p on p.id = b.person_id
  where h.room_id = any(${[...roomIds]}::int[])
  order by h.starts_at, h.booking_id`;

/** One booking from the projection; null if it is not there. */
export async function readListed(sql: Sql, id: number): Promise<ListedBooking | null> {
  const [found] = await sql<ListedBooking[]>`
    select ${listedColumns(sql)} from bookings b
    ${withTexts(sql)}
    where b.booking_id = ${id}`;
  return found ?? null;
}

/** How many dates the series has; null if the table does not show it yet. */
export async function readSeriesSize(sql: Sql, seriesId: number): Promise<number | null> {
  const [found] = await sql<{ dates: number }[]>`select dates from series where series_id = ${seriesId}`;
  return found?.dates ?? null;
}

const CHUNK = 1_000;

/**
 * All bookings that match the filter, a thousand at a time: a slow reader occupies no connection, and a booking made meanwhile does not
 * shift the others.
 */
export async function* streamBookings(
  sql: Sql,
  rooms: RoomDirectory,
  filter: BookingFilter,
  order: BookingOrder,
): AsyncGenerator<ListedBooking[]> {
  const column = COLUMNS[order.sort];
  const beyond = order.order === "asc" ? sql`>` : sql`<`;
  for (let last: BookingRow | undefined; ; ) {
    const found: ListedBooking[] = await sql<ListedBooking[]>`
      select ${listedColumns(sql)}
      from (
        select * from bookings b where ${conditions(sql, rooms, filter)}
          ${last ? sql`and (b.${sql(column)}, b.booking_id) ${beyond} (${last[column]}, ${last.booking_id})` : sql``}
        order by b.${sql(column)} ${direction(sql, order)}, b.booking_id ${direction(sql, order)} limit ${CHUNK}
      ) b
      ${withTexts(sql)}
      order by b.${sql(column)} ${direction(sql, order)}, b.booking_id ${direction(sql, order)}`;
    yield [...found];
    if (found.length < CHUNK) return;
    last = found.at(-1)?.booking;
  }
}
