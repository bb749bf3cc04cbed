import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { priceOf } from "../../../core/booking/rules/pricing.ts";
import { verificationLink } from "../../../core/customer/mailed-links.ts";
import { openBrowser } from "../../testing/browser-fixture.ts";
import {
  type Answer,
  MEDIA_PRODUCTION,
  openSocket,
  REHEARSAL_ROOM,
  startVisitorWorld,
  type VisitorWorld,
} from "../../testing/visitor-fixture.ts";

let world: VisitorWorld;
beforeAll(async () => {
  world = await startVisitorWorld();
});
afterAll(() => world.close());

const browser = () => openBrowser(world);

let days = 0;
/** Hours that no other test uses; one weekday for each test. */
function freeDay(): string {
  days += 1;
  return new Date(
    Date.parse("2027-01-04T12:00:00Z") + (days + 2 * Math.floor((days - 1) / 5)) * 86_400_000 - 86_400_000,
  )
    .toISOString()
    .slice(0, 10);
}

const hours = (startDate: string, start: number, count: number, changes: Record<string, unknown> = {}) => {
  const rates = world.core.rooms.byId(REHEARSAL_ROOM)?.rates ?? {
    hourlyCents: 0,
    halfDayCents: 0,
    fullDayCents: 0,
  };
  const price = priceOf(
    rates,
    { duration: "hourly", hourCount: count, engineerRequired: false },
    world.core.settings.now(),
  );
  return {
    startDate,
    startTime: `${start}:00`.padStart(5, "0"),
    endTime: `${start + count}:00`,
    hourCount: count,
    totalAmount: price.totalCents / 100,
    downpaymentAmount: price.downpaymentCents / 100,
    remainingAmount: price.remainingCents / 100,
    ...changes,
  };
};

describe("the browser that made a booking", () => {
  it("sees it as its own hold, and other browsers do not", async () => {
    const visitor = browser();
    const made = await visitor.book({ startDate: freeDay() });
    const { id } = made.body;
    const [cookie] = made.headers.getSetCookie();
    expect(cookie).toMatch(
      new RegExp(`^hub_booking_${id}=${id}\\.[\\w-]{43}; Max-Age=\\d+; Path=/api; HttpOnly; SameSite=Lax$`),
    );
    const [hold, ...more] = await visitor.held(made);
    expect(more).toEqual([]);
    expect(hold).toMatchObject({
      id,
      status: "pending",
      holdUntil: made.body.holdUntil,
      roomSlug: "rehearsal-room",
      manageUrl: `/guest/${visitor.jar.get(`hub_booking_${id}`)}`,
    });
    const own = await visitor.get(`/api/bookings/${id}/own`);
    expect([own.status, own.body]).toEqual([200, hold]);
    const stranger = browser();
    expect(await stranger.held(made)).toEqual([]);
    stranger.jar.set(`hub_booking_${id}`, `${id}.${"a".repeat(43)}`);
    expect(await stranger.held(made)).toEqual([]);
    const refused = await stranger.get(`/api/bookings/${id}/own`);
    expect([refused.status, refused.body.code]).toEqual([403, "NotTheHolder"]);
    const { requestId: _, ...none } = (await stranger.get("/api/bookings/999999/own")).body;
    const { requestId: __, ...some } = refused.body;
    expect(none).toEqual(some);
  });
});

describe("a booking whose answer was lost", () => {
  it("is found by the next press, hold and cookie, and does not conflict with itself", async () => {
    const visitor = browser();
    const asked = world.submission({ startDate: freeDay() });
    const key = { "idempotency-key": "0b2a9c1e-6a55-4b1f-9f5e-2d1a1c7f0f3b" };
    const lost = await visitor.post("/api/bookings", asked, key);
    visitor.jar.clear();
    const again = await visitor.post("/api/bookings", asked, key);
    expect([again.status, again.body]).toEqual([201, lost.body]);
    expect((await visitor.held(lost)).map(({ id }) => id)).toEqual([lost.body.id]);
    const other = await visitor.post("/api/bookings", asked);
    expect([other.status, other.body.code]).toEqual([409, "SlotTaken"]);
  });
});

