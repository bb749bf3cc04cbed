/**
 * Checks the state after any fault: nothing answered is lost, nothing is there twice, each mail was sent once, and no job is left behind.
 */
import { mkdirSync, watch } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { openPgPool } from "../../core/platform/database/database.ts";
import type { Traffic } from "./traffic-fixture.ts";

/** Time for the mails, of which forty a second are sent, and for the seal. */
const WITHIN_MS = 25_000;

export interface Outbox {
  /** How often a mail of this kind about this booking has arrived. */
  arrivals(bookingId: number, kind: string): number;
  close(): void;
}

/** Counts arrivals, since a mail that is sent twice leaves one file. Creates the folder, which otherwise comes with the first mail. */
export function watchOutbox(dataDir: string): Outbox {
  const folder = join(dataDir, "outbox");
  mkdirSync(folder, { recursive: true });
  const counts = new Map<string, number>();
  // Node reports a new name in the folder as a rename.
  const watcher = watch(folder, (event, name) => {
    const [mail] = /^booking-\d+\.\d+\.[a-z-]+(?=.*\.eml$)/.exec(name ?? "") ?? [];
    if (event === "rename" && mail) counts.set(mail, (counts.get(mail) ?? 0) + 1);
  });
  return {
    arrivals: (bookingId, kind) => counts.get(`booking-${bookingId}.1.${kind}`) ?? 0,
    close: () => watcher.close(),
  };
}

interface StoredBooking {
  id: number;
  events: number;
  hours: number;
  availability: number;
  bookings: number;
  analytics: number;
  loyalty: number;
  /** Events of it that the audit list does not have, or has too often. */
  unaudited: number;
}

/** `url` is the owner's. Waits for what follows a while after the read tables. */
export async function expectEachOnce(url: string, { answered }: Traffic, outbox: Outbox): Promise<void> {
  const pool = openPgPool(url, { max: 1, applicationName: "fault tests" });
  try {
    expect(new Set(answered.map(({ id }) => id)).size).toBe(answered.length);
    await expect.poll(amiss, { timeout: WITHIN_MS, interval: 200 }).toEqual({
      lost: [],
      notOnce: [],
      mailedNotOnce: [],
      jobs: [],
      figures: [],
      unsealed: 0,
    });
  } finally {
    await pool.end();
  }

  async function amiss() {
    const { rows: stored } = await pool.query<StoredBooking>(STORED_BOOKINGS);
    const ids = new Set(stored.map(({ id }) => id));
    const { rows: jobs } = await pool.query(UNFINISHED_JOBS);
    const { rows: figures } = await pool.query(WRONG_FIGURES);
    const { rows: seal } = await pool.query<{ unsealed: number }>(
      "select ((select count(*) from events) - (select count(*) from log_leaves))::int as unsealed",
    );
    return {
      lost: answered.filter(({ id }) => !ids.has(id)).map(({ id }) => id),
      notOnce: stored.filter(
        ({ id, unaudited, ...counts }) => unaudited !== 0 || Object.values(counts).some((n) => n !== 1),
      ),
      mailedNotOnce: stored.flatMap(({ id }) => {
        const arrivals = outbox.arrivals(id, "booking-received");
        return arrivals === 1 ? [] : [{ id, arrivals }];
      }),
      jobs,
      figures,
      unsealed: seal[0]?.unsealed,
    };
  }
}

/** Every booking in the log, also of calls that were not answered: each must be complete and there once. */
const STORED_BOOKINGS = `
  select b.id::int, b.events::int,
    (select count(*)::int from room_hours where booking_id = b.id) as hours,
    (select count(*)::int from availability where booking_id = b.id) as availability,
    (select count(*)::int from bookings where booking_id = b.id) as bookings,
    (select count(*)::int from analytics_bookings where booking_id = b.id) as analytics,
    (select count(*)::int from loyalty where booking_id = b.id) as loyalty,
    ((select count(*) from events where stream = b.stream)
      - (select count(*) from audit_events where stream = b.stream))::int as unaudited
  from (select stream, substring(stream from 9)::bigint as id, count(*) as events
    from events where type = 'BookingRequested' group by stream) b`;

/** Jobs that are dead, and jobs that are due and not taken. */
const UNFINISHED_JOBS = `
  select task_identifier, attempts, last_error, locked_at from graphile_worker.jobs
  where attempts >= max_attempts or run_at <= now()`;

/** Rooms whose sums differ from the sums over their bookings. */
const WRONG_FIGURES = `
  with booked as (
    select (data ->> 'roomId')::int as room_id, count(*)::int as bookings, sum((data ->> 'hourCount')::int)::int as hours,
      sum((data ->> 'totalCents')::int)::int as cents
    from events where type = 'BookingRequested' group by 1)
  select room_id, b.bookings, b.hours, b.cents, a.pending::int, a.booked_hours::int, a.value_cents::int
  from booked b full join analytics_rooms a using (room_id)
  where (b.bookings, b.hours, b.cents) is distinct from (a.pending::int, a.booked_hours::int, a.value_cents::int)
    and not (b is null and a.pending = 0)`;
