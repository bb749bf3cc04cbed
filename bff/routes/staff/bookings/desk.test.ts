/** Checks what the desk's calls answer: visits by the clock, money by method, refunds through the provider, receipts and takings. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadBooking } from "../../../../core/booking/handle.ts";
import { openTestMail } from "../../../../core/testing/test-mail.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { Receipt } from "../../../contract/receipt.ts";
import { StaffBooking } from "../../../contract/staff/staff-booking.ts";
import { Takings } from "../../../contract/staff/takings.ts";
import { type StaffWorld, startStaffWorld } from "../../../testing/staff-fixture.ts";

const mail = openTestMail();
let world: StaffWorld;
let username: string;
let token: string;

beforeAll(async () => {
  world = await startStaffWorld({ mail: mail.office });
  ({ username } = await world.hire("staff"));
  token = await world.logIn(username);
});
afterAll(async () => {
  await world.close();
  await mail.remove();
});

const post = (id: number | string, rest: string, body?: unknown, headers: Record<string, string> = {}) =>
  world.call(`/api/bookings/${id}/${rest}`, { method: "POST", token, body, headers });
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

/** Sets the clock to `minutes` after the visit's start. */
async function standAt(id: number, minutes: number): Promise<void> {
  const { state } = await loadBooking(world.core, id);
  if (!state.exists) throw new Error(`no booking ${id}`);
  world.clock.set(new Date(state.startsAt.getTime() + minutes * 60_000));
  token = await world.logIn(username);
}

