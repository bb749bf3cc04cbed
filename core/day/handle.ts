/** Carries out the close of a day, and reads it back from the log, where it is one event. */
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { readStream } from "../log/read.ts";
import type { RecordedEvent } from "../log/stream.ts";
import { type Log, transact } from "../log/transact.ts";
import { readPerson, storePerson, textRow } from "../person/personal-data.ts";
import type { Sql } from "../platform/database/database.ts";
import { addDays, instantAt, type VenueDay, venueDayOf } from "../venue/time/venue-time.ts";
import { type CloseDay, type DayEvent, dayNumber, dayStream, decideClose, decideReopen } from "./day.ts";

/** The cash of the day changed while it was being closed. */
const CASH_CHANGED = "cash_as_it_was_counted";

/**
 * Closes a venue day with the cash that the log has for it. A payment at the same time is either in the figure, or comes after the close in
 * the log. Refusals are those of `decideClose`.
 */
export async function closeDay(
  log: Log & { timeZone: string },
  { note, ...close }: Omit<CloseDay, "today" | "expectedCents" | "noteId"> & { note: string | null },
  context: { commandId: string; meta: EventMeta },
): Promise<Outcome<void>> {
  const { day } = close;
  const since = instantAt(day, 0, log.timeZone);
  const until = instantAt(addDays(day, 1), 0, log.timeZone);
  const today = venueDayOf(log.clock.now(), log.timeZone);
  const words = note === null ? null : textRow(note);
  let cents = 0;
  const outcome = await transact(log, dayStream, dayNumber(day), {
    ...context,
    async decide(closed) {
      cents = await cashBetween(log.sql, since, until);
      return decideClose({ ...close, noteId: words?.id, today, expectedCents: cents }, closed);
    },
    appendRules: () => [
      { operation: "cash_stands", since, until, cents },
      ...(words === null ? [] : [storePerson(words)]),
    ],
    refusals: { [CASH_CHANGED]: async () => "retry" },
  });
  return outcome.ok ? { ...outcome, value: undefined } : outcome;
}

/** Cash received less cash returned, in cents, between two UTC instants, by the log. */
async function cashBetween(sql: Sql, since: Date, until: Date): Promise<number> {
  const [row] = await sql<{ cents: number }[]>`select cash_between(${since}, ${until})::float8 as cents`;
  return row?.cents ?? 0;
}

/** Opens a closed day again, with a reason. Entries recorded since count as the day's. */
export async function reopenDay(
  log: Log,
  { day, reason }: { day: VenueDay; reason: string },
  context: { commandId: string; meta: EventMeta },
): Promise<Outcome<void>> {
  const words = textRow(reason);
  const outcome = await transact(log, dayStream, dayNumber(day), {
    ...context,
    decide: (closed) => decideReopen(words.id, closed),
    appendRules: () => [storePerson(words)],
  });
  return outcome.ok ? { ...outcome, value: undefined } : outcome;
}

/** Each close and reopening of the day, the oldest first, with staff's words about it (null if there are none or they are erased). */
export async function readCloses(
  sql: Sql,
  day: VenueDay,
): Promise<{ event: RecordedEvent<DayEvent>; words: string | null }[]> {
  const events = await readStream(sql, dayStream, dayNumber(day));
  return Promise.all(
    events.map(async (event) => {
      const id = event.type === "DayClosed" ? event.data.noteId : event.data.reasonId;
      return { event, words: id === undefined ? null : ((await readPerson(sql, id))?.freeText ?? null) };
    }),
  );
}
