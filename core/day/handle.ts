/** Carries out the close of a day, and reads it back from the log, where it is one event. */
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { readStream } from "../log/read.ts";
import type { RecordedEvent } from "../log/stream.ts";
import { type Log, transact } from "../log/transact.ts";
import type { Sql } from "../platform/database/database.ts";
import { addDays, instantAt, type VenueDay, venueDayOf } from "../venue/time/venue-time.ts";
import { type CloseDay, type DayEvent, dayNumber, dayStream, decideClose } from "./day.ts";

/** The cash of the day changed while it was being closed. */
const CASH_CHANGED = "cash_as_it_was_counted";

/**
 * Closes a venue day with the cash that the log has for it. A payment at the same time is either in the figure, or comes after the close in
 * the log. Refusals are those of `decideClose`.
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
    appendRules: () => [{ operation: "cash_stands", since, until, cents }],
    refusals: { [CASH_CHANGED]: async () => "retry" },
  });
  return outcome.ok ? { ...outcome, value: undefined } : outcome;
}

/** Cash received less cash returned, in cents, between two UTC instants, by the log. */
async function cashBetween(sql: Sql, since: Date, until: Date): Promise<number> {
  const [row] = await sql<{ cents: number }[]>`select cash_between(${since}, ${until})::float8 as cents`;
  return row?.cents ?? 0;
}

/** Who closed the day, when, and with which figures; null while it is open. */
export async function readClose(sql: Sql, day: VenueDay): Promise<RecordedEvent<DayEvent> | null> {
  const [closed] = await readStream(sql, dayStream, dayNumber(day));
  return closed ?? null;
}