describe("money at the desk", () => {
  it("confirms, pays, is returned, and appears in the day's takings to the cent", async () => {
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
    expect(await done(other, "money", returned("7.25"))).toMatchObject({
      paymentStatus: "downpaid",
      dueAmount: "7.25",
    });
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
    const today = await takings(day);
    expect(today).toMatchObject({
      day,
      close: null,
      methods: { cash: "2.75", terminal: "27.50", transfer: "37.50", card: "0.00", marked: "0.00" },
      total: "67.75",
    });
    expect(
      today.entries.map(({ method, amount, by, afterClose }) => [method, amount, by, afterClose]),
    ).toEqual([
      ["cash", "10.00", "Grace Hopper", false],
      ["terminal", "27.50", "Grace Hopper", false],
      ["transfer", "37.50", "Grace Hopper", false],
      ["cash", "-7.25", "Grace Hopper", false],
    ]);
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

describe("a repeated press", () => {
  const keyed = (key: string) => ({ "Idempotency-Key": key });

  it("takes money once, also if nothing is due any more, or both presses come at once", async () => {
    const id = await world.book();
    const all = received("75.00");
    const [one, two] = await Promise.all([1, 2].map(() => post(id, "money", all, keyed("pay-all"))));
    expect([one?.status, two?.status]).toEqual([200, 200]);
    expect(await post(id, "money", all, keyed("pay-all"))).toMatchObject({
      status: 200,
      body: { paymentStatus: "paid", receivedAmount: "75.00" },
    });
    expect(await post(id, "money", all)).toMatchObject({ status: 409 });
    const other = received("1.00");
    expect(await post(id, "money", other, keyed("pay-all"))).toMatchObject({ status: 422 });
    expect(await post(id, "money", all, keyed(""))).toMatchObject({ status: 400 });
    const another = await world.book();
    await done(another, "money", other);
    expect(await post(another, "money", received("2.00"), keyed("pay-all"))).toMatchObject({ status: 200 });
  });

  it("refunds once", async () => {
    const id = await world.book();
    await payByCard(id);
    const refund = { amount: "20.00", reason: "The heating failed" };
    for (const _ of [1, 2]) expect((await post(id, "refunds", refund, keyed("r"))).status).toBe(200);
    expect(await receipt(id)).toMatchObject({ returned: "20.00" });
    const changed = { ...refund, reason: "Another" };
    expect(await post(id, "refunds", changed, keyed("r"))).toMatchObject({ status: 422 });
    expect(await post(id, "money", received("5.00"), keyed("r"))).toMatchObject({ status: 422 });
  });
});

describe("a receipt by mail", () => {
  it("says what the page says, to the person who booked, once for each request", async () => {
    const id = await world.book();
    await done(id, "money", received("40.00"));
    const headers = { "Idempotency-Key": "mail-it" };
    for (const _ of [1, 2]) expect((await post(id, "receipt/mail", undefined, headers)).status).toBe(200);
    const { email } = (await world.call(`/api/bookings/${id}`, { token })).body;
    const receipts = async () =>
      (await mail.read()).filter(
        ({ to, subject }) => to?.[0]?.address === email && subject?.startsWith("Receipt: "),
      );
    await expect.poll(async () => (await receipts()).length, { timeout: 20_000 }).toBe(1);
    const text = (await receipts())[0]?.text ?? "";
    expect(text).toMatch(/Total: +\$75\.00\nReceived: +\$40\.00\nDue: +\$35\.00/);
    expect(text).toContain("?receipt=true");
    expect(text).not.toContain("Tax");
    const history = await world.call(`/api/bookings/${id}/history`, { token });
    expect(JSON.stringify(history.body)).toContain("Receipt requested by mail");
    expect(await post("999999", "receipt/mail")).toMatchObject({ status: 404 });
  });

  it("is mailed five times an hour at most; a repeated request counts once", async () => {
    const id = await world.book();
    const mailIt = (key: string) => post(id, "receipt/mail", undefined, { "Idempotency-Key": key });
    for (const key of ["1", "2", "3", "3", "4", "5"]) expect((await mailIt(key)).status).toBe(200);
    const refused = await mailIt("6");
    expect(refused).toMatchObject({ status: 429, body: { code: "TooManyRequests" } });
    expect(refused.body.message).toMatch(/5 times within the hour/);
    expect((await mailIt("5")).status).toBe(200);
  });
});

const close = (day: string, countedAmount: unknown, expectedAmount: unknown) =>
  world.call("/api/takings/close", {
    method: "POST",
    token,
    body: { day, countedAmount, expectedAmount },
  });

describe("closing a day", () => {
  it("records the count beside the expected amount, once, and marks what comes after", async () => {
    const day = venueDayOf(world.clock.now(), world.core.timeZone);
    const { cash } = (await takings(day)).methods;
    expect(await close(day, "5.00", "0.01")).toMatchObject({ status: 409 });
    const counted = (Number(cash) - 1.5).toFixed(2);
    const closed = await close(day, counted, cash);
    expect(closed.status, JSON.stringify(closed.body)).toBe(200);
    expect(closed.body.close).toMatchObject({
      countedAmount: counted,
      expectedAmount: cash,
      differenceAmount: "-1.50",
      by: "Grace Hopper",
    });
    expect(await close(day, counted, cash)).toMatchObject({ status: 200 });
    expect(await close(day, "1.00", cash)).toMatchObject({ status: 409 });
    world.clock.advanceMinutes(1);
    await done(await world.book(), "money", received("3.00"));
    const { entries, close: shown, methods } = await takings(day);
    expect(entries.map(({ afterClose }) => afterClose).lastIndexOf(false)).toBe(entries.length - 2);
    expect(entries.at(-1)).toMatchObject({ amount: "3.00", afterClose: true });
    expect(shown?.expectedAmount).toBe(cash);
    expect(methods.cash).toBe((Number(cash) + 3).toFixed(2));
  });

  it.each([
    ["2030-01-01", "1.00", "0.00", 409, undefined],
    ["someday", "1.00", "0.00", 400, "day"],
    ["2026-11-30", "-1.00", "0.00", 400, "countedAmount"],
    ["2026-11-30", "much", "0.00", 400, "countedAmount"],
    ["2026-11-30", "0.00", null, 400, "expectedAmount"],
    ["2026-11-30", "0", "-1.00", 409, undefined],
  ])("of %s with %s, %s is refused", async (day, counted, expected, status, path) => {
    expect(await close(day, counted, expected)).toMatchObject({
      status,
      ...(path ? { body: { errors: [{ path }] } } : {}),
    });
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
    expect(JSON.stringify(history.body)).toContain("staff decided to refund it: The heating failed");
    expect(await post(id, "refunds", { amount: "1.00", reason: " " })).toMatchObject({ status: 400 });
    // Limited to what the earlier refunds have left.
    const day = venueDayOf(world.clock.now(), world.core.timeZone);
    const onCards = async () => (await takings(day)).methods.card;
    await expect.poll(onCards, { timeout: 20_000 }).toBe("42.66");
  });
});

describe("a visit", () => {
  it("is marked by the clock, and shown", async () => {
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

it("requires a day", async () => {
  for (const query of ["", "?day=tomorrow", "?day=2026-13-01"]) {
    expect(await world.call(`/api/takings${query}`, { token })).toMatchObject({
      status: 400,
      body: { errors: [{ path: "day" }] },
    });
  }
});

describe("a close while cash is taken", () => {
  beforeAll(() => world.clock.set("2026-12-03T15:00:00Z"));

  it("reads the expected amount from the log, though the projection is behind", async () => {
    world.clock.advanceMinutes(24 * 60);
    const day = venueDayOf(world.clock.now(), world.core.timeZone);
    token = await world.logIn(username);
    await done(await world.book(), "money", received("10.00"));
    expect((await takings(day)).methods.cash).toBe("10.00");
    await world.ownerSql`update projection_cursors set state = 'parked', parked_error = 'a test', parked_at = now() where name = 'takings'`;
    await done(await world.book(), "money", received("7.00"));
    const refused = await close(day, "10.00", "10.00");
    expect(refused).toMatchObject({ status: 409, body: { code: "TakingsChanged" } });
    expect(refused.body.message).toContain("$17.00");
    const closed = await close(day, "17.00", "17.00");
    expect(closed).toMatchObject({ status: 200, body: { close: { expectedAmount: "17.00" } } });
    await world.ownerSql`update projection_cursors 
      set state = 'running', parked_error = null, parked_at = null where name = 'takings'`;
    expect((await takings(day)).entries.map(({ afterClose }) => afterClose)).toEqual([false, false]);
  }, 30_000);

  it("includes each payment that races with it in its figure, or shows it as after the close", async () => {
    for (let round = 0; round < 12; round++) {
      world.clock.advanceMinutes(24 * 60);
      token = await world.logIn(username);
      const day = venueDayOf(world.clock.now(), world.core.timeZone);
      const bookings = await Promise.all(Array.from({ length: 6 }, () => world.book()));
      const closing = async (): Promise<unknown> => {
        for (let seen = 0; ; seen = Number((await takings(day)).methods.cash)) {
          const { status, body } = await close(day, "1.00", seen.toFixed(2));
          if (status === 200) return body;
        }
      };
      const deeds: (() => Promise<unknown>)[] = bookings.map(
        (id) => () => done(id, "money", received("1.00")),
      );
      // The close comes first, in the middle or last.
      deeds.splice((round * 2) % 7, 0, closing);
      await Promise.all(deeds.map((deed) => deed()));
      const { entries, close: closed } = await takings(day);
      const counted = entries.filter(({ afterClose }) => !afterClose);
      expect(entries).toHaveLength(6);
      expect(closed?.expectedAmount).toBe(counted.length.toFixed(2));
    }
  }, 60_000);
});
