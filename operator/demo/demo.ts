/** Runs `make demo`: fills a hub with a sample history, to look around or to measure. */

import type { Core } from "../../core/context.ts";
import { openCore } from "../../core/open-core.ts";
import { createBoundedMap } from "../../core/platform/bounded-map.ts";
import { systemClock } from "../../core/platform/clock.ts";
import type { Config } from "../../core/platform/config/config.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import { createLogger } from "../../core/platform/logger.ts";
import { claimZone } from "../../core/venue/venue-zone.ts";
import type { Folded } from "../../projections/engine/batch.ts";
import { processBatch } from "../../projections/engine/follow.ts";
import { type FollowerContext, followers } from "../../projections/followers.ts";
import { readFollowers } from "../../projections/work-status.ts";
import { printLine, progressBar } from "../operator.ts";
import { type DemoContext, makeSample } from "./history.ts";
import { makeRegulars } from "./make-regulars.ts";
import { makeWaiting } from "./make-waiting.ts";
import { hourKey, type PlanContext, type Planned, planHistory } from "./plan.ts";
import { createRandomChoices } from "./random.ts";
import { planRegulars, REGULARS } from "./regulars.ts";
import { planWaiting } from "./waiting.ts";

const CONCURRENCY = 12;
const BATCH_SIZE = 5_000;
const WAITLIST_SEED = 23;

export interface DemoOptions {
  /** The number of sample bookings afterward. */
  bookings: number;
  /** Whether sample bookings may be made beside real ones. */
  besideReal: boolean;
}

/** Makes the missing sample bookings. If there are real bookings and `besideReal` is not set, it throws and makes none. */
export async function makeDemo(sql: Sql, config: Config, options: DemoOptions): Promise<void> {
  if (config.stripe) {
    throw new Error(
      "Sample payments are for the simulated provider only: unset the STRIPE_ variables first.",
    );
  }
  const existing = await countBookings(sql);
  const missing = options.bookings - existing.samples;
  if (missing <= 0) return printLine(`There are ${existing.samples} sample bookings already.`);
  if (existing.real > 0 && !options.besideReal) {
    throw new Error(
      `This hub has real bookings (${existing.real}). To add samples among them: make demo YES=1`,
    );
  }
  // These commands do not wake the projections, which are brought up to date once at the end.
  await claimZone({ sql, clock: systemClock, afterAppend: () => undefined }, config.venueTimezone);
  const core = await openCore(config, { sql, logger: undefined, afterAppend: () => undefined });
  const context = { core, staff: await colleagues(sql) };
  await makeAccounts(context, missing);
  await makeWaitlist(context, missing);
  const { samples } = await countBookings(sql);
  const dice = createRandomChoices(existing.samples + 1);
  const planned = planHistory(dice, options.bookings - samples, await planContext(core));
  await makeAll(context, planned);
  await catchUp(sql, core);
}

async function countBookings(sql: Sql): Promise<{ samples: number; real: number }> {
  const [count] = await sql<{ samples: number; real: number }[]>`
    select count(*) filter (where meta ? 'demo') as samples, count(*) filter (where not meta ? 'demo') as real
    from events where type = 'BookingRequested'`;
  return count ?? { samples: 0, real: 0 };
}

async function planContext({ sql, clock, timeZone, rooms }: Core): Promise<PlanContext> {
  const bookable = rooms.all().filter((room) => room.bookable);
  return { now: clock.now(), timeZone, rooms: bookable, taken: await takenHours(sql) };
}

/** The regulars are made once, and only if other bookings are made beside them. */
async function makeAccounts(context: DemoContext, missing: number): Promise<void> {
  const { core } = context;
  const [known] = await core.sql`select 1 from events where type = 'AccountOpened' and meta ? 'demo' limit 1`;
  const planned = planRegulars(await planContext(core));
  const visits = planned.filter(({ kind }) => kind === "book").length;
  if (known || visits > missing / 2) return;
  const made = await makeRegulars(context, planned);
  printLine(`${made} bookings on account of ${REGULARS.length} regulars.`);
}

/** Who waits, once, before the other bookings are made: these never have the hours that are waited for. */
async function makeWaitlist(context: DemoContext, missing: number): Promise<void> {
  const { core } = context;
  const [known] =
    await core.sql`select 1 from events where type = 'WaitlistJoined' and meta ? 'demo' limit 1`;
  const planned = planWaiting(createRandomChoices(WAITLIST_SEED), await planContext(core));
  const bookings = planned.reduce((sum, { visits, entries }) => sum + visits.length + entries.length, 0);
  if (known || bookings > missing / 4) return;
  printLine(`${await makeWaiting(context, planned)} entries of the waitlist.`);
}

async function takenHours(sql: Sql): Promise<Set<string>> {
  const rows = await sql<{ room_id: number; starts_at: Date }[]>`select room_id, starts_at from room_hours`;
  return new Set(rows.map(({ room_id, starts_at }) => hourKey(room_id, starts_at)));
}

async function colleagues(sql: Sql): Promise<DemoContext["staff"]> {
  const rows = await sql<{ id: number; role: string }[]>`
    select staff_id as id, role from staff_credentials where active order by staff_id limit 20`;
  return rows.map(({ id, role }) => ({ kind: "staff", id, role }));
}

/** In the order of the plan, with enough at a time to keep the database busy. */
async function makeAll(context: DemoContext, planned: readonly Planned[]): Promise<void> {
  const bookings = planned.filter(({ kind }) => kind === "booking").length;
  const bar = progressBar("sample history", "bookings");
  let next = 0;
  let made = 0;
  let missed = 0;
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (let one = planned[next++]; one; one = planned[next++]) {
        const succeeded = await makeSample(context, one);
        if (one.kind === "inquiry") continue;
        if (succeeded) made += 1;
        else missed += 1;
        bar.show(made, bookings);
      }
    }),
  );
  const { seconds, rate } = bar.stop();
  const without = missed > 0 ? ` ${missed} found their hours taken.` : "";
  printLine(
    `${made} bookings and ${planned.length - bookings} messages in ${seconds.toFixed(1)} s (${rate} bookings/s).${without}`,
  );
}

/** Brings every follower up to date in this process, unless the running product is doing so. */
async function catchUp(sql: Sql, context: FollowerContext): Promise<void> {
  const logger = createLogger({ logLevel: "warn" });
  const behind = Math.max(0, ...(await readFollowers(sql)).map(({ behind }) => behind));
  const bar = progressBar("read tables", "events");
  let done = 0;
  const all = followers(context);
  const taking = { limit: BATCH_SIZE, states: createBoundedMap<string, Folded>(), logger };
  for (;;) {
    const { events } = await processBatch(sql, all, taking);
    if (events === 0) break;
    done += events;
    bar.show(done, Math.max(behind, done));
  }
  bar.stop();
}
