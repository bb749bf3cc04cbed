/** Checks payments that come late, refund jobs that die, and news of the provider whose webhooks are lost. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expireBooking } from "../booking/handle.ts";
import { stuckRefunds } from "../booking/payment/refunds.ts";
import { disputedCents, keptCents, receivedCents } from "../booking/state/booking-money.ts";
import { BATCH_RETRIES, GatewayUnavailable } from "./gateway.ts";
import { createMoneyWorld, type MoneyWorld, type TestBooking } from "./money-fixture.ts";
import { cancelOpenIntent, issueRefund, reconcileNews, reconcilePayment } from "./payment-jobs.ts";

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(async () => {
  expect(await world.imbalance()).toEqual([]);
  await world.close();
});
beforeEach(() => world.core.clock.set("2026-12-01T15:00:00Z"));
const twice = <T>(webhooks: T[]): T[] => [...webhooks, ...webhooks];
const cancel = (booking: TestBooking) =>
  world.command(booking, { type: "CancelBooking", cancelledBy: "venue", now: world.core.clock.now() });

/** Cents received, returned and disputed. */
async function figures(booking: TestBooking) {
  const state = await world.stateOf(booking);
  const received = receivedCents(state);
  return [received, received - keptCents(state), disputedCents(state)];
}

describe("money that comes when the visit is over", () => {
  it("is refunded, and the hold that had not been ended ends with it", async () => {
    const booking = await world.book();
    const intent = await world.pay(booking);
    world.core.clock.set(new Date(booking.startsAt.getTime() + 3_600_000));
    expect(await world.confirm(booking, intent)).toMatchObject({ rejection: { code: "PaymentRefunded" } });
    await world.recordAll();
    expect((await world.typesOf(booking)).slice(2)).toEqual([
      "BookingExpired",
      "DownpaymentReceived",
      "RefundRequested",
    ]);
    const hours = await world.sql`select 1 from room_hours where booking_id = ${booking.bookingId}`;
    expect(hours).toHaveLength(0);
  });

  it("is refunded if its hold had expired, although the hours are free", async () => {
    const booking = await world.book();
    await world.pay(booking);
    world.core.clock.advanceMinutes(31);
    await expireBooking(world.core, booking.bookingId);
    world.core.clock.set(new Date(booking.startsAt.getTime() + 3_600_000));
    await reconcilePayment(world.core, world.gateway, booking.bookingId, BATCH_RETRIES);
    expect(await world.stateOf(booking)).toMatchObject({ status: "cancelled", expired: true });
    expect(await figures(booking)).toEqual([3_750, 3_750, 0]);
    await world.recordAll();
  });
});

describe("the intent of a booking that is cancelled", () => {
  const close = (booking: TestBooking) =>
    cancelOpenIntent(world.core, world.gateway, booking.bookingId, BATCH_RETRIES);

  it("can no longer be paid, and a caller is told why", async () => {
    const booking = await world.book();
    const intent = await world.open(booking);
    await close(booking);
    expect((await world.gateway.retrieveIntent(intent.id))?.status).toBe("open");
    world.core.clock.advanceMinutes(31);
    await expireBooking(world.core, booking.bookingId);
    await Promise.all([close(booking), close(booking)]);
    expect((await world.browser.pay(intent)).status).toBe(400);
    expect(await world.confirm(booking, intent.id)).toMatchObject({ rejection: { code: "HoldExpired" } });
    await world.recordAll(twice);
    expect(await world.typesOf(booking)).toEqual([
      "BookingRequested",
      "PaymentIntentOpened",
      "BookingExpired",
    ]);
  });

  it("is replaced once the booking is active again, by one intent for all callers", async () => {
    const booking = await world.book();
    const first = await world.open(booking);
    await cancel(booking);
    await close(booking);
    await world.command(booking, { type: "ConfirmBooking" });
    const intents = await Promise.all([world.open(booking), world.open(booking), world.open(booking)]);
    expect(new Set(intents.map(({ id }) => id)).size).toBe(1);
    const [second] = intents;
    if (!second) throw new Error("no intent");
    expect(second.id).not.toBe(first.id);
    expect((await world.typesOf(booking)).filter((type) => type === "PaymentIntentOpened")).toHaveLength(2);
    await world.browser.pay(second);
    expect(await world.confirm(booking, second.id)).toMatchObject({ value: { paymentStatus: "downpaid" } });
    await world.recordAll();
  });

  it("is late money if it was paid meanwhile", async () => {
    const booking = await world.book();
    await world.pay(booking);
    await cancel(booking);
    await close(booking);
    await close(booking);
    expect((await world.typesOf(booking)).slice(-3)).toEqual([
      "BookingCancelled",
      "DownpaymentReceived",
      "RefundRequested",
    ]);
    await world.recordAll();
  });

  it("is never answered as open once it is paid", async () => {
    const booking = await world.book();
    await world.pay(booking);
    expect(await world.askForIntent(booking)).toMatchObject({ rejection: { code: "AlreadyPaid" } });
    expect((await world.typesOf(booking)).at(-1)).toBe("BookingConfirmed");
    await world.recordAll();
  });
});

