import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { priceOf } from "../core/booking/pricing.ts";
import { passwordResetLink, verificationLink } from "../core/customer/mailed-links.ts";
import { instantAt } from "../core/venue/venue-time.ts";
import type { OwnBooking } from "./contract/customer.ts";
import type { FeedbackList } from "./contract/feedback.ts";
import { CUSTOMER_PASSWORD, type CustomerWorld, customerWorld } from "./customer-fixture.ts";
import { type Answer, type StaffWorld, startStaffWorld } from "./staff-fixture.ts";

let staffWorld: StaffWorld;
let world: CustomerWorld;
let addresses = 0;

beforeAll(async () => {
  staffWorld = await startStaffWorld();
  world = customerWorld(staffWorld);
});
afterAll(() => staffWorld.close());

const fromElsewhere = () => ({ "X-Forwarded-For": `203.0.113.${++addresses}` });
const post = (path: string, body: unknown, more: object = {}): Promise<Answer> =>
  staffWorld.call(path, { method: "POST", body, headers: fromElsewhere(), ...more });
const errorsOf = ({ body }: Answer) =>
  (body.errors as { path: string; message: string }[]).map(({ path, message }) => [path, message]);
const at = (day: string, hour: number): Date => instantAt(day, hour, staffWorld.core.timeZone);

/** What is then the case at another time; the clock goes back afterwards. */
async function atTime<T>(instant: Date, act: () => Promise<T>): Promise<T> {
  const now = staffWorld.clock.now();
  staffWorld.clock.set(instant);
  try {
    return await act();
  } finally {
    staffWorld.clock.set(now);
  }
}

