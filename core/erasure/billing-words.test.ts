/** Checks that erasing the holder of a billing account finds staff's words about it, and no words about another account. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createBilling } from "../billing/billing-fixture.ts";
import { recordInvoiceMoney } from "../billing/invoice-money.ts";
import { createMoneyWorld, type MoneyWorld } from "../payment/money-fixture.ts";
import { readPersons } from "../person/personal-data.ts";
import { testMeta } from "../testing/test-core.ts";
import { instantAt } from "../venue/time/venue-time.ts";
import { findPerson } from "./found-person.ts";

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
});
afterAll(() => world.close());

/** An account with a credit note and a transfer, whose reference is this. */
async function accountOf(email: string, hour: number, reference: string): Promise<void> {
  const { core } = world;
  const billing = createBilling(core);
  const id = await billing.open({ holder: { email } });
  const startsAt = instantAt("2026-12-08", hour, core.timeZone);
  const bookingId = await billing.book(id, { roomId: 1, startsAt });
  const number = await billing.invoice(id, "2026-12-31");
  await billing.credit(number, bookingId, 500);
  const money = { kind: "received", method: "transfer", amountCents: 1_000, number, reference } as const;
  await recordInvoiceMoney(core, { ...money, idempotencyKey: null, bodyHash: null }, testMeta);
}

it("finds the holder's row, the reason of a credit note and the reference of a transfer", async () => {
  await accountOf("choir@example.test", 10, "From Ida's own bank");
  await accountOf("band@example.test", 13, "Of the band");
  const { personIds } = await findPerson(world.core, { email: "choir@example.test" }, async () => []);
  const rows = await readPersons(world.core.sql, personIds);
  const texts = [...rows.values()].map(({ email, freeText }) => email ?? freeText).sort();
  expect(texts).toEqual(["From Ida's own bank", "The heating failed", "choir@example.test"]);
});
