/** Shows that no wake is lost while cursors are locked or tables are swapped. */
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPaymentWorld, type PaymentWorld } from "../../core/adapters/stripe/payment-fixture.ts";
import { requestBooking } from "../../core/booking/request-booking.ts";
import type { Core } from "../../core/context.ts";
import { systemClock } from "../../core/platform/clock.ts";
import { openPgPool } from "../../core/platform/database/database.ts";
import { bookingRequest, createTestCore, testMeta } from "../../core/testing/test-core.ts";
import { openTestMail } from "../../core/testing/test-mail.ts";
import { isClosedDay, slotStarts } from "../../core/venue/time/opening-hours.ts";
import { addDays, venueDayOf } from "../../core/venue/time/venue-time.ts";
import { availability } from "../views/availability.ts";
import { startWorker } from "../worker.ts";
import { rebuildProjection } from "./rebuild-one-fixture.ts";
import { createWaker, type Waker } from "./wake-followers.ts";

const logger = pino({ level: "silent" });
const PATIENCE = { timeout: 20_000, interval: 10 };
/** Far less than the minute after which the cron job would find the events of a lost wake. */
const SOON_MS = 5_000;

let world: PaymentWorld;
let core: Core;
let waker: Waker;
const mail = openTestMail();
const closing: (() => Promise<unknown>)[] = [];
let slots: Date[];
beforeAll(async () => {
  world = await createPaymentWorld();
  const { gateway } = await world.start();
  waker = createWaker({ sql: world.sql, logger });
  const base = await createTestCore(world);
  core = { ...base, clock: systemClock, afterAppend: () => waker.wake() };
  let day = addDays(venueDayOf(new Date(), core.timeZone), 3);
  if (isClosedDay(day)) day = addDays(day, 1);
  slots = slotStarts(day, core.timeZone);
  const pgPool = openPgPool(world.runtimeUrl);
  pgPool.on("error", () => undefined);
  const worker = await startWorker({ core, gateway, mail: mail.office, pgPool, logger });
  closing.push(() => worker.stop().then(() => pgPool.end()));
});
afterAll(async () => {
  await waker.stop();
  await Promise.all(closing.map((close) => close()));
  await world.close();
  await mail.remove();
});

async function book(): Promise<number> {
  const request = bookingRequest(core, { roomId: 2, startsAt: slots.shift() ?? new Date() });
  const outcome = await requestBooking(core, request, testMeta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return outcome.value.id;
}

const isShown = async (bookingId: number): Promise<boolean> =>
  (await core.sql`select 1 from availability where booking_id = ${bookingId}`).length > 0;

async function msUntilShown(bookingId: number): Promise<number> {
  const began = performance.now();
  await expect.poll(() => isShown(bookingId), { timeout: 70_000, interval: 10 }).toBe(true);
  return performance.now() - began;
}

describe("a wake", () => {
  it("that meets a locked cursor is carried out when the cursor is free again", async () => {
    const swap = await world.ownerSql.reserve();
    await swap`begin`;
    await swap`select from projection_cursors where name = 'availability' for update`;
    const bookingId = await book();
    // The job has started and waits; meanwhile the wake of a second booking comes.
    await expect
      .poll(async () => {
        const [row] = await core.sql`select count(*)::int as waiting from pg_locks where not granted`;
        return row?.waiting;
      }, PATIENCE)
      .toBeGreaterThan(0);
    const second = await book();
    expect(await isShown(bookingId)).toBe(false);
    await swap`commit`;
    swap.release();
    expect(await msUntilShown(bookingId)).toBeLessThan(SOON_MS);
    expect(await msUntilShown(second)).toBeLessThan(SOON_MS);
  }, 90_000);

  it("loses none of the bookings that are made while a projection is swapped again and again", async () => {
    let swapping = true;
    const swaps = (async () => {
      while (swapping) await rebuildProjection(world.ownerSql, availability, () => undefined);
    })();
    const booked: number[] = [];
    for (let n = 0; n < 8; n++) booked.push(await book());
    swapping = false;
    await swaps;
    const began = performance.now();
    for (const id of booked) await msUntilShown(id);
    expect(performance.now() - began).toBeLessThan(SOON_MS);
  }, 120_000);
});
