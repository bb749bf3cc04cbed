/** Owns finding bookings for staff: by any word of name, email, room or number, by status, in an order, a page at a time. */
import type { Person } from "../core/personal-data.ts";
import type { Sql } from "../core/platform/database.ts";
import type { RoomDirectory } from "../core/venue/rooms.ts";
import type { BookingRow } from "./bookings.ts";

export const BOOKING_SORTS = ["createdAt", "startTime", "totalAmount"] as const;
export type BookingSort = (typeof BOOKING_SORTS)[number];

export interface BookingFilter {
  /** Each word must be part of the name, the email or the room's name, or be the booking's number. */
  search: string;
  status: BookingRow["status"] | null;
  paymentStatus: BookingRow["payment_status"] | null;
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
}

/** More words find nothing more. */
const MAX_WORDS = 6;

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** `#42` is number 42, as the dashboard writes it. */
function numberIn(word: string): number | null {
  const digits = /^#?(\d{1,15})$/.exec(word)?.[1];
  return digits === undefined ? null : Number(digits);
}

/**
 * Bookings that one word finds. A union, since an `or` over the two tables could use no index: names and addresses
 * are found by their trigrams, rooms among the seven in memory, numbers by the key.
 */
function foundBy(sql: Sql, rooms: RoomDirectory, word: string) {
  const roomIds = rooms
    .all()
    .filter(({ name }) => name.toLowerCase().includes(word))
    .map(({ id }) => id);
  return sql`
    select m.booking_id from personal_data p join bookings m on m.person_id = p.id
    where p.search_text like ${`%${escapeLike(word)}%`}
    union
    select booking_id from bookings where room_id = any(${roomIds}::int[])
    union
    select ${numberIn(word)}::bigint`;
}

function conditions(sql: Sql, rooms: RoomDirectory, filter: BookingFilter) {
  const words = [...new Set(filter.search.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, MAX_WORDS);
  const found = words.map((word) => sql`and b.booking_id in (${foundBy(sql, rooms, word)})`);
  return sql`
    true
    ${filter.status === null ? sql`` : sql`and b.status = ${filter.status}`}
    ${filter.paymentStatus === null ? sql`` : sql`and b.payment_status = ${filter.paymentStatus}`}
    ${found.length === 0 ? sql`` : found}`;
}

const COLUMNS = { createdAt: "created_at", startTime: "starts_at", totalAmount: "total_cents" } as const;

/** At most `limit` of the bookings that the filter lets through: from an offset, or after one that was answered before. */
export async function findBookings(
  sql: Sql,
  rooms: RoomDirectory,
  filter: BookingFilter,
  {
    sort,
    order,
    limit,
    ...from
  }: BookingOrder & { limit: number } & ({ offset: number } | { after: BookingRow | null }),
): Promise<ListedBooking[]> {
  const column = sql(COLUMNS[sort]);
  const direction = order === "asc" ? sql`asc` : sql`desc`;
  const last = "after" in from ? from.after : null;
  const beyond = order === "asc" ? sql`>` : sql`<`;
  const rows = await sql<ListedBooking[]>`
    select to_jsonb(b) as booking, json_build_object('firstName', p.first_name, 'lastName', p.last_name,
      'email', p.email, 'phone', p.phone, 'freeText', p.free_text) as person, r.free_text as reason
    from (
      select * from bookings b where ${conditions(sql, rooms, filter)}
        ${last ? sql`and (b.${column}, b.booking_id) ${beyond} (${last[COLUMNS[sort]]}, ${last.booking_id})` : sql``}
      -- Ties are broken by the number, so that no booking stands on two pages.
      order by b.${column} ${direction}, b.booking_id ${direction}
      limit ${limit} offset ${"offset" in from ? from.offset : 0}
    ) b
    left join personal_data p on p.id = b.person_id
    left join personal_data r on r.id = b.reason_id
    order by b.${column} ${direction}, b.booking_id ${direction}`;
  return [...rows];
}

/** How many bookings the filter lets through. */
export async function countBookings(sql: Sql, rooms: RoomDirectory, filter: BookingFilter): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from bookings b where ${conditions(sql, rooms, filter)}`;
  return row?.count ?? 0;
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
  let after: BookingRow | null = null;
  for (;;) {
    const found: ListedBooking[] = await findBookings(sql, rooms, filter, { ...order, limit: CHUNK, after });
    yield found;
    if (found.length < CHUNK) return;
    after = found.at(-1)?.booking ?? null;
  }
}
