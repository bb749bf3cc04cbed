/** Owns what the desk's calls answer: visits by the clock, money by method, refunds through the provider, receipts and takings. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadBooking } from "../../../core/booking/handle.ts";
import { venueDayOf } from "../../../core/venue/venue-time.ts";
import { Receipt, Takings } from "../../contract/desk.ts";
import { StaffBooking } from "../../contract/staff-booking.ts";
import { type StaffWorld, startStaffWorld } from "../../testing/staff-fixture.ts";

let world: StaffWorld;
let username: string;
let token: string;

beforeAll(async () => {
  world = await startStaffWorld();
  ({ username } = await world.hire("staff"));
  token = await world.logIn(username);
});
afterAll(() => world.close());

const post = (id: number | string, rest: string, body?: unknown) =>
  world.call(`/api/bookings/${id}/${rest}`, { method: "POST", token, body });
const done = async (id: number, rest: string, body?: unknown) => {
  const answer = await post(id, rest, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return StaffBooking.parse(answer.body);
};
const received = (amount: string, method = "cash", reference?: string) => ({
  kind: "received",
  method,
  amount,
  ...(reference === undefined ? {} : { reference }),
});
const returned = (amount: string, method = "cash") => ({ kind: "returned", method, amount });
const receipt = async (id: number) =>
  Receipt.parse((await world.call(`/api/bookings/${id}/receipt`, { token })).body);
const takings = async (day: string) =>
  Takings.parse((await world.call(`/api/takings?day=${day}`, { token })).body);
const payByCard = async (id: number) => {
  const body = { stripeToken: "tok_visa" };
  const answer = await world.call(`/api/bookings/${id}/payment`, { method: "POST", token, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};

/** Stands `minutes` after the visit's start. */
async function standAt(id: number, minutes: number): Promise<void> {
  const { state } = await loadBooking(world.core, id);
  if (!state.exists) throw new Error(`no booking ${id}`);
  world.clock.set(new Date(state.startsAt.getTime() + minutes * 60_000));
  token = await world.logIn(username);
}

describe("money at the desk", () => {
  it("confirms, pays, is returned, and is the day's takings to the cent", async () => {
    const day = venueDayOf(world.clock.now(), world.core.timeZone);
    const other = await world.book();
    expect(await done(other, "money", received("10.00", "cash"))).toMatchObject({
      status: "pending",
      paymentStatus: "pending",
      receivedAmount: "10.00",
    });
    expect(await done(other, "money", received("27.50", "terminal", "Slip 4711"))).toMatchObject({
      status: "confirmed",
      paymentStatus: "downpaid",
    });
    expect(await done(other, "money", received("37.50", "transfer"))).toMatchObject({
      paymentStatus: "paid",
    });
    expect(await post(other, "money", received("0.01"))).toMatchObject({ status: 409 });
    expect(await done(other, "money", returned("7.25"))).toMatchObject({ paymentStatus: "downpaid" });
    expect(await post(other, "money", returned("67.76"))).toMatchObject({
      status: 409,
      body: { errors: [{ path: "amount" }] },
    });
    expect(await receipt(other)).toMatchObject({
      total: "75.00",
      tax: "0.00",
      received: "75.00",
      returned: "7.25",
      balance: "7.25",
    });
    expect(await takings(day)).toEqual({
      methods: { cash: "2.75", terminal: "27.50", transfer: "37.50", card: "0.00", marked: "0.00" },
      total: "67.75",
    });
    const history = await world.call(`/api/bookings/${other}/history`, { token });
    expect(JSON.stringify(history.body)).toContain(
      "$27.50 received at the desk by card terminal (Slip 4711)",
    );
    const logged = await world.sql`select data from events where stream = ${`booking-${other}`}`;
    expect(JSON.stringify(logged)).not.toContain("4711");
  });

  it("of a cancelled booking is to be returned, the card's through the provider", async () => {
    const id = await world.book();
    await payByCard(id);
    await done(id, "money", received("37.50"));
    const cancel = { method: "PATCH", token, body: { status: "cancelled" } };
    expect((await world.call(`/api/bookings/${id}`, cancel)).body).toMatchObject({ toReturnAmount: "37.50" });
    expect(await receipt(id)).toMatchObject({ total: "0.00", received: "75.00", balance: "-37.50" });
    expect(await post(id, "money", received("1.00"))).toMatchObject({ status: 409 });
    expect(await done(id, "money", returned("37.50"))).toMatchObject({
      toReturnAmount: "0.00",
      status: "cancelled",
    });
    expect(await receipt(id)).toMatchObject({ total: "0.00", returned: "75.00", balance: "0.00" });
    expect(await post(id, "money", returned("0.01"))).toMatchObject({ status: 409 });
  });

  it.each([
    [{ ...received("5.00"), kind: "stolen" }, "kind"],
    [received("5.00", "gold"), "method"],
    [received("0.00"), "amount"],
    [received("-5.00"), "amount"],
    [received("5.001"), "amount"],
    [{ kind: "received", method: "cash" }, "amount"],
    [received("5.00", "cash", "x".repeat(201)), "reference"],
  ])("%j is refused, naming the field", async (body, path) => {
    const id = await world.book();
    expect(await post(id, "money", body)).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });
});

