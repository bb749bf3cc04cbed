/** Tells that whatever happens to a booking's money, the figures are the provider's ledger and the desk's, to the cent. */
import fc from "fast-check";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { BookingEvent } from "../booking/booking-events.ts";
import { keptCents, receivedCents } from "../booking/booking-money.ts";
import { createMoneyWorld, type MadeBooking, type MoneyWorld } from "./money-fixture.ts";
import { issueRefund } from "./payment-jobs.ts";

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(async () => {
  expect(await world.imbalance()).toEqual([]);
  await world.close();
});

const METHODS = [
  "pm_card_visa",
  "pm_card_createDispute",
  "pm_card_createDisputeInquiry",
  "pm_card_refundFail",
];
const EVIDENCE = ["winning_evidence", "losing_evidence", "escalate_inquiry_evidence"];

const deed = fc.oneof(
  fc.record({ do: fc.constant("pay" as const), method: fc.constantFrom(...METHODS) }),
  fc.record({
    do: fc.constant("pay directly" as const),
    method: fc.constantFrom(...METHODS),
    amount: fc.constantFrom(3_750, 3_750, 2_000, 9_000),
  }),
  fc.record({
    do: fc.constant("refund in the dashboard" as const),
    amount: fc.constantFrom(500, 1_500, 3_750),
  }),
  fc.record({ do: fc.constant("decide a dispute" as const), evidence: fc.constantFrom(...EVIDENCE) }),
  fc.record({ do: fc.constant("mark" as const), as: fc.constantFrom("downpaid", "paid", "failed") }),
  fc.record({ do: fc.constant("cancel" as const), by: fc.constantFrom("venue", "customer") }),
  fc.record({
    do: fc.constantFrom("confirm", "run the jobs", "kill the jobs", "retry", "webhooks", "time passes"),
  }),
);
type Deed = typeof deed extends fc.Arbitrary<infer D> ? D : never;

const shuffled = <T>(webhooks: T[]): T[] =>
  [...webhooks, ...webhooks].sort((a, b) => JSON.stringify(a).length - JSON.stringify(b).length).reverse();

class Killed extends Error {}

/** A refusal of the provider, or a worker's end, is part of a history; a fault of the code is none. */
const quietly = (call: Promise<unknown>): Promise<unknown> =>
  call.catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeError) && !(error instanceof Killed)) throw error;
  });

const jobs = async (booking: MadeBooking, dies: boolean): Promise<void> => {
  const { bookingId } = booking;
  const dying = {
    ...world.gateway,
    async refund(request: Parameters<typeof world.gateway.refund>[0]): Promise<never> {
      await world.gateway.refund(request);
      throw new Killed();
    },
  };
  for (const refundId of Object.keys((await world.stateOf(booking)).refunds)) {
    await quietly(issueRefund(world.core, dies ? dying : world.gateway, { bookingId, refundId }));
  }
};

const intentsOf = async ({ reference }: MadeBooking): Promise<string[]> =>
  (
    await world.sql<{ id: string }[]>`
      select id from simulated_stripe.payment_intents
      where metadata ->> 'reference' = ${reference} and status = 'succeeded' order by listed`
  ).map(({ id }) => id);

