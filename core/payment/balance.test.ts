/** Checks the payment of the balance: opened beside the downpayment, paid once, and refunded if it was no longer due. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMoneyWorld, type MoneyWorld, type TestBooking } from "./money-fixture.ts";
import { cancelOpenIntent, reconcilePayment } from "./payment-jobs.ts";
import { openPaymentIntent } from "./payments.ts";

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(async () => {
  expect(await world.imbalance()).toEqual([]);
  await world.close();
});

const ask = (booking: TestBooking, amountCents?: number) =>
  openPaymentIntent(
    world.core,
    world.gateway,
    { ...booking, purpose: "balance", amountCents },
    { actor: { kind: "visitor" }, requestId: "balance-test" },
  );

async function downpaid(): Promise<TestBooking> {
  const booking = await world.book();
  expect(await world.confirm(booking, await world.pay(booking))).toMatchObject({ ok: true });
  await world.recordAll();
  return booking;
}

async function openBalance(booking: TestBooking) {
  const outcome = await ask(booking);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return { id: outcome.value.paymentIntentId, clientSecret: outcome.value.clientSecret };
}

const mark = (booking: TestBooking, paymentStatus: "downpaid" | "paid") =>
  world.command(booking, { type: "MarkPayment", paymentStatus });
const statusAt = async (intentId: string) => (await world.gateway.retrieveIntent(intentId))?.status;

describe("paying the balance by card", () => {
  it("has one intent for all callers, and one payment however it is reported", async () => {
    const booking = await downpaid();
    expect(await ask(booking, 3_751)).toMatchObject({ rejection: { code: "AmountMismatch" } });
    const opened = await Promise.all([openBalance(booking), openBalance(booking), openBalance(booking)]);
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
    const [intent] = opened;
    if (!intent) throw new Error("none opened");
    expect(await world.gateway.retrieveIntent(intent.id)).toMatchObject({
      purpose: "balance",
      amountCents: 3_750,
    });
    await world.browser.pay(intent);
    await Promise.all([
      world.confirm(booking, intent.id),
      world.recordAll((hooks) => [...hooks, ...hooks]),
      reconcilePayment(world.core, world.gateway, booking.bookingId),
      world.confirm(booking, intent.id),
    ]);
    const types = await world.typesOf(booking);
    expect(types.filter((type) => type === "BalanceReceived")).toHaveLength(1);
    expect(await world.stateOf(booking)).toMatchObject({ paymentStatus: "paid", refunds: {} });
    expect(await world.confirm(booking, intent.id)).toMatchObject({ ok: true });
    expect(await ask(booking)).toMatchObject({ rejection: { code: "AlreadyPaid" } });
  });

  it("leaves a booking downpaid after a decline, and accepts another card", async () => {
    const booking = await downpaid();
    const intent = await openBalance(booking);
    await world.browser.pay(intent, "pm_card_chargeDeclined");
    expect(await world.confirm(booking, intent.id)).toMatchObject({
      rejection: { code: "PaymentNotSucceeded" },
    });
    expect(await world.stateOf(booking)).toMatchObject({ paymentStatus: "downpaid" });
    expect((await openBalance(booking)).id).toBe(intent.id);
    await world.browser.pay(intent);
    await reconcilePayment(world.core, world.gateway, booking.bookingId);
    expect(await world.stateOf(booking)).toMatchObject({ paymentStatus: "paid" });
  });

  it("makes the open downpayment unpayable if the desk has received it", async () => {
    const booking = await world.book();
    const down = await world.open(booking);
    await mark(booking, "downpaid");
    const intent = await openBalance(booking);
    expect(intent.id).not.toBe(down.id);
    expect(await statusAt(down.id)).toBe("canceled");
    await world.browser.pay(intent);
    expect(await world.confirm(booking, intent.id)).toMatchObject({ value: { paymentStatus: "paid" } });
  });
});

describe("a balance that is not due any more", () => {
  it("is refunded to the card if staff marked it paid first, and log and provider agree", async () => {
    const booking = await downpaid();
    const intent = await openBalance(booking);
    await mark(booking, "paid");
    await world.browser.pay(intent);
    const answer = await world.confirm(booking, intent.id);
    expect(answer).toMatchObject({
      rejection: { code: "PaymentRefunded", detail: expect.stringContaining("no longer due") },
    });
    await world.recordAll();
    await world.runRefunds(booking);
    const { refunds, paymentStatus } = await world.stateOf(booking);
    expect(paymentStatus).toBe("paid");
    expect(Object.values(refunds)).toMatchObject([
      { paymentIntentId: intent.id, amountCents: 3_750, issued: true },
    ]);
  });

  it("is kept once, whichever of many payments comes first", async () => {
    for (let i = 0; i < 5; i += 1) {
      const booking = await downpaid();
      const intent = await openBalance(booking);
      await world.browser.pay(intent);
      await Promise.all([mark(booking, "paid"), world.confirm(booking, intent.id), world.recordAll()]);
      await world.runRefunds(booking);
      const { captured, receivedAtVenueCents, refunds } = await world.stateOf(booking);
      const taken = Object.values(captured).reduce((sum, cents) => sum + cents, receivedAtVenueCents);
      const back = Object.values(refunds).reduce((sum, { amountCents }) => sum + amountCents, 0);
      expect(taken - back).toBe(7_500);
    }
  });

  it("can no longer be paid: its intent is cancelled, as a cancelled booking's is", async () => {
    const [marked, cancelled, standing] = [await downpaid(), await downpaid(), await downpaid()];
    const intents = [await openBalance(marked), await openBalance(cancelled), await openBalance(standing)];
    await mark(marked, "paid");
    await world.command(cancelled, {
      type: "CancelBooking",
      cancelledBy: "venue",
      now: world.core.clock.now(),
    });
    for (const { bookingId } of [marked, cancelled, standing]) {
      await cancelOpenIntent(world.core, world.gateway, bookingId);
    }
    expect(await Promise.all(intents.map(({ id }) => statusAt(id)))).toEqual([
      "canceled",
      "canceled",
      "open",
    ]);
    await world.runRefunds(cancelled);
  });

  it("is refunded with the downpayment if the booking is cancelled", async () => {
    const booking = await downpaid();
    const intent = await openBalance(booking);
    await world.browser.pay(intent);
    await world.confirm(booking, intent.id);
    await world.command(booking, {
      type: "CancelOwnBooking",
      statedRefundCents: 7_500 - 375,
      now: world.core.clock.now(),
    });
    await world.runRefunds(booking);
    const { refunds } = await world.stateOf(booking);
    const amounts = Object.values(refunds).map(({ amountCents }) => amountCents);
    expect(amounts.reduce((sum, cents) => sum + cents, 0)).toBe(7_125);
    await world.recordAll();
  });
});
