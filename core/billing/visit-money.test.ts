/** Checks what a booking on account has received and still owes while its invoices are issued, paid, credited and cancelled. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleBooking, loadBooking } from "../booking/handle.ts";
import { receiptOf } from "../booking/payment/receipt.ts";
import type { CancelledBy } from "../booking/rules/refund-policy.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { createTestCore, testMeta } from "../testing/test-core.ts";
import { addDays, instantAt } from "../venue/time/venue-time.ts";
import { createBilling } from "./billing-fixture.ts";
import { invoicesOfVisit } from "./visit-invoices.ts";

let database: TestDatabase;
let core: Awaited<ReturnType<typeof createTestCore>>;
let billing: ReturnType<typeof createBilling>;
let accountId: number;
let day = "2026-12-06";

beforeAll(async () => {
  database = await createTestDatabase();
  core = await createTestCore(database);
  billing = createBilling(core);
  accountId = await billing.open();
});
afterAll(() => database.drop());

/** Two hours for $150.00 on a Monday of its own, seen from that Monday's evening or so many days before. */
async function visit(daysBefore = 0): Promise<number> {
  day = addDays(day, 7);
  const monday = addDays(day, 1);
  core.clock.set(instantAt(addDays(monday, -daysBefore), 9, core.timeZone));
  const startsAt = instantAt(monday, 10, core.timeZone);
  const id = await billing.book(accountId, { roomId: 1, startsAt, hours: 2 });
  if (daysBefore === 0) core.clock.set(instantAt(monday, 20, core.timeZone));
  return id;
}

async function moneyOf(id: number) {
  const { state } = await loadBooking(core, id);
  if (!state.exists) throw new Error(`No booking ${id}`);
  const { totalCents, creditedCents, receivedCents, balanceCents } = receiptOf(state);
  return { totalCents, creditedCents, receivedCents, balanceCents, paymentStatus: state.paymentStatus };
}

const cancel = (id: number, cancelledBy: CancelledBy) =>
  handleBooking(
    core,
    id,
    { type: "CancelBooking", cancelledBy, now: core.clock.now() },
    { commandId: randomUUID(), meta: testMeta },
  );

const unpaid = { creditedCents: 0, receivedCents: 0, paymentStatus: "pending" };

describe("a booking on account", () => {
  it("has received nothing until all of its invoice is paid, and is open again once money is returned", async () => {
    const id = await visit();
    expect(await moneyOf(id)).toEqual({ ...unpaid, totalCents: 15_000, balanceCents: 15_000 });
    const number = await billing.invoice(accountId);
    await billing.receive(number, 14_999);
    expect(await moneyOf(id)).toEqual({ ...unpaid, totalCents: 15_000, balanceCents: 15_000 });
    await billing.receive(number, 1);
    expect(await moneyOf(id)).toEqual({
      totalCents: 15_000,
      creditedCents: 0,
      receivedCents: 15_000,
      balanceCents: 0,
      paymentStatus: "paid",
    });
    await billing.giveBack(number, 500);
    expect(await moneyOf(id)).toMatchObject({ receivedCents: 0, balanceCents: 15_000 });
    await billing.receive(number, 500);
  });

  it("owes less by a credit note, before and after it is paid", async () => {
    const id = await visit();
    const number = await billing.invoice(accountId);
    await billing.credit(number, id, 2_000);
    const credited = { totalCents: 13_000, creditedCents: 2_000 };
    expect(await moneyOf(id)).toMatchObject({ ...credited, receivedCents: 0, balanceCents: 13_000 });
    await billing.receive(number, 13_000);
    expect(await moneyOf(id)).toMatchObject({ ...credited, receivedCents: 13_000, balanceCents: 0 });
    await billing.credit(number, id, 3_000);
    expect(await moneyOf(id)).toEqual({
      totalCents: 10_000,
      creditedCents: 5_000,
      receivedCents: 10_000,
      balanceCents: 0,
      paymentStatus: "paid",
    });
    expect(await invoicesOfVisit(core.sql, id, { accountId })).toEqual([number]);
    await billing.giveBack(number, 3_000);
    expect(await moneyOf(id)).toMatchObject({ receivedCents: 10_000, paymentStatus: "paid" });
  });

  it("is pending once all of it is let off: nothing has paid for it", async () => {
    const id = await visit();
    const number = await billing.invoice(accountId);
    await billing.credit(number, id, 15_000);
    expect(await moneyOf(id)).toMatchObject({ totalCents: 0, receivedCents: 0, balanceCents: 0 });
  });

  it("owes what its cancellation leaves: nothing by the venue, a part by its customer", async () => {
    const byVenue = await visit(2);
    expect(await cancel(byVenue, "venue")).toMatchObject({ ok: true });
    expect(await moneyOf(byVenue)).toEqual({ ...unpaid, totalCents: 0, balanceCents: 0 });
    // By the first terms, two days before, a tenth of the downpayment.
    const early = await visit(2);
    expect(await cancel(early, "customer")).toMatchObject({ ok: true });
    expect(await moneyOf(early)).toEqual({ ...unpaid, totalCents: 750, balanceCents: 750 });
  });

  it("gives back by itself what was paid of it when the venue cancels it", async () => {
    const id = await visit();
    await billing.receive(await billing.invoice(accountId), 15_750);
    expect(await moneyOf(id)).toMatchObject({ receivedCents: 15_000 });
    expect(await cancel(id, "venue")).toMatchObject({ ok: true });
    expect(await moneyOf(id)).toMatchObject({ totalCents: 0, receivedCents: 0, balanceCents: 0 });
  });
});
