/** Owns where the time comes from, so that everything that asks "now?" can be told a time instead, and that all processes mean one. */
import type { Sql } from "./database.ts";
import type { Logger } from "./logger.ts";

export type Clock = {
  /** The present instant (UTC). */
  now(): Date;
};

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };

/** Less than this is the network's time and the clocks' own trembling. */
const TOLERATED_MS = 2_000;
const MEASURED_EVERY_MS = 30_000;

/** By how much the database's clock is ahead of this one, in milliseconds; below zero it is behind. */
export async function databaseAheadMs(sql: Sql, clock: Clock = systemClock): Promise<number> {
  const asked = clock.now().getTime();
  const [row] = await sql<{ now: number }[]>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`;
  const answered = clock.now().getTime();
  return row ? row.now - (asked + answered) / 2 : 0;
}

/** Milliseconds that pass, whatever anybody sets a clock to. */
const monotonicMs = (): number => performance.now();

/**
 * The database's time, which every process shares: the machine's where the two are at most two seconds apart. A hold of half an hour
 * then ends for everybody at once, whosever clock is wrong. It is measured every 30 seconds while the process lives, and goes on by the
 * time that passes: a machine whose clock is set in between changes nothing. `logger` is told when the machine's clock is wrong and
 * when it is right again.
 */
export async function openSharedClock(
  sql: Sql,
  {
    system = systemClock,
    passedMs = monotonicMs,
    logger,
  }: { system?: Clock; passedMs?: () => number; logger?: Pick<Logger, "error" | "info"> } = {},
): Promise<Clock> {
  let isApart = false;
  let measuredAt = { now: system.now().getTime(), passed: passedMs() };
  const measure = async (): Promise<void> => {
    const measured = await databaseAheadMs(sql, system);
    const wasApart = isApart;
    isApart = Math.abs(measured) > TOLERATED_MS;
    measuredAt = { now: system.now().getTime() + (isApart ? measured : 0), passed: passedMs() };
    if (isApart && !wasApart) {
      const seconds = Math.round(measured / 1_000);
      logger?.error({ seconds }, "this machine's clock is apart from the database's, which is used instead");
    } else if (wasApart && !isApart) logger?.info("this machine's clock is right again");
  };
  await measure();
  // A database that is away for a moment changes no clock.
  setInterval(() => void measure().catch(() => undefined), MEASURED_EVERY_MS).unref();
  return { now: () => new Date(measuredAt.now + (passedMs() - measuredAt.passed)) };
}
