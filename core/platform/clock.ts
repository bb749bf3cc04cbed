/** The source of the time, so that tests can pass their own time and all processes use the same. */
import type { Sql } from "./database/database.ts";
import type { Logger } from "./logger.ts";

export type Clock = {
  /** The current UTC instant. */
  now(): Date;
};

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };

/** Smaller differences come from the network and from the precision of clocks. */
const TOLERATED_MS = 2_000;
const MEASURED_EVERY_MS = 30_000;

/** How far the database's clock is ahead of this one, in milliseconds; negative if it is behind. */
export async function measureClockOffsetMs(sql: Sql, clock: Clock = systemClock): Promise<number> {
  const asked = clock.now().getTime();
  const [row] = await sql<{ now: number }[]>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`;
  const answered = clock.now().getTime();
  return row ? row.now - (asked + answered) / 2 : 0;
}

/** Elapsed milliseconds, which do not change if a clock is set. */
const monotonicMs = (): number => performance.now();

/**
 * The database's time, which all processes share; the machine's time while the two differ by at most two seconds. So a
 * hold of half an hour ends at the same instant in all processes, even if a machine's clock is wrong. The difference is
 * measured every 30 seconds. In between, the clock advances by elapsed time, so setting the machine's clock changes
 * nothing. `logger` reports when the machine's clock is wrong and when it is right again.
 */
export async function openSharedClock(
  sql: Sql,
  {
    system = systemClock,
    passedMs = monotonicMs,
    logger,
  }: { system?: Clock; passedMs?: () => number; logger?: Pick<Logger, "error" | "info"> } = {},
): Promise<Clock> {
  let differs = false;
  let measuredAt = { now: system.now().getTime(), passed: passedMs() };
  const measure = async (): Promise<void> => {
    const measured = await measureClockOffsetMs(sql, system);
    const differed = differs;
    differs = Math.abs(measured) > TOLERATED_MS;
    measuredAt = { now: system.now().getTime() + (differs ? measured : 0), passed: passedMs() };
    if (differs && !differed) {
      const seconds = Math.round(measured / 1_000);
      logger?.error({ seconds }, "this machine's clock differs from the database's, which is used instead");
    } else if (differed && !differs) logger?.info("this machine's clock is right again");
  };
  await measure();
  // If the database is unavailable for a moment, the clock does not change.
  setInterval(() => void measure().catch(() => undefined), MEASURED_EVERY_MS).unref();
  return { now: () => new Date(measuredAt.now + (passedMs() - measuredAt.passed)) };
}
