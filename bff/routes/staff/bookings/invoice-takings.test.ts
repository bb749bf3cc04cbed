/** Checks that money of invoices is in the takings of a day, in its close and in the bookkeeper's file. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createBilling } from "../../../../core/billing/billing-fixture.ts";
import { changeSettings } from "../../../../core/venue/handle.ts";
import { instantAt, type VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { Takings } from "../../../contract/staff/takings.ts";
import { type StaffWorld, startStaffWorld } from "../../../testing/staff-fixture.ts";

let world: StaffWorld;
let billing: ReturnType<typeof createBilling>;
let cashier: { id: number; username: string };
let token: string;
/** An invoice of two visits of $150.00: the first without tax, the second under 25 percent. */
let accountId: number;
let number: string;

beforeAll(async () => {
  world = await startStaffWorld();
  cashier = await world.hire("staff");
  const meta = { actor: { kind: "staff" as const, id: cashier.id, role: "staff" }, requestId: "test" };
  billing = createBilling(world.core, meta);
  accountId = await billing.open();
  const visit = (hour: number, hours: number) =>
    billing.book(accountId, { roomId: 1, startsAt: at("2026-12-02", hour), hours });
  await visit(10, 2);
  const { core } = world;
  const taxed = await changeSettings(core, { from: undefined, changes: { taxPercent: 25 } }, { meta });
  expect(taxed.ok).toBe(true);
  await visit(14, 2);
  await standOn("2026-12-03");
  number = await billing.invoice(accountId);
});
afterAll(() => world.close());

const at = (day: VenueDay, hour: number): Date => instantAt(day, hour, world.core.timeZone);

async function standOn(day: VenueDay): Promise<void> {
  world.clock.set(at(day, 12));
  token = await world.logIn(cashier.username);
}

const takings = async (day: VenueDay) =>
  Takings.parse((await world.call(`/api/takings?day=${day}`, { token })).body);
const close = (day: VenueDay, countedAmount: string) => {
  const body = { day, countedAmount, expectedAmount: countedAmount };
  return world.call("/api/takings/close", { method: "POST", token, body });
};

it("are entries of their invoice beside those of bookings, by method", async () => {
  const bookingId = await world.book();
  const money = { kind: "received", method: "cash", amount: "10.00" };
  await world.call(`/api/bookings/${bookingId}/money`, { method: "POST", token, body: money });
  world.clock.advanceMinutes(1);
  await billing.receive(number, 5_000, "cash");
  world.clock.advanceMinutes(1);
  await billing.receive(number, 7_050, "transfer");
  world.clock.advanceMinutes(1);
  await billing.giveBack(number, 1_000, "cash");
  const { methods, total, entries } = await takings("2026-12-03");
  expect(methods).toEqual({
    cash: "50.00",
    terminal: "0.00",
    transfer: "70.50",
    card: "0.00",
    marked: "0.00",
  });
  expect(total).toBe("120.50");
  const ofInvoice = {
    bookingId: null,
    accountId,
    invoice: number,
    customerName: "The Tuesday Choir",
    by: "Grace Hopper",
  };
  expect(entries).toMatchObject([
    { bookingId, accountId: null, invoice: null, customerName: "Ada Byron", amount: "10.00" },
    { ...ofInvoice, method: "cash", amount: "50.00" },
    { ...ofInvoice, method: "transfer", amount: "70.50" },
    { ...ofInvoice, method: "cash", amount: "-10.00" },
  ]);
});

it("in cash are expected in the drawer of the day, and shown as after its close", async () => {
  await standOn("2026-12-04");
  await billing.receive(number, 2_500, "cash");
  expect((await takings("2026-12-04")).methods.cash).toBe("25.00");
  expect(await close("2026-12-04", "0.00")).toMatchObject({ status: 409, body: { code: "TakingsChanged" } });
  expect(await close("2026-12-04", "25.00")).toMatchObject({
    status: 200,
    body: { close: { expectedAmount: "25.00", differenceAmount: "0.00" } },
  });
  world.clock.advanceMinutes(1);
  await billing.receive(number, 100, "cash");
  const { entries, close: closed, methods } = await takings("2026-12-04");
  expect(entries.map(({ amount, afterClose }) => [amount, afterClose])).toEqual([
    ["25.00", false],
    ["1.00", true],
  ]);
  expect(closed?.expectedAmount).toBe("25.00");
  expect(methods.cash).toBe("26.00");
});

it("are in the bookkeeper's file with their invoice, its account and its share of tax", async () => {
  const answer = await world.call("/api/takings.csv?from=2026-12-03&to=2026-12-03", { token });
  const [, ...lines] = (answer.body.text as string).trimEnd().split("\r\n");
  const cells = lines.map((line) => line.split(","));
  expect(cells.map(([, , what, , document]) => [what, document])).toEqual([
    ["Payment at the desk", expect.stringMatching(/^R-/)],
    ["Invoice paid", number],
    ["Invoice paid", number],
    ["Returned of an invoice", number],
  ]);
  const [, , , booking, , guest, room, visitOn, method, amount, tax] = cells[2] ?? [];
  expect({ booking, guest, room, visitOn, method, amount, tax }).toEqual({
    booking: "",
    guest: "The Tuesday Choir",
    room: "",
    visitOn: "",
    method: "Transfer",
    amount: "70.5",
    // Of $300.00 in all, $30.00 is tax.
    tax: "7.05",
  });
});