describe("a refund of card money", () => {
  it("goes through the provider in part, with its reason apart from the log, never above what was paid", async () => {
    const id = await world.book();
    await payByCard(id);
    await done(id, "money", received("37.50"));
    expect(await post(id, "refunds", { amount: "37.51", reason: "Heating" })).toMatchObject({ status: 409 });
    await done(id, "refunds", { amount: "12.34", reason: "The heating failed" });
    const gone = async () => (await world.call(`/api/bookings/${id}`, { token })).body.refundedAmount;
    await expect.poll(gone, { timeout: 20_000 }).toBe("12.34");
    expect(await receipt(id)).toMatchObject({ received: "75.00", returned: "12.34", balance: "12.34" });
    const logged = await world.sql`select data from events where stream = ${`booking-${id}`}`;
    expect(JSON.stringify(logged)).not.toContain("heating");
    const history = await world.call(`/api/bookings/${id}/history`, { token });
    expect(JSON.stringify(history.body)).toContain("since staff decided so: The heating failed");
    expect(await post(id, "refunds", { amount: "1.00", reason: " " })).toMatchObject({ status: 400 });
    // With the downpayment refunded by the cancellation before.
    const { methods } = await takings(venueDayOf(world.clock.now(), world.core.timeZone));
    expect(methods.card).toBe("25.16");
  });
});

describe("a visit", () => {
  it("is noted by the clock, and shown", async () => {
    const [id, missed] = [await world.book(), await world.book()];
    for (const one of [id, missed]) await done(one, "money", received("37.50"));
    expect(await post(id, "arrived")).toMatchObject({ status: 409 });
    await standAt(id, -60);
    expect(await post(id, "left")).toMatchObject({ status: 409 });
    expect(await done(id, "arrived")).toMatchObject({ visit: "arrived" });
    expect(await done(id, "left")).toMatchObject({ visit: "left" });
    expect(await post(missed, "no-show")).toMatchObject({ status: 409 });
    await standAt(missed, 0);
    expect(await done(missed, "no-show")).toMatchObject({ visit: "no-show" });
    const cancel = { method: "PATCH", token, body: { status: "cancelled" } };
    expect((await world.call(`/api/bookings/${missed}`, cancel)).body).toMatchObject({
      refundedAmount: "0.00",
      toReturnAmount: "0.00",
    });
    expect((await world.call(`/api/bookings/${id}`, { token })).body).toMatchObject({ visit: "left" });
    expect(await post("999999", "arrived")).toMatchObject({ status: 404 });
  });
});

it("asks for a day", async () => {
  for (const query of ["", "?day=tomorrow", "?day=2026-13-01"]) {
    expect(await world.call(`/api/takings${query}`, { token })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "day" }] },
    });
  }
});
