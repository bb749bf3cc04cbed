/** Owns the way of closing a day, and how its close is read: from the log, where it is one event. */
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { readStream } from "../log/read.ts";
import type { RecordedEvent } from "../log/stream.ts";
import { type Log, transact } from "../log/transact.ts";
import type { Sql } from "../platform/database.ts";
import { addDays, instantAt, type VenueDay, venueDayOf } from "../venue/venue-time.ts";
import { type CloseDay, type DayEvent, dayNumber, dayStream, decideClose } from "./day.ts";

/** The cash of the day has changed while it was being closed. */
const CASH_CHANGED = "cash_as_it_was_counted";

/**
 * Closes a venue day with the cash that the log has of it: a payment that races with it is in its figure, or comes after it
 * in the log. Refusals as `decideClose` has them.
 */
export async function closeDay(
  log: Log & { timeZone: string },
  close: Omit<CloseDay, "today" | "expectedCents">,
  context: { commandId: string; meta: EventMeta },
): Promise<Outcome<void>> {
  const { day } = close;
  const since = instantAt(day, 0, log.timeZone);
  const until = instantAt(addDays(day, 1), 0, log.timeZone);
  const today = venueDayOf(log.clock.now(), log.timeZone);
  let cents = 0;
  const outcome = await transact(log, dayStream, dayNumber(day), {
    ...context,
    async decide(closed) {
      cents = await cashBetween(log.sql, since, until);
      return decideClose({ ...close, today, expectedCents: cents }, closed);
    },
    guard: () => [{ operation: "cash_stands", since, until, cents }],
    refusals: { [CASH_CHANGED]: async () => "retry" },
  });
  return outcome.ok ? { ...outcome, value: undefined } : outcome;
}

/** What came in as cash less what was handed back, in cents, between two UTC instants; as the log has it. */
async function cashBetween(sql: Sql, since: Date, until: Date): Promise<number> {
  const [row] = await sql<{ cents: number }[]>`select cash_between(${since}, ${until})::float8 as cents`;
  return row?.cents ?? 0;
}

/** Who closed the day, when and with what; null while it is open. */
export async function readClose(sql: Sql, day: VenueDay): Promise<RecordedEvent<DayEvent> | null> {
  const [closed] = await readStream(sql, dayStream, dayNumber(day));
  return closed ?? null;
}
