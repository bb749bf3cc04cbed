/** Owns the way of closing a day, and how its close is read: from the log, where it is one event. */
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { readStream } from "../log/read.ts";
import type { RecordedEvent } from "../log/stream.ts";
import { type Log, transact } from "../log/transact.ts";
import type { Sql } from "../platform/database.ts";
import type { VenueDay } from "../venue/venue-time.ts";
import { type CloseDay, type DayEvent, dayNumber, dayStream, decideClose } from "./day.ts";

export async function closeDay(
  log: Log,
  close: CloseDay,
  context: { commandId: string; meta: EventMeta },
): Promise<Outcome<void>> {
  const outcome = await transact(log, dayStream, dayNumber(close.day), {
    ...context,
    decide: (closed) => decideClose(close, closed),
  });
  return outcome.ok ? { ...outcome, value: undefined } : outcome;
}

/** Who closed the day, when and with what; null while it is open. */
export async function readClose(sql: Sql, day: VenueDay): Promise<RecordedEvent<DayEvent> | null> {
  const [closed] = await readStream(sql, dayStream, dayNumber(day));
  return closed ?? null;
}
