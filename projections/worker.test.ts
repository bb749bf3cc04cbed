/** Shows that a worker shows bookings, expires holds, finds late money and sends mails. */
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPaymentWorld, type PaymentWorld } from "../core/adapters/stripe/payment-fixture.ts";
import { requestBooking } from "../core/booking/request-booking.ts";
import type { Core } from "../core/context.ts";
import { openPaymentIntent } from "../core/payment/payments.ts";
import { systemClock } from "../core/platform/clock.ts";
import { openPgPool } from "../core/platform/database/database.ts";
import { bookingRequest, createTestCore, testMeta } from "../core/testing/test-core.ts";
import { openTestMail } from "../core/testing/test-mail.ts";
import { changeSettings } from "../core/venue/handle.ts";
import { isClosedDay, slotStarts } from "../core/venue/time/opening-hours.ts";
import { addDays, venueDayOf } from "../core/venue/time/venue-time.ts";
import { createWaker, type Waker } from "./engine/wake-followers.ts";
import { startWorker } from "./worker.ts";

const logger = pino({ level: "silent" });
const PATIENCE = { timeout: 20_000, interval: 25 };

let world: PaymentWorld;
let provider: Awaited<ReturnType<PaymentWorld["start"]>>;
let core: Core;
let waker: Waker;
const mail = openTestMail();
const closing: (() => Promise<unknown>)[] = [];
let slots: Date[];

beforeAll(async () => {
  world = await createPaymentWorld();
  provider = await world.start();
  waker = createWaker({ sql: world.sql, logger });
  const base = await createTestCore(world);
  // Jobs run by the database's time, so this core uses the real clock and its holds are short.
  core = { ...base, clock: systemClock, holdMs: 1_200, afterAppend: () => waker.wake() };
  let day = addDays(venueDayOf(new Date(), core.timeZone), 3);
  if (isClosedDay(day)) day = addDays(day, 1);
  slots = slotStarts(day, core.timeZone);
  // Two workers on one database, as an operator may run them.
  for (let n = 0; n < 2; n++) {
    const pgPool = openPgPool(world.runtimeUrl);
    pgPool.on("error", () => undefined);
    const worker = await startWorker({ core, gateway: provider.gateway, mail: mail.office, pgPool, logger });
    closing.push(async () => {
      await worker.stop();
      await pgPool.end();
    });
  }
});
afterAll(async () => {
  await waker.stop();
  await Promise.all(closing.map((close) => close()));
  await world.close();
  await mail.remove();
});

async function book(under = core) {
  const startsAt = slots.shift() ?? new Date();
  const request = bookingRequest(core, { roomId: 2, startsAt });
  const outcome = await requestBooking(under, request, testMeta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return { bookingId: outcome.value.id, customerEmail: request.person.email, startsAt };
}

const typesOf = async (bookingId: number): Promise<string[]> => {
  const rows = await core.sql<{ type: string }[]>`
    select type from events where stream = ${`booking-${bookingId}`} order by version`;
  return rows.map((row) => row.type);
};
const shown = async (bookingId: number) => {
  const [row] = await core.sql<{ status: string }[]>`
    select status from availability where booking_id = ${bookingId}`;
  return row?.status;
};

describe("the worker", () => {
  it("sends mails with the venue's current settings, whichever process has changed them", async () => {
    const elsewhere = await createTestCore(world);
    const phone = "+1 (212) 555-0199";
    const changed = await changeSettings(
      elsewhere,
      { from: undefined, changes: { phone } },
      { meta: testMeta },
    );
    expect(changed.ok).toBe(true);
    const { customerEmail } = await book();
    const written = async () => {
      const mails = await mail.read();
      return mails.find(({ to }) => to?.some(({ address }) => address === customerEmail))?.text ?? "";
    };
    await expect.poll(written, PATIENCE).toContain(phone);
  });

  it("shows a booking soon after its commit, and expires it if it stays unpaid", async () => {
    const { bookingId, startsAt } = await book();
    await expect.poll(() => shown(bookingId), PATIENCE).toBe("pending");
    await expect.poll(() => typesOf(bookingId), PATIENCE).toEqual(["BookingRequested", "BookingExpired"]);
    await expect.poll(() => shown(bookingId), PATIENCE).toBe("cancelled");
    expect(await core.sql`select 1 from room_hours where starts_at = ${startsAt}`).toHaveLength(0);
  });

  it("asks the provider before it lets a hold expire, so that a lost webhook loses no payment", async () => {
    // Long enough to pay within it on a busy machine, short enough to expire in this test.
    const hold: Core = { ...core, holdMs: 4_000 };
    const booking = await book(hold);
    const intent = await openPaymentIntent(
      hold,
      provider.gateway,
      { ...booking, amountCents: undefined },
      testMeta,
    );
    if (!intent.ok) throw new Error(intent.rejection.code);
    await provider.browser.pay({ id: intent.value.paymentIntentId, clientSecret: intent.value.clientSecret });
    await expect.poll(() => typesOf(booking.bookingId), PATIENCE).toContain("BookingConfirmed");
    expect(await typesOf(booking.bookingId)).not.toContain("BookingExpired");
  });

  it("finds late money before it cancels the intent, and refunds it by itself", async () => {
    const longHold: Core = { ...core, holdMs: 600_000 };
    const startsAt = slots.shift() ?? new Date();
    const request = bookingRequest(core, { roomId: 2, startsAt });
    const booked = await requestBooking(longHold, request, testMeta);
    if (!booked.ok) throw new Error(booked.rejection.code);
    const booking = { bookingId: booked.value.id, customerEmail: request.person.email };
    const intent = await openPaymentIntent(
      longHold,
      provider.gateway,
      { ...booking, amountCents: undefined },
      testMeta,
    );
    if (!intent.ok) throw new Error(intent.rejection.code);
    // Paid at the provider without a webhook; by the next visitor's clock the hold has expired.
    await provider.browser.pay({ id: intent.value.paymentIntentId, clientSecret: intent.value.clientSecret });
    const later: Core = { ...longHold, clock: { now: () => new Date(Date.now() + 601_000) } };
    const next = await requestBooking(later, bookingRequest(core, { roomId: 2, startsAt }), testMeta);
    expect(next.ok).toBe(true);
    await expect.poll(() => typesOf(booking.bookingId), PATIENCE).toContain("RefundIssued");
    expect(await typesOf(booking.bookingId)).not.toContain("BookingConfirmed");
    expect(await world.imbalance()).toEqual([]);
  });

  it("queues one job for all followers, however many commits wake them", async () => {
    const longHold: Core = { ...core, holdMs: 600_000 };
    const ids = await Promise.all(
      slots.splice(0, 5).map(async (startsAt) => {
        const outcome = await requestBooking(
          longHold,
          bookingRequest(core, { roomId: 3, startsAt }),
          testMeta,
        );
        return outcome.ok ? outcome.value.id : 0;
      }),
    );
    await expect.poll(async () => Promise.all(ids.map(shown)), PATIENCE).toEqual(ids.map(() => "pending"));
  });
});