describe("the cookies of bookings", () => {
  it("stay separate when two tabs book at once, and the oldest are dropped beyond twelve", async () => {
    const visitor = browser();
    const [day, next] = [freeDay(), freeDay()];
    const both = await Promise.all([visitor.book(hours(day, 9, 1)), visitor.book(hours(day, 10, 1))]);
    expect(visitor.jar.size).toBe(2);
    let last = both[1];
    for (let hour = 9; hour < 20; hour++) last = await visitor.book(hours(next, hour, 1));
    const ids = [...visitor.jar.keys()].map((name) => Number(name.split("_")[2]));
    expect(ids).toHaveLength(12);
    expect(Math.min(...ids)).toBeGreaterThan(Math.min(...both.map(({ body }) => body.id)));
    expect(await visitor.held(last)).toHaveLength(12);
  });

  it("are valid until 30 days after the visit", async () => {
    const made = await browser().book({ startDate: freeDay() });
    const [, maxAge] = /Max-Age=(\d+)/.exec(made.headers.getSetCookie()[0] ?? "") ?? [];
    const until = Date.parse(made.body.endTime) + 30 * 86_400_000;
    expect(Number(maxAge)).toBe((until - world.clock.now().getTime()) / 1000);
  });

  it("are forgotten when the customer logs out, also everywhere", async () => {
    for (const path of ["/api/auth/user-logout", "/api/auth/user-logout-everywhere"]) {
      const customer = browser();
      await customer.register();
      await customer.book({ startDate: freeDay() });
      expect(customer.jar.size).toBeGreaterThan(1);
      expect((await customer.post(path)).status).toBe(200);
      expect(
        [...customer.jar.keys()].filter(
          (name) => name.startsWith("hub_") || name.startsWith("customer_session"),
        ),
      ).toEqual([]);
    }
  });

  it("are of no use to another site", async () => {
    const visitor = browser();
    const made = await visitor.book({ startDate: freeDay() });
    const origin = { origin: "https://evil.example" };
    const answer = await visitor.post(`/api/bookings/${made.body.id}/release`, {}, origin);
    expect([answer.status, answer.body.code]).toEqual([403, "ForeignOrigin"]);
    expect(await visitor.held(made)).toHaveLength(1);
  });
});

describe("a customer", () => {
  it("sees the holds made on another device, without the guest's link, and can release them there", async () => {
    const phone = browser();
    const customer = await phone.register();
    const made = await phone.book({ startDate: freeDay() });
    const desk = browser();
    const login = { email: customer.email, password: customer.password };
    expect((await desk.post("/api/auth/user-login", login)).status).toBe(200);
    expect(await desk.held(made)).toMatchObject([{ id: made.body.id, manageUrl: null }]);
    expect((await phone.held(made))[0]?.manageUrl).toBeNull();
    const released = await desk.post(`/api/bookings/${made.body.id}/release`);
    expect(released.status).toBe(200);
    const own = await phone.get(`/api/bookings/${made.body.id}/own`);
    expect([own.body.status, own.body.cancellationStages]).toEqual(["cancelled", []]);
    const [event] = await world.sql`
      select type, meta from events where stream = ${`booking-${made.body.id}`} order by version desc limit 1`;
    expect([event?.type, event?.meta.actor.kind]).toEqual(["HoldReleased", "customer"]);
  });

  it("sees what was held as a guest with the email only once that is verified", async () => {
    const customer = browser();
    const { id, email } = await customer.register();
    const made = await browser().book({ startDate: freeDay(), email });
    expect(await customer.held(made)).toEqual([]);
    const link = await verificationLink(world.core, id, world.clock.now());
    expect((await customer.post("/api/auth/verify-email", { token: link?.token })).status).toBe(200);
    expect(await customer.held(made)).toMatchObject([{ id: made.body.id, manageUrl: null }]);
    expect((await customer.put(`/api/bookings/${made.body.id}/hold`, hours(freeDay(), 9, 1))).status).toBe(
      200,
    );
  });
});

describe("one's own booking", () => {
  it("states in its own dates and dollars what cancelling refunds", async () => {
    const visitor = browser();
    const asked = world.submission({ startDate: freeDay() });
    const made = await visitor.post("/api/bookings", asked);
    const startsAt = Date.parse(made.body.startTime);
    const ahead = (hoursAhead: number) => new Date(startsAt - hoursAhead * 3_600_000).toISOString();
    const stages = [
      { until: ahead(24), refundAmount: "36.00" },
      { until: ahead(12), refundAmount: "20.00" },
    ];
    const path = `/api/bookings/${made.body.id}/own`;
    expect((await visitor.get(path)).body.cancellationStages).toEqual(stages);
    const intent = await world.openIntent({ id: made.body.id, email: String(asked.email) });
    await world.pay(intent);
    await visitor.post(`/api/bookings/${made.body.id}/payment`, { paymentIntentId: intent.id });
    const paid = await visitor.get(path);
    expect(paid.body).toMatchObject({ status: "confirmed", paidAmount: "40.00", cancellationStages: stages });
    expect(await visitor.held(paid)).toEqual([]);
    const now = world.clock.now();
    world.clock.set(new Date(startsAt - 20 * 3_600_000));
    expect((await visitor.get(path)).body.cancellationStages).toEqual(stages.slice(1));
    world.clock.set(new Date(startsAt));
    expect((await visitor.get(path)).body.cancellationStages).toEqual([]);
    world.clock.set(now);
  });

  it("is no hold past its deadline, whether or not it was expired yet", async () => {
    const visitor = browser();
    const made = await visitor.book({ startDate: freeDay() });
    const now = world.clock.now();
    world.clock.advanceMinutes(30);
    expect(await visitor.held(made)).toEqual([]);
    const changed = await visitor.put(`/api/bookings/${made.body.id}/hold`, hours(freeDay(), 9, 1));
    expect([changed.status, changed.body.code]).toEqual([409, "HoldExpired"]);
    expect((await visitor.get(`/api/bookings/${made.body.id}/own`)).status).toBe(200);
    world.clock.set(now);
  });
});

