/** Checks that after random histories of a booking's money, its figures equal the provider's ledger and the desk, to the cent. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { BookingEvent } from "../booking/state/booking-events.ts";
import { keptCents, receivedCents } from "../booking/state/booking-money.ts";
import { intentsOf, ledgerOf, moneyAction, runAction, runJobs, shuffled } from "./money-actions-fixture.ts";
import { createMoneyWorld, type MoneyWorld } from "./money-fixture.ts";

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(async () => {
  expect(await world.imbalance()).toEqual([]);
  await world.close();
});

const total = (amounts: number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** What the desk received and returned, and what is still owed to each card, plainly from the events. */
function deskAndDebts(events: readonly BookingEvent[]) {
  const owed = new Map<string, { intent: string; cents: number }>();
  const asked = new Map<string, { intent: string; cents: number }>();
  let [taken, given, promised] = [0, 0, 0];
  for (const { type, data } of events) {
    if (type === "PaymentMarked" || type === "DeskMoneyReceived") taken += data.amountCents;
    if (type === "RefundIssued" && data.via === "venue") {
      given += data.amountCents;
      promised += data.amountCents;
    }
    if (type === "DeskMoneyReturned") {
      given += Math.max(0, data.amountCents - promised);
      promised = Math.max(0, promised - data.amountCents);
    }
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

it("agree with a plain recomputation, and are negative only if the provider's ledger is", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(moneyAction, { minLength: 4, maxLength: 14 }), async (deeds) => {
      world.core.clock.set("2026-12-01T15:00:00Z");
      const booking = await world.book();
      for (const what of deeds) await runAction(world, booking, what);
      await world.recordAll(shuffled);
      await runJobs(world, booking, false);
      await world.recordAll(shuffled);

      const ledger = await ledgerOf(world, await intentsOf(world, booking));
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
