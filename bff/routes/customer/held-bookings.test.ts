import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { priceOf } from "../../../core/booking/pricing.ts";
import {
  type Answer,
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

/** What a browser keeps of the answers it gets. */
function browser() {
  const jar = new Map<string, string>();
  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await world.call(path, {
      method,
      headers: { ...(cookie ? { cookie } : {}), "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (/Max-Age=0/i.test(set)) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }
  return {
    jar,
    get: (path: string, headers?: Record<string, string>) => send("GET", path, undefined, headers),
    post: (path: string, body: unknown = {}, headers?: Record<string, string>) =>
      send("POST", path, body, headers),
    put: (path: string, body: unknown) => send("PUT", path, body),
    async book(changes: Record<string, unknown> = {}, headers?: Record<string, string>) {
      const answer = await send("POST", "/api/bookings", world.submission(changes), headers);
      if (answer.status !== 201) throw new Error(answer.text);
      return answer;
    },
    async held(after?: Answer) {
      const position = after?.headers.get("log-position");
      const { status, headers, body } = await send(
        "GET",
        "/api/bookings/held",
        undefined,
        position ? { "read-after": position } : {},
      );
      expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
      return body as { id: number; manageUrl: string | null; holdUntil: string }[];
    },
  };
}

let days = 0;
/** Hours that no other test has; a weekday each. */
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
  const price = priceOf(rates, { duration: "hourly", hourCount: count, engineerRequired: false });
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
  it("sees it as its own hold, and nobody else does", async () => {
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

describe("letting a hold go", () => {
  it("frees the hours at once, tells the room's pages, and answers the same again", async () => {
    const visitor = browser();
    const day = freeDay();
    const page = await openSocket(world.base);
    page.say({ type: "subscribe_room", roomId: REHEARSAL_ROOM });
    await page.settled();
    const made = await visitor.book({ startDate: day });
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
    expect((await browser().book({ startDate: day })).status).toBe(201);
  });
});

describe("changing a hold", () => {
  it("takes other hours at their own price, and lets nobody pay the old one", async () => {
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
    expect(
      (await browser().book({ startDate: day, startTime: "09:00", endTime: "10:00", ...hours(day, 9, 1) }))
        .status,
    ).toBe(201);
  });
});
