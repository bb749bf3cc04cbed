/** Checks the bookkeeper's file of payments: bookings beside invoices, fees of the provider, and who may have it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createBilling } from "../../../../core/billing/billing-fixture.ts";
import { instantAt } from "../../../../core/venue/time/venue-time.ts";
import { type StaffWorld, startStaffWorld } from "../../../testing/staff-fixture.ts";

let world: StaffWorld;
let manager: string;
beforeAll(async () => {
  world = await startStaffWorld();
  manager = await world.logIn((await world.hire("manager")).username);
});
afterAll(() => world.close());

const file = (from: string, to: string) =>
  world.call(`/api/payments.csv?from=${from}&to=${to}`, { token: manager });

/** The lines by the headings. */
function recordsOf(text: string): Record<string, string>[] {
  const [headings = [], ...lines] = text
    .replace("\ufeff", "")
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));
  return lines.map((cells) => Object.fromEntries(headings.map((heading, i) => [heading, cells[i] ?? ""])));
}

it("has a line for each movement of bookings and invoices, and the fees of cards", async () => {
  const { core } = world;
  const bookingId = await world.book();
  const body = { stripeToken: "tok_visa" };
  const paid = await world.call(`/api/bookings/${bookingId}/payment`, {
    method: "POST",
    token: manager,
    body,
  });
  expect(paid.status, JSON.stringify(paid.body)).toBe(200);
  // The simulated provider has a clock of its own.
  await world.ownerSql`update simulated_stripe.charges set created_at = ${world.clock.now()}`;
  world.clock.advanceMinutes(1);
  const billing = createBilling(core);
  const accountId = await billing.open({ holder: { name: "=The Choir" } });
  const startsAt = instantAt("2026-12-03", 10, core.timeZone);
  await billing.book(accountId, { roomId: 2, startsAt, hours: 2 });
  const number = await billing.invoice(accountId, "2026-12-31");
  await billing.receive(number, 5_000, "cash");
  world.clock.advanceMinutes(1);
  await billing.giveBack(number, 1_000, "cash");

  const answer = await file("2026-12-01", "2026-12-01");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-disposition")).toContain("payments-2026-12-01-to-2026-12-01.csv");
  const lines = recordsOf(answer.body.text);
  expect(lines.map(({ Kind, Method, Amount }) => [Kind, Method, Amount])).toEqual([
    ["Payment", "Card online", "37.5"],
    ["Payment", "Cash", "50"],
    ["Return", "Cash", "-10"],
  ]);
  // 2.9 percent and 30 cents.
  expect(lines[0]).toMatchObject({ "Provider's fee": "1.39", Booking: String(bookingId), Account: "" });
  expect(lines[1]).toMatchObject({
    "Provider's fee": "",
    Booking: "",
    Invoice: number,
    Account: String(accountId),
    "Account name": "'=The Choir",
  });
  expect(recordsOf((await file("2026-12-02", "2026-12-31")).body.text)).toEqual([]);
});

it("refuses a wrong period", async () => {
  expect(await file("2026-12-31", "2026-12-01")).toMatchObject({
    status: 400,
    body: { errors: [{ path: "to" }] },
  });
});
