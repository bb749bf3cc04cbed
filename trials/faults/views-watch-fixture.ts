/** Measures how outdated read tables are under faults: checks every 50 ms which answered bookings they and the calendar show. */
import { setTimeout as delay } from "node:timers/promises";
import { openPgPool } from "../../core/platform/database/database.ts";
import type { AnsweredBooking, Traffic } from "./traffic-fixture.ts";

const LOOK_EVERY_MS = 50;
/** A process that is gone does not answer: the next check asks again. */
const PATIENCE_MS = 1_000;

export interface ViewsWatch {
  /**
   * The longest time in milliseconds that a booking was hidden, counted from its answer or from `moment` (in the time of
   * `performance.now()`), whichever came later. For one that is still hidden, the time until now counts.
   */
  stalestSince(moment: number): number;
  /** Waits until every booking that was answered by this moment is shown, but no longer than `withinMs`. */
  shown(by: number, withinMs: number): Promise<void>;
  stop(): Promise<void>;
}

/** Reads tables by `url`, and calendars of the BFF at `port`; either may be away for a while. */
export function watchViews(url: string, port: number, { answered }: Traffic): ViewsWatch {
  // Not the product's own driver, whose sessions are being cut.
  const pool = openPgPool(url, { max: 1, applicationName: "fault tests" });
  const shownAt = new Map<number, number>();
  let going = true;

  const hidden = (): AnsweredBooking[] => answered.filter(({ id }) => !shownAt.has(id));

  async function look(): Promise<void> {
    const asked = hidden();
    if (asked.length === 0) return;
    const { rows } = await pool.query<{ id: number }>(
      `select id::int from unnest($1::bigint[]) id
       where exists (select from availability where booking_id = id) and exists (select from bookings where booking_id = id)`,
      [asked.map(({ id }) => id)],
    );
    const inTables = new Set(rows.map(({ id }) => id));
    const projected = asked.filter(({ id }) => inTables.has(id));
    for (const roomId of new Set(projected.map((booking) => booking.roomId))) {
      const bookings = projected.filter((booking) => booking.roomId === roomId);
      const taken = await takenHours(roomId, bookings);
      const now = performance.now();
      for (const { id, startsAt } of bookings) if (taken.has(startsAt)) shownAt.set(id, now);
    }
  }

  async function takenHours(roomId: number, bookings: readonly AnsweredBooking[]): Promise<Set<string>> {
    const days = bookings.map(({ day }) => day).sort();
    const query = `startDate=${days[0]}&endDate=${days.at(-1)}`;
    const response = await fetch(`http://127.0.0.1:${port}/api/rooms/${roomId}/bookings?${query}`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const spans = (await response.json()) as { startTime: string }[]; // the contract's shape of a 200
    return new Set(response.ok ? spans.map(({ startTime }) => startTime) : []);
  }

  async function watch(): Promise<void> {
    while (going) {
      // A read that fails because something is away shows nothing, which is what is measured.
      await look().catch(() => undefined);
      await delay(LOOK_EVERY_MS);
    }
  }
  const watching = watch();

  return {
    stalestSince(moment) {
      const now = performance.now();
      return Math.max(
        0,
        ...answered.map(({ id, answeredAt }) => (shownAt.get(id) ?? now) - Math.max(answeredAt, moment)),
      );
    },
    async shown(by, withinMs) {
      const until = performance.now() + withinMs;
      const isHidden = (): boolean => hidden().some(({ answeredAt }) => answeredAt <= by);
      while (isHidden() && performance.now() < until) await delay(LOOK_EVERY_MS);
    },
    async stop() {
      going = false;
      await watching;
      await pool.end();
    },
  };
}