describe("releasing a hold", () => {
  it("frees the hours at once, tells the room's pages, and answers the same again", async () => {
    const visitor = browser();
    // A room that no other test here books, so that no late message of another test arrives.
    const slot = { roomId: MEDIA_PRODUCTION, startDate: freeDay() };
    const page = await openSocket(world.base);
    page.say({ type: "subscribe_room", roomId: slot.roomId });
    await page.settled();
    const made = await visitor.book(slot);
    const { id } = made.body;
    const first = await visitor.post(`/api/bookings/${id}/release`);
    expect([first.status, first.body.booking.status, first.body.refundAmount]).toEqual([
      200,
      "cancelled",
      "0.00",
    ]);
    const heard = await page.hears(2);
    expect(heard.map(({ type }) => type)).toEqual(["booking_created", "booking_cancelled"]);
    page.close();
    const again = await visitor.post(`/api/bookings/${id}/release`);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await visitor.held(first)).toEqual([]);
    expect((await browser().book(slot)).status).toBe(201);
  });
});

describe("releasing a hold by the mail's link", () => {
  it("accepts the token in the body, of this booking only", async () => {
    const [mine, other] = [
      await browser().book({ startDate: freeDay() }),
      await browser().book({ startDate: freeDay() }),
    ];
    const tokenOf = (made: Answer) => /=([^;]+)/.exec(made.headers.getSetCookie()[0] ?? "")?.[1];
    const release = (token: unknown) => browser().post(`/api/bookings/${mine.body.id}/release`, { token });
    for (const token of [tokenOf(other), "nonsense", `${mine.body.id}.${"a".repeat(43)}`]) {
      const answer = await release(token);
      expect([answer.status, answer.body.code]).toEqual([403, "NotTheHolder"]);
    }
    expect((await release(7)).body).toMatchObject({ status: 400, errors: [{ path: "token" }] });
    expect((await release(tokenOf(mine))).status).toBe(200);
  });
});

describe("changing a hold", () => {
  it("names the field that is wrong, and the one that is missing", async () => {
    const visitor = browser();
    const day = freeDay();
    const { body } = await visitor.book({ startDate: day });
    const change = (changes: object) =>
      visitor.put(`/api/bookings/${body.id}/hold`, { ...hours(day, 12, 2), ...changes });
    expect((await change({ startTime: undefined })).body).toMatchObject({
      code: "MissingBookingInformation",
      errors: [{ path: "startTime" }],
    });
    expect((await change({ totalAmount: "1.00" })).body).toMatchObject({
      code: "InvalidBooking",
      errors: [{ path: "totalAmount", message: "The price is 80.00" }],
    });
    const taken = await browser().book(hours(day, 14, 1));
    expect((await change({ ...hours(day, 13, 2) })).body.code).toBe("SlotTaken");
    expect(taken.status).toBe(201);
    const stranger = await browser().put(`/api/bookings/${body.id}/hold`, hours(day, 12, 2));
    expect([stranger.status, stranger.body.code]).toEqual([403, "NotTheHolder"]);
  });

  it("changes the hours and their price, and the old price can no longer be paid", async () => {
    const visitor = browser();
    const day = freeDay();
    const asked = world.submission({ startDate: day });
    const made = await visitor.post("/api/bookings", asked);
    const { id } = made.body;
    const old = await world.openIntent({ id, email: String(asked.email) });
    const changed = await visitor.put(`/api/bookings/${id}/hold`, hours(day, 10, 3));
    expect([changed.status, changed.body]).toMatchObject([
      200,
      {
        id,
        totalAmount: "120.00",
        downpaymentAmount: "60.00",
        holdUntil: made.body.holdUntil,
        paymentRequired: true,
      },
    ]);
    expect((await world.pay(old)).body.error.code).toBe("payment_intent_unexpected_state");
    const next = await world.openIntent({ id, email: String(asked.email) });
    expect(next.id).not.toBe(old.id);
    expect((await world.pay(next)).body).toMatchObject({ status: "succeeded", amount: 6_000 });
    const paid = await visitor.post(`/api/bookings/${id}/payment`, { paymentIntentId: next.id });
    expect([paid.status, paid.body.booking.status]).toEqual([200, "confirmed"]);
    expect((await visitor.put(`/api/bookings/${id}/hold`, hours(day, 12, 2))).body.code).toBe("NoLongerHeld");
    expect((await visitor.post(`/api/bookings/${id}/release`)).body.code).toBe("NoLongerHeld");
    // The first hour is free again.
    expect((await browser().book(hours(day, 9, 1))).status).toBe(201);
  });
});