describe("registering and signing in", () => {
  it("answers a token and the user, and sets the cookie", async () => {
    const answer = await post("/api/auth/register", {
      email: "Grace@example.test",
      password: "secret1",
      firstName: "Grace",
      lastName: "Hopper",
      phone: "",
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      user: {
        firstName: "Grace",
        lastName: "Hopper",
        email: "Grace@example.test",
        phone: null,
        emailVerified: false,
      },
    });
    const claims = decodeJwt(String(answer.body.token));
    expect(claims).toMatchObject({ kind: "customer", passwordVersion: 1 });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(7 * 24 * 3_600);
    expect(answer.headers.get("set-cookie")).toMatch(/^customer_session=.+HttpOnly; SameSite=Lax/);
    expect(JSON.stringify(answer.body)).not.toMatch(/argon|hash/i);
  });

  it("names every bad field in SPEC's words", async () => {
    const answer = await post("/api/auth/register", {
      email: "no",
      password: "12345",
      firstName: " ",
      lastName: "",
    });
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual([
      ["email", "Please enter a valid email address"],
      ["password", "Password must be at least 6 characters"],
      ["firstName", "First name is required"],
      ["lastName", "Last name is required"],
    ]);
    const login = await post("/api/auth/user-login", { email: "no", password: "" });
    expect(errorsOf(login)).toEqual([
      ["email", "Please enter a valid email address"],
      ["password", "Password is required"],
    ]);
  });

  it("refuses a taken email", async () => {
    const { email } = await world.register();
    const again = { email: email.toUpperCase(), password: "secret1", firstName: "A", lastName: "B" };
    const answer = await post("/api/auth/register", again);
    expect([answer.status, answer.body.message]).toEqual([
      409,
      "There is already an account with this email",
    ]);
    expect(errorsOf(answer)[0]?.[0]).toBe("email");
  });

  it("answers an unknown email and a wrong password alike", async () => {
    const { email, id } = await world.register();
    const logIn = (who: string, password: string) => post("/api/auth/user-login", { email: who, password });
    const [wrong, unknown] = [await logIn(email, "wrong"), await logIn("nobody@example.test", "wrong")];
    for (const { status, body } of [wrong, unknown]) {
      expect([status, body.message]).toEqual([401, "Invalid email or password"]);
    }
    const right = await logIn(email.toUpperCase(), CUSTOMER_PASSWORD);
    expect(right.status).toBe(200);
    expect(right.body.user).toMatchObject({ id });
  });

  it("bears ten failures per account and address, and counts no success", async () => {
    const { email } = await world.register();
    const headers = fromElsewhere();
    const logIn = (password: string, from: object = { headers }) =>
      post("/api/auth/user-login", { email, password }, from);
    for (let i = 0; i < 12; i++) expect((await logIn(CUSTOMER_PASSWORD)).status).toBe(200);
    for (let i = 0; i < 10; i++) expect((await logIn("wrong")).status).toBe(401);
    const blocked = await logIn(CUSTOMER_PASSWORD);
    expect([blocked.status, Number(blocked.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect((await logIn(CUSTOMER_PASSWORD, {})).status).toBe(200);
  });

  it("logs out by taking the cookie back", async () => {
    const answer = await post("/api/auth/user-logout", {});
    expect(answer.body.message).toBe("You have been successfully logged out.");
    expect(answer.headers.get("set-cookie")).toMatch(/^customer_session=; Max-Age=0/);
  });
});

describe("mailed links", () => {
  it("verify an email by POST alone, so that a mail scanner verifies nobody", async () => {
    const customer = await world.register();
    const link = await verificationLink(staffWorld.core, customer.id, staffWorld.clock.now());
    const path = `/api/auth/verify-email?token=${link?.token}`;
    expect((await staffWorld.call(path)).body).toEqual({ email: customer.email, emailVerified: false });
    expect((await staffWorld.call(path)).body).toMatchObject({ emailVerified: false });
    expect((await post("/api/auth/verify-email", { token: link?.token })).body).toMatchObject({
      success: true,
    });
    expect((await staffWorld.call("/api/auth/me", { token: customer.token })).body).toMatchObject({
      emailVerified: true,
    });
    expect((await staffWorld.call("/api/auth/verify-email?token=1.2.3")).status).toBe(403);
  });

  it("set a new password once; whether there is an account is never told", async () => {
    const customer = await world.register();
    const answers = await Promise.all(
      [customer.email, "nobody@example.test"].map((email) => post("/api/auth/forgot-password", { email })),
    );
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    const link = await passwordResetLink(staffWorld.core, customer.id, staffWorld.clock.now());
    const reset = (password: string) => post("/api/auth/reset-password", { token: link?.token, password });
    expect(errorsOf(await reset("short"))).toEqual([["password", "Password must be at least 6 characters"]]);
    expect((await reset("another1")).status).toBe(200);
    expect((await reset("a third one")).status).toBe(403);
    expect((await staffWorld.call("/api/auth/me", { token: customer.token })).status).toBe(401);
    const fresh = await post("/api/auth/user-login", { email: customer.email, password: "another1" });
    const me = await staffWorld.call("/api/auth/me", { token: String(fresh.body.token) });
    expect(me.body).toMatchObject({ emailVerified: true });
  });
});

describe("booking while signed in", () => {
  it("makes the booking the customer's own", async () => {
    const customer = await world.register();
    const room = staffWorld.core.rooms.byId(5);
    if (!room) throw new Error("no room");
    const price = priceOf(room.rates, { duration: "hourly", hourCount: 2, engineerRequired: false });
    const dollars = (cents: number) => cents / 100;
    const submission = {
      roomId: 5,
      firstName: "Ada",
      lastName: "Byron",
      email: "other@example.test",
      phone: "+1 212 555 0100",
      startDate: "2027-02-01",
      eventType: "Rehearsal",
      hourCount: 2,
      totalAmount: dollars(price.totalCents),
      downpaymentAmount: dollars(price.downpaymentCents),
      remainingAmount: dollars(price.remainingCents),
      terms: true,
    };
    const made = await post(
      "/api/bookings",
      { ...submission, startTime: "10:00", endTime: "12:00" },
      { token: customer.token },
    );
    expect(made.status).toBe(201);
    const guests = await post("/api/bookings", { ...submission, startTime: "14:00", endTime: "16:00" });
    expect(guests.status).toBe(201);
    const { body } = await staffWorld.call("/api/auth/bookings", { token: customer.token });
    const own = body as unknown as OwnBooking[];
    expect(own).toHaveLength(1);
    expect(own[0]).toMatchObject({
      id: made.body.id,
      userId: customer.id,
      roomName: "Rehearsal Room",
      roomSlug: "rehearsal-room",
      email: "other@example.test",
      eventType: "Rehearsal",
      totalAmount: "80.00",
      downpaymentAmount: "40.00",
      paidAmount: "0.00",
      status: "pending",
      cancellable: true,
      reschedulable: true,
      rescheduleUntil: "2027-04-02",
      feedback: "none",
    });
    const [event] = await staffWorld.sql`
      select data, meta from events where stream = ${`booking-${made.body.id}`} and version = 1`;
    expect([event?.data.userId, event?.meta.actor]).toEqual([
      customer.id,
      { kind: "customer", id: customer.id },
    ]);
  });
});

describe("cancelling one's own booking", () => {
  it("states the refund, and gives back exactly that", async () => {
    const customer = await world.register();
    const { id, startsAt } = await world.book({ userId: customer.id });
    const path = `/api/auth/bookings/${id}`;
    const as = { token: customer.token };
    const terms = (await staffWorld.call(`${path}/cancellation`, as)).body;
    expect(terms.refundHoldsUntil).toBe(new Date(startsAt.getTime() - 24 * 3_600_000).toISOString());
    const justTooLate = new Date(startsAt.getTime() - 24 * 3_600_000 + 1);
    await atTime(justTooLate, async () => {
      const fresh = await post("/api/auth/user-login", {
        email: customer.email,
        password: CUSTOMER_PASSWORD,
      });
      const later = { token: String(fresh.body.token) };
      const refused = await post(`${path}/cancel`, { refundAmount: terms.refundAmount }, later);
      expect([refused.status, refused.body.code]).toEqual([409, "RefundChanged"]);
    });
    const cancelled = await post(`${path}/cancel`, { refundAmount: terms.refundAmount }, as);
    expect([cancelled.status, cancelled.body.refundAmount]).toEqual([200, terms.refundAmount]);
    expect(cancelled.body.booking).toMatchObject({ id, status: "cancelled" });
    const again = await post(`${path}/cancel`, {}, as);
    expect([again.status, again.body.refundAmount]).toEqual([200, terms.refundAmount]);
    expect((await post(`${path}/cancel`, { refundAmount: "much" }, as)).status).toBe(400);
  });

  it("says so when nothing was charged", async () => {
    const booking = await world.book({}, { unpaid: true });
    const answer = await post(`/api/guest/${world.guestToken(booking.id)}/cancel`, {});
    expect(answer.body.message).toBe("Your booking is cancelled. Nothing was charged.");
  });
});

describe("moving one's own booking", () => {
  it("answers where it stands now, or why not", async () => {
    const customer = await world.register();
    const first = await world.book({ userId: customer.id }, { roomId: 7, startsAt: at("2027-03-01", 10) });
    await world.book({}, { roomId: 7, startsAt: at("2027-03-02", 10) });
    const move = (startDate: string, startTime: string) =>
      post(`/api/auth/bookings/${first.id}/reschedule`, { startDate, startTime }, { token: customer.token });
    const taken = await move("2027-03-02", "11:00");
    expect([taken.status, taken.body.message]).toEqual([409, "Time slot is already booked"]);
    expect(errorsOf(await move("2027-05-03", "10:00"))).toEqual([
      ["startDate", "The new date must be within 60 days of the date first booked"],
    ]);
    expect(errorsOf(await move("2027-03-07", "10:00"))[0]).toEqual([
      "startDate",
      "The venue is closed on Sundays",
    ]);
    expect(
      errorsOf(await post(`/api/auth/bookings/${first.id}/reschedule`, {}, { token: customer.token })),
    ).toEqual([
      ["startDate", "Start date is required"],
      ["startTime", "Start time is required"],
    ]);
    const moved = await move("2027-03-02", "2:00 PM");
    expect(moved.status).toBe(200);
    expect(moved.body.booking).toMatchObject({
      startTime: at("2027-03-02", 14).toISOString(),
      endTime: at("2027-03-02", 16).toISOString(),
      status: "confirmed",
      paymentStatus: "downpaid",
    });
    const { body } = await staffWorld.call("/api/auth/bookings", { token: customer.token });
    expect(body).toMatchObject([
      { startTime: at("2027-03-02", 14).toISOString(), rescheduleUntil: "2027-04-30" },
    ]);
    await expect
      .poll(async () => {
        const query = "startDate=2027-03-01&endDate=2027-03-02";
        const taken = await staffWorld.call(`/api/rooms/7/bookings?${query}`);
        return (taken.body as unknown as { startTime: string }[]).map(({ startTime }) => startTime);
      })
      .toEqual([at("2027-03-02", 10).toISOString(), at("2027-03-02", 14).toISOString()]);
  });

  it("refreshes the open pages of that room", async () => {
    const booking = await world.book({}, { roomId: 6, startsAt: at("2027-03-08", 10) });
    const socket = new WebSocket(`ws://127.0.0.1:${staffWorld.port}/ws`);
    const heard: string[] = [];
    await new Promise((resolve) => socket.once("open", resolve));
    socket.on("message", (data) => heard.push(JSON.parse(String(data)).type));
    socket.send(JSON.stringify({ type: "subscribe_room", roomId: 6 }));
    const moved = await post(`/api/guest/${world.guestToken(booking.id)}/reschedule`, {
      startDate: "2027-03-09",
      startTime: "10:00",
    });
    expect(moved.status).toBe(200);
    await expect.poll(() => heard, { timeout: 5_000 }).toContain("booking_cancelled");
    socket.close();
  });
});

describe("feedback", () => {
  const words = {
    comments: "Lovely piano",
    improvements: "",
    favoriteFeatures: "The light",
    recommendations: null,
  };
  const submission = (booking: { id: number; roomId: number }) => ({
    bookingId: booking.id,
    roomId: booking.roomId,
    customerEmail: "somebody@example.test",
    customerName: "Somebody Else",
    visitPurpose: "recording",
    ...words,
  });
  const listed = async () => {
    const token = await staffWorld.logIn((await staffWorld.hire("staff")).username);
    return async (query = "") =>
      (await staffWorld.call(`/api/feedback${query}`, { token })).body as unknown as FeedbackList;
  };

  it("names every bad field in SPEC's words", async () => {
    const { token } = await world.register();
    const answer = await post(
      "/api/feedback",
      {
        ...submission({ id: 1, roomId: 1 }),
        customerEmail: "no",
        customerName: "",
        rating: 0,
        visitPurpose: "Fun",
      },
      { token },
    );
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toEqual([
      ["customerEmail", "Invalid email address"],
      ["customerName", "Name is required"],
      ["rating", "Rating is required"],
      ["visitPurpose", "Choose one of the visit purposes"],
    ]);
  });

  it("is left once per booking, however often it is sent, and read by staff with the account's own name", async () => {
    const customer = await world.register();
    const booking = await world.book({ userId: customer.id });
    const send = (changes: object = {}) =>
      post("/api/feedback", { ...submission(booking), rating: 4, ...changes }, { token: customer.token });
    const early = await send();
    expect([early.status, early.body.code]).toEqual([409, "FeedbackNotOpen"]);
    await world.command(booking.id, { type: "CompleteBooking" });
    const wrongRoom = await send({ roomId: (booking.roomId % 7) + 1 });
    expect(errorsOf(wrongRoom)).toEqual([["roomId", "This is not the booking's room"]]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => send()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === "FeedbackAlreadyLeft")).toHaveLength(4);
    const read = await listed();
    const { feedback, rooms } = await read(`?roomId=${booking.roomId}`);
    expect(feedback[0]).toMatchObject({
      bookingId: booking.id,
      customerName: "Ada Byron",
      customerEmail: customer.email,
      rating: 4,
      valueRating: 5,
      visitPurpose: "Recording",
      comments: "Lovely piano",
      improvements: null,
      wouldRecommend: true,
    });
    expect(rooms.find(({ roomId }) => roomId === booking.roomId)).toMatchObject({
      count: 1,
      rating: 4,
      recommendPercent: 100,
    });
    const { body } = await staffWorld.call("/api/user/bookings", { token: customer.token });
    expect(body).toMatchObject([{ feedback: "left" }]);
  });

  it("left anonymously has a name nowhere", async () => {
    const customer = await world.register("hidden.hilda@example.test");
    const booking = await world.book({ userId: customer.id, email: customer.email });
    await world.command(booking.id, { type: "CompleteBooking" });
    const answer = await post(
      "/api/feedback",
      { ...submission(booking), customerName: "Hilda", anonymous: true },
      { token: customer.token },
    );
    expect(answer.body).toEqual({ success: true, message: "Thank you for your feedback!" });
    const review = (await (await listed())()).feedback[0];
    expect(review).toMatchObject({
      anonymous: true,
      bookingId: null,
      customerName: null,
      customerEmail: null,
      comments: "Lovely piano",
    });
    expect(JSON.stringify(review)).not.toMatch(/hilda|byron|somebody/i);
    const [stored] = await staffWorld.sql`
      select p.* from personal_data p join feedback f on f.person_id = p.id where f.booking_id = ${booking.id}`;
    expect(JSON.stringify(stored)).not.toMatch(/hilda|byron|somebody/i);
    const [event] = await staffWorld.sql`
      select data from events where type = 'FeedbackLeft' and (data->>'bookingId')::int = ${booking.id}`;
    expect(JSON.stringify(event?.data)).not.toMatch(/hilda|byron|somebody|piano/i);
  });

  it("is read page by page, newest first", async () => {
    const customer = await world.register();
    for (let n = 0; n < 5; n++) {
      const booking = await world.book({ userId: customer.id });
      await world.command(booking.id, { type: "CompleteBooking" });
      await post("/api/feedback", submission(booking), { token: customer.token });
    }
    const read = await listed();
    const all = (await read("?limit=100")).feedback.map(({ id }) => id);
    const paged: number[] = [];
    for (let before: number | null = 0; before !== null; ) {
      const page = await read(`?limit=2${before ? `&before=${before}` : ""}`);
      expect(page.total).toBe(all.length);
      paged.push(...page.feedback.map(({ id }) => id));
      before = page.nextBefore;
    }
    expect(paged).toEqual(all);
    expect(all).toEqual([...all].sort((a, b) => b - a));
  });
});