describe("a refund whose job died", () => {
  it("is requested again under its own number, and made once", async () => {
    const booking = await world.book();
    const intent = await world.pay(booking);
    await world.recordAll();
    await cancel(booking);
    const request = { bookingId: booking.bookingId, refundId: "refund-1" };
    const dying = {
      ...world.gateway,
      async refund(asked: Parameters<typeof world.gateway.refund>[0]): Promise<never> {
        await world.gateway.refund(asked);
        throw new Error("killed");
      },
    };
    await expect(issueRefund(world.core, dying, request)).rejects.toThrow("killed");
    const retry = () =>
      world.command(booking, { type: "RetryRefund", refundId: "refund-1", now: world.core.clock.now() });
    await retry();
    expect((await world.typesOf(booking)).at(-1)).toBe("RefundRequested");
    world.core.clock.advanceMinutes(11);
    expect(stuckRefunds(await world.stateOf(booking), world.core.clock.now())).toEqual(["refund-1"]);
    await Promise.all([retry(), retry()]);
    // Whatever the provider still remembers of keys, the first request is found.
    await issueRefund(world.core, world.gateway, request);
    await world.recordAll();
    expect((await world.typesOf(booking)).slice(-3)).toEqual([
      "RefundRequested",
      "RefundRetried",
      "RefundIssued",
    ]);
    const refunds = await world.sql`
      select amount from simulated_stripe.refunds where payment_intent = ${intent}`;
    expect(refunds).toEqual([{ amount: 3_750 }]);
  });
});

describe("news whose webhook is lost", () => {
  beforeEach(() => world.clock.forward(7_200));

  /** The provider's clock differs from the venue's. */
  const ask = async ({ aheadMs = 3_600_000 } = {}) => {
    world.core.clock.set(new Date(world.clock.now().getTime() + aheadMs));
    const troubles: unknown[] = [];
    await reconcileNews(world.core, world.gateway, {
      isTime: () => true,
      onTrouble: (error) => void troubles.push(error),
    });
    expect(troubles).toEqual([]);
  };

  it("of a refund that the bank sent back, or that was made elsewhere, is found, once", async () => {
    const [booking, other] = [await world.book(), await world.book()];
    const intent = await world.open(booking);
    await world.sdk.paymentIntents.confirm(intent.id, { payment_method: "pm_card_refundFail" });
    await world.confirm(booking, intent.id);
    const elsewhere = await world.pay(other);
    await world.confirm(other, elsewhere);
    await cancel(booking);
    await world.runRefunds(booking);
    await world.sdk.refunds.create({ payment_intent: elsewhere, amount: 1_500 });
    // None of them is read.
    await world.arrived();
    expect((await world.typesOf(booking)).at(-1)).toBe("RefundIssued");
    await ask();
    expect((await world.typesOf(booking)).slice(-2)).toEqual(["RefundIssued", "RefundFailed"]);
    expect((await world.typesOf(other)).at(-1)).toBe("RefundRecorded");
    expect(await figures(other)).toEqual([3_750, 1_500, 0]);
    await ask();
    expect((await world.typesOf(booking)).filter((type) => type === "RefundFailed")).toHaveLength(1);
    expect((await world.typesOf(other)).filter((type) => type === "RefundRecorded")).toHaveLength(1);
  });

  it("of a dispute is found", async () => {
    const booking = await world.book();
    const intent = await world.open(booking);
    await world.sdk.paymentIntents.confirm(intent.id, { payment_method: "pm_card_createDispute" });
    await world.confirm(booking, intent.id);
    await world.arrived();
    await ask();
    expect((await world.typesOf(booking)).at(-1)).toBe("DisputeOpened");
  });

  it("is found even if the clock by which earlier news was read was ahead", async () => {
    const booking = await world.book();
    const paid = await world.pay(booking);
    await world.confirm(booking, paid);
    await ask({ aheadMs: 30 * 3_600_000 });
    await world.sdk.refunds.create({ payment_intent: paid, amount: 500 });
    await world.arrived();
    await ask();
    expect((await world.typesOf(booking)).at(-1)).toBe("RefundRecorded");
    const [row] = await world.sql<{ readUntil: Date }[]>`select read_until as "readUntil" from provider_news`;
    expect(row?.readUntil).toEqual(world.core.clock.now());
  });

  it("is asked for again if the provider did not answer", async () => {
    const booking = await world.book();
    const paid = await world.pay(booking);
    await world.confirm(booking, paid);
    await world.sdk.refunds.create({ payment_intent: paid, amount: 500 });
    await world.arrived();
    const away = { ...world.gateway, news: () => Promise.reject(new GatewayUnavailable("away")) };
    const asking = reconcileNews(world.core, away, { isTime: () => true, onTrouble: () => undefined });
    await expect(asking).rejects.toThrow("away");
    await ask();
    expect((await world.typesOf(booking)).at(-1)).toBe("RefundRecorded");
  });
});
