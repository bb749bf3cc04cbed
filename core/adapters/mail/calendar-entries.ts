/**
 * Keeps the table `calendar_entries`: which entry of the venue's calendar belongs to a booking, and the steps that bring
 * it up to date, by one syncer at a time.
 */
import { randomUUID } from "node:crypto";
import type { Sql } from "../../platform/database/database.ts";
import type { CalendarEntry, VenueCalendar } from "./graph-calendar.ts";

/** Longer than the calls of one sync may take together. The lease of a syncer that is known to have died ends at once. */
const LEASE_SECONDS = 180;

export type Synced = { outcome: "done" } | { outcome: "busy"; until: Date };

type Times = Pick<CalendarEntry, "startsAt" | "endsAt">;

interface Row {
  transactionId: string;
  eventId: string | null;
  startsAt: Date | null;
  endsAt: Date | null;
}

/**
 * Makes the calendar show the booking's entry, or no entry if it is not `wanted`. An entry is recorded before it is
 * requested: after a crash the same creation is repeated, and the calendar answers with the first one. Throws what the
 * calendar throws; the call may then be tried again.
 */
export async function syncCalendarEntry(
  sql: Sql,
  calendar: VenueCalendar,
  given: {
    bookingId: number;
    entry: CalendarEntry;
    wanted: boolean;
    /** The worker that syncs. Its death frees the entry. A worker syncs an entry once at a time. */
    holder?: string | null;
  },
): Promise<Synced> {
  const { bookingId, entry, wanted, holder = null } = given;
  const claim = randomUUID();
  const row = await claimEntry(sql, { bookingId, claim, wanted, holder });
  if (!row) return stateOf(sql, bookingId);
  const own = sql`booking_id = ${bookingId} and claim = ${claim}`;

  async function create(times: Times, transactionId: string): Promise<string> {
    const eventId = await calendar.create({ ...entry, ...times }, transactionId);
    await sql`update calendar_entries set event_id = ${eventId} where ${own}`;
    return eventId;
  }

  try {
    const shown = timesOf(row);
    const eventId = row.eventId ?? (shown ? await create(shown, row.transactionId) : null);
    if (!wanted) {
      if (eventId !== null) await calendar.remove(eventId);
      await sql`delete from calendar_entries where ${own}`;
      return { outcome: "done" };
    }
    if (shown && isSame(shown, entry)) return { outcome: "done" };
    const { startsAt, endsAt } = entry;
    if (eventId !== null && (await calendar.update(eventId, entry))) {
      await sql`update calendar_entries set starts_at = ${startsAt}, ends_at = ${endsAt} where ${own}`;
      return { outcome: "done" };
    }
    // The first entry, or one that replaces an entry that was removed by hand.
    const transactionId = randomUUID();
    await sql`
      update calendar_entries
      set transaction_id = ${transactionId}, event_id = null, starts_at = ${startsAt}, ends_at = ${endsAt}
      where ${own}`;
    await create(entry, transactionId);
    return { outcome: "done" };
  } finally {
    await sql`update calendar_entries set lease_until = now() where ${own}`;
  }
}

const timesOf = ({ startsAt, endsAt }: Row): Times | null =>
  startsAt && endsAt ? { startsAt, endsAt } : null;

const isSame = (a: Times, b: Times): boolean =>
  a.startsAt.getTime() === b.startsAt.getTime() && a.endsAt.getTime() === b.endsAt.getTime();

/** Null if another syncer holds the entry, or if there is no entry and none is wanted. */
async function claimEntry(
  sql: Sql,
  given: { bookingId: number; claim: string; wanted: boolean; holder: string | null },
): Promise<Row | null> {
  const { bookingId, claim, wanted, holder } = given;
  if (wanted) {
    await sql`
      insert into calendar_entries (booking_id, transaction_id, claim, lease_until)
      values (${bookingId}, ${randomUUID()}, ${claim}, now()) on conflict (booking_id) do nothing`;
  }
  const [row] = await sql<Row[]>`
    update calendar_entries
    set claim = ${claim}, holder = ${holder}, lease_until = now() + ${LEASE_SECONDS} * interval '1 second'
    where booking_id = ${bookingId} and (lease_until <= now() or holder = ${holder}
      or holder is not null and not exists (select from workers w where w.id = holder))
    returning transaction_id as "transactionId", event_id as "eventId", starts_at as "startsAt", ends_at as "endsAt"`;
  return row ?? null;
}

async function stateOf(sql: Sql, bookingId: number): Promise<Synced> {
  const [row] = await sql<{ until: Date }[]>`
    select lease_until as until from calendar_entries where booking_id = ${bookingId}`;
  return row ? { outcome: "busy", until: row.until } : { outcome: "done" };
}
