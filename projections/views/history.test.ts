/** Checks what staff read about refunds, disputes and other troubled money: plain words with the amounts. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { HoldHours } from "../../core/booking/hold/hold.ts";
import { changeHeldBooking } from "../../core/payment/change-hold.ts";
import { createMoneyWorld, type MoneyWorld, type TestBooking } from "../../core/payment/money-fixture.ts";
import { testMeta } from "../../core/testing/test-core.ts";
import { HOUR_MS, venueDayOf } from "../../core/venue/time/venue-time.ts";
import { readHistory } from "./history.ts";

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

async function read({ bookingId }: TestBooking) {
  const history = await readHistory(world.sql, bookingId, {
    timeZone: world.core.timeZone,
    roomName: String,
    now: world.core.clock.now(),
  });
  if (!history) throw new Error("no history");
  return { ...history, told: history.entries.slice(2).map(({ text, amountCents }) => [text, amountCents]) };
}

it("reports a wrong amount, and that the payment is still due", async () => {
  const booking = await world.book();
  const { id } = await world.open(booking);
  await world.sql`update simulated_stripe.payment_intents set amount = 4000 where id = ${id}`;
  await world.sdk.paymentIntents.confirm(id, { payment_method: "pm_card_visa" });
  await world.recordAll();
  expect(await read(booking)).toMatchObject({
    told: [
      ["$40.00 received by card instead of $37.50: a wrong amount, so nothing counts as paid", 4_000],
      ["Refund of $40.00 requested because the amount was not the requested one", null],
    ],
    receivedCents: 4_000,
    refundsUnderWayCents: 4_000,
    dueCents: 7_500,
  });
});

it("reports a refund made in the provider's dashboard, and a dispute until it is won", async () => {
  const booking = await world.book();
  const intent = await world.pay(booking, "4000 0000 0000 1976");
  await world.recordAll();
  await world.sdk.refunds.create({ payment_intent: intent, amount: 1_000 });
  const [dispute] = (await world.sdk.disputes.list({ payment_intent: intent })).data;
  if (!dispute) throw new Error("no dispute");
  const submit = (uncategorized_text: string) =>
    world.sdk.disputes.update(dispute.id, { evidence: { uncategorized_text } });
  await submit("escalate_inquiry_evidence");
  await world.recordAll();
  const open = await read(booking);
  expect(open.told.slice(-3)).toEqual([
    ["The customer's bank asks about the payment (fraudulent); no money has moved", null],
    ["Refund of $10.00 made in Stripe's own dashboard", -1_000],
    [
      "The customer's bank disputes $37.50 (fraudulent); the money is withheld until the dispute is won",
      -3_750,
    ],
  ]);
  // The provider withheld the full amount although part was refunded: its ledger says so, and the history too.
  expect(open).toMatchObject({ refundIssuedCents: 1_000, disputedCents: 3_750, dueCents: 8_500 });

  await submit("winning_evidence");
  await world.recordAll();
  const won = await read(booking);
  expect(won.told.at(-1)).toEqual(["Dispute won: $37.50 returned to the venue", 3_750]);
  expect(won).toMatchObject({ disputedCents: 0, dueCents: 4_750 });
});

it("reports a hold that was changed and released, and the money that came anyway", async () => {
  const booking = await world.book();
  const intent = await world.open(booking);
  const { startsAt } = booking;
  const endsAt = new Date(startsAt.getTime() + 2 * HOUR_MS);
  const hours: HoldHours = {
    startDate: venueDayOf(startsAt, world.core.timeZone),
    startsAt,
    endsAt,
    duration: "hourly",
    hourCount: 2,
    quoted: { totalCents: 15_000, downpaymentCents: 7_500, remainingCents: 7_500 },
  };
  const { core, gateway } = world;
  const changed = await changeHeldBooking(core, gateway, { ...booking, hours }, testMeta);
  expect(changed.ok).toBe(true);
  await world.browser.pay(intent);
  const paid = await world.pay(booking);
  await world.command(booking, { type: "ReleaseHold" });
  await world.confirm(booking, paid);
  const { told, dueCents } = await read(booking);
  expect(told.map(([text]) => text)).toEqual([
    expect.stringMatching(/^Changed to .+ while unpaid: \$150\.00, of which \$75\.00 is the downpayment$/),
    "Payment of $75.00 opened",
    "Hold released unpaid; the hours are free again",
    "Downpayment of $75.00 received by card",
    "Refund of $75.00 requested because the payment came after the hold had ended",
  ]);
  expect(dueCents).toBe(0);
});