async function carryOut(booking: MadeBooking, what: Deed): Promise<unknown> {
  const now = world.core.clock.now();
  switch (what.do) {
    case "pay": {
      const opened = await world.askForIntent(booking);
      if (!opened.ok) return;
      const { paymentIntentId } = opened.value;
      await world.sdk.paymentIntents.confirm(paymentIntentId, { payment_method: what.method });
      return world.confirm(booking, paymentIntentId);
    }
    case "pay directly":
      return world.sdk.paymentIntents.create({
        amount: what.amount,
        currency: "usd",
        automatic_payment_methods: { enabled: true, allow_redirects: "never" },
        metadata: { bookingId: String(booking.bookingId), reference: booking.reference },
        confirm: true,
        payment_method: what.method,
      });
    case "refund in the dashboard": {
      const [payment_intent] = (await intentsOf(booking)).slice(-1);
      if (payment_intent === undefined) return;
      return quietly(world.sdk.refunds.create({ payment_intent, amount: what.amount }));
    }
    case "decide a dispute": {
      const evidence = { uncategorized_text: what.evidence };
      for (const payment_intent of await intentsOf(booking)) {
        for (const { id } of (await world.sdk.disputes.list({ payment_intent })).data) {
          await quietly(world.sdk.disputes.update(id, { evidence, submit: true }));
        }
      }
      return;
    }
    case "mark": {
      const paymentStatus = what.as as "downpaid" | "paid" | "failed"; // fast-check widens its constants
      return world.command(booking, { type: "MarkPayment", paymentStatus });
    }
    case "cancel": {
      const cancelledBy = what.by as "venue" | "customer"; // likewise
      return world.command(booking, { type: "CancelBooking", cancelledBy, now });
    }
    case "confirm":
      return world.command(booking, { type: "ConfirmBooking" });
    case "run the jobs":
      return jobs(booking, false);
    case "kill the jobs":
      return jobs(booking, true);
    case "retry":
      for (const refundId of Object.keys((await world.stateOf(booking)).refunds)) {
        await world.command(booking, { type: "RetryRefund", refundId, now });
      }
      return;
    case "webhooks":
      return world.recordAll(shuffled);
    case "time passes":
      return world.core.clock.advanceMinutes(11);
  }
}

const total = (amounts: number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** What the desk took and gave, and what is still owed to each card, plainly from the events. */
function deskAndDebts(events: readonly BookingEvent[]) {
  const owed = new Map<string, { intent: string; cents: number }>();
  const asked = new Map<string, { intent: string; cents: number }>();
  let [taken, given] = [0, 0];
  for (const { type, data } of events) {
    if (type === "PaymentMarked") taken += data.amountCents;
    if (type === "RefundIssued" && data.via === "venue") given += data.amountCents;
    if (type === "RefundRequested" || type === "RefundRecorded") {
      asked.set(data.refundId, { intent: data.paymentIntentId, cents: data.amountCents });
      if (type === "RefundRequested")
        owed.set(data.refundId, { intent: data.paymentIntentId, cents: data.amountCents });
    }
    if (type === "RefundIssued") owed.delete(data.refundId);
    const debt = type === "RefundFailed" ? asked.get(data.refundId) : undefined;
    if (type === "RefundFailed" && debt) owed.set(data.refundId, debt);
  }
  return { taken, given, owed: [...owed.values()] };
}

/** The cards' side, from the provider's own tables. */
const ledgerOf = (intents: readonly string[]) =>
  world.sql<{ id: string; charged: number; refunded: number; disputed: number }[]>`
    select i.id,
      (select sum(amount) from simulated_stripe.charges c
        where c.payment_intent = i.id and c.status = 'succeeded')::int as charged,
      (select coalesce(sum(amount), 0) from simulated_stripe.refunds r
        where r.payment_intent = i.id and r.status = 'succeeded')::int as refunded,
      (select coalesce(sum(amount), 0) from simulated_stripe.disputes d
        where d.payment_intent = i.id and d.status in ('needs_response', 'lost'))::int as disputed
    from simulated_stripe.payment_intents i where i.id = any(${[...intents]})`;

it("agree with a plain recomputation, and are negative only where the provider's ledger is", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 4, maxLength: 14 }), async (deeds) => {
      world.core.clock.set("2026-12-01T15:00:00Z");
      const booking = await world.book();
      for (const what of deeds) await carryOut(booking, what);
      await world.recordAll(shuffled);
      await jobs(booking, false);
      await world.recordAll(shuffled);

      const ledger = await ledgerOf(await intentsOf(booking));
      const { taken, given, owed } = deskAndDebts(await world.eventsOf(booking));
      const returned = ledger.map(({ id, charged, refunded, disputed }) => {
        const debt = total(owed.filter(({ intent }) => intent === id).map(({ cents }) => cents));
        return refunded + disputed + Math.min(debt, Math.max(0, charged - refunded - disputed));
      });
      const state = await world.stateOf(booking);
      expect(receivedCents(state)).toBe(total(ledger.map(({ charged }) => charged)) + taken);
      expect(receivedCents(state) - keptCents(state)).toBe(total(returned) + given);
      const isOverdrawn = ledger.some(({ charged, refunded, disputed }) => charged < refunded + disputed);
      if (!isOverdrawn) expect(keptCents(state)).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 30, endOnFailure: true },
  );
}, 180_000);
