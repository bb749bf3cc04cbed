/** Shows that the venue's Outlook calendar has the confirmed bookings, without names. */
import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  GRAPH_CONFIG,
  type GraphServer,
  startGraphServer,
} from "../../../core/adapters/mail/graph-fixture.ts";
import { openMailService } from "../../../core/adapters/mail/mail-service.ts";
import { createPaymentWorld, type PaymentWorld } from "../../../core/adapters/stripe/payment-fixture.ts";
import { handleBooking } from "../../../core/booking/handle.ts";
import { requestBooking } from "../../../core/booking/request-booking.ts";
import type { Core } from "../../../core/context.ts";
import { rescheduleOwnBooking } from "../../../core/customer/own-booking.ts";
import { systemClock } from "../../../core/platform/clock.ts";
import { openPgPool } from "../../../core/platform/database/database.ts";
import { bookingRequest, createTestCore, testMeta } from "../../../core/testing/test-core.ts";
import { isClosedDay } from "../../../core/venue/time/opening-hours.ts";
import { addDays, instantAt, venueDayOf } from "../../../core/venue/time/venue-time.ts";
import { createWaker, type Waker } from "../../engine/wake-followers.ts";
import { startWorker } from "../../worker.ts";

const logger = pino({ level: "silent" });
const PATIENCE = { timeout: 20_000, interval: 25 };

let world: PaymentWorld;
let graph: GraphServer;
let core: Core;
let waker: Waker;
let closeWorker: () => Promise<void>;

beforeAll(async () => {
  world = await createPaymentWorld();
  graph = await startGraphServer();
  const { gateway } = await world.start();
  waker = createWaker({ sql: world.sql, logger });
  core = { ...(await createTestCore(world)), clock: systemClock, afterAppend: () => waker.wake() };
  const config = {
    graph: GRAPH_CONFIG,
    smtpUrl: undefined,
    dataDir: "nowhere",
    venueEmail: core.settings.now().email,
  };
  const mail = openMailService(config, { addresses: graph.addresses });
  const pgPool = openPgPool(world.runtimeUrl);
  const worker = await startWorker({ core, gateway, mail, pgPool, logger });
  closeWorker = async () => {
    await worker.stop();
    await pgPool.end();
  };
});
afterAll(async () => {
  await closeWorker();
  await waker.stop();
  await graph.close();
  await world.close();
});

/** An open day a few days from now. */
function openDay(daysAhead: number): string {
  const day = addDays(venueDayOf(new Date(), core.timeZone), daysAhead);
  return isClosedDay(day) ? addDays(day, 1) : day;
}
const starts = () => graph.events.map(({ start }) => (start as { dateTime: string }).dateTime);
const graphTime = (instant: Date) => instant.toISOString().replace("Z", "");

it("shows only confirmed bookings, at their current time and without names; mails are sent through Graph too", async () => {
  const startsAt = instantAt(openDay(5), 10, core.timeZone);
  const request = bookingRequest(core, { roomId: 5, startsAt });
  const outcome = await requestBooking(core, request, testMeta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  const { id, booking } = outcome.value;
  const command = (given: Parameters<typeof handleBooking>[2]) =>
    handleBooking(core, id, given, { commandId: randomUUID(), meta: testMeta });
  await expect.poll(() => graph.sent.length, PATIENCE).toBe(1);
  expect(starts()).toEqual([]);

  await command({ type: "ConfirmBooking" });
  await expect.poll(starts, PATIENCE).toEqual([graphTime(startsAt)]);
  expect(graph.events[0]?.subject).toBe(`Rehearsal Room: booking ${id}`);
  expect(JSON.stringify(graph.events)).not.toMatch(/Ada|Byron|@example\.test/);

  const day = openDay(12);
  const { token } = core.links.guestBooking({ bookingId: id, personId: booking.personId });
  const holder = { kind: "guest", bookingId: id, token } as const;
  const moved = await rescheduleOwnBooking(
    core,
    { id, holder, startDate: day, startTime: "15:00" },
    testMeta,
  );
  expect(moved.ok).toBe(true);
  await expect.poll(starts, PATIENCE).toEqual([graphTime(instantAt(day, 15, core.timeZone))]);

  await command({ type: "CancelBooking", cancelledBy: "venue", now: new Date() });
  await expect.poll(starts, PATIENCE).toEqual([]);
  // A mail that says "cancelled" is not sent if it is no longer true.
  await expect.poll(() => graph.sent.length, PATIENCE).toBe(4);
  await command({ type: "ConfirmBooking" });
  await expect.poll(starts, PATIENCE).toEqual([graphTime(instantAt(day, 15, core.timeZone))]);
  await expect
    .poll(() => graph.sent.map(({ subject }) => subject?.split(":")[0]), PATIENCE)
    .toEqual([
      "Booking received",
      "Booking confirmed",
      "Booking moved",
      "Booking cancelled",
      "Booking confirmed",
    ]);
  expect(graph.requests.filter((one) => one === "POST /events")).toHaveLength(2);
});
