import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expireBooking, handleBooking } from "../../../core/booking/handle.ts";
import { REJECTION_CODES } from "../../../core/log/rejection.ts";
import { cancelOpenIntent } from "../../../core/payment/payment-jobs.ts";
import { testMeta } from "../../../core/testing/test-core.ts";
import { REASONS } from "../../http/problem-reasons.ts";
import { startVisitorWorld, type VisitorWorld } from "../../testing/visitor-fixture.ts";

const DECLINED = "4000 0000 0000 0002";

let world: VisitorWorld;
beforeAll(async () => {
  world = await startVisitorWorld();
});
afterAll(() => world.close());

let hour = 0;
/** A booking of two hours that no other test uses. */
function newBooking() {
  hour += 1;
  const startDate = `2027-01-${String(4 + Math.floor(hour / 6)).padStart(2, "0")}`;
  const start = 9 + (hour % 6) * 2;
  return world.book({ startDate, startTime: `${start}:00`, endTime: `${start + 2}:00` });
}

const confirm = (id: number | string, body: object) => world.post(`/api/bookings/${id}/payment`, body);
const told = ({ status, body }: { status: number; body: { code?: string } }) => ({ status, code: body.code });

const events = async (id: number): Promise<string[]> => {
  const rows = await world.sql<{ type: string }[]>`
    select type from events where stream = ${`booking-${id}`} order by version`;
  return rows.map((row) => row.type);
};

describe("POST /api/create-payment-intent", () => {
  it("opens the downpayment, and answers the same intent again", async () => {
    const booking = await newBooking();
    const request = {
      bookingId: booking.id,
      customerEmail: booking.email.toUpperCase(),
      amount: "40.00",
      customerName: "Ada",
    };
    const first = await world.post("/api/create-payment-intent", request);
    expect(first.status).toBe(200);
    expect(first.headers.get("cache-control")).toBe("no-store");
    expect(first.body).toEqual({
      clientSecret: expect.stringMatching(/^pi_.+_secret_/),
      paymentIntentId: expect.stringMatching(/^pi_/),
      amount: "40.00",
      publishableKey: "pk_test_simulated",
      simulated: true,
      holdUntil: "2026-12-01T15:30:00.000Z",
    });
    const again = await world.post("/api/create-payment-intent", { ...request, amount: 40 });
    expect(again.body).toEqual(first.body);
  });

  it("NotTheCustomer: 403", async () => {
    const { id } = await newBooking();
    const answer = await world.post("/api/create-payment-intent", {
      bookingId: id,
      customerEmail: "mallory@example.test",
    });
    expect(told(answer)).toEqual({ status: 403, code: "NotTheCustomer" });
    expect(answer.body.errors).toEqual([{ path: "customerEmail", message: expect.any(String) }]);
  });

  it("tells a stranger nothing: neither which booking exists, nor whose it is, nor its state", async () => {
    const [open, paid, cancelled, expired, free] = await Promise.all([
      newBooking(),
      newBooking(),
      newBooking(),
      newBooking(),
      newBooking(),
    ]);
    const command = (id: number, given: Parameters<typeof handleBooking>[2]) =>
      handleBooking(world.core, id, given, { commandId: `${given.type}:${id}`, meta: testMeta });
    await command(paid.id, { type: "MarkPayment", paymentStatus: "paid" });
    await command(free.id, { type: "MarkPayment", paymentStatus: "downpaid" });
    await command(cancelled.id, { type: "CancelBooking", cancelledBy: "venue", now: world.clock.now() });
    await command(expired.id, {
      type: "ExpireBooking",
      now: new Date(world.clock.now().getTime() + 31 * 60_000),
    });
    const ask = async (bookingId: number, customerEmail: string, headers: Record<string, string> = {}) => {
      const answer = await world.post("/api/create-payment-intent", { bookingId, customerEmail }, headers);
      const { requestId, ...body } = answer.body;
      expect(requestId).toEqual(expect.any(String));
      return { status: answer.status, retryAfter: answer.headers.get("retry-after"), body };
    };
    const wrong = "mallory@example.test";
    const strangers = [
      await ask(9_999_999, wrong),
      await ask(9_999_999, open.email),
      await ask(open.id, wrong),
      await ask(paid.id, wrong),
      await ask(cancelled.id, wrong),
      await ask(expired.id, wrong),
      await ask(free.id, open.email),
    ];
    for (const answer of strangers) expect(answer).toEqual(strangers[0]);
    expect(strangers[0]).toMatchObject({ status: 403, body: { code: "NotTheCustomer" } });

    const guessed = await Promise.all(
      [paid, cancelled, expired, free].map(({ id, email }) => ask(id, email)),
    );
    for (const answer of guessed) expect(answer).toEqual(guessed[0]);
    expect(guessed[0]).toMatchObject({ status: 409, body: { code: "NothingToPayByCard" } });

    // Its holders are told: the browser that made it, the mailed link, and staff.
    const codeOf = async (booking: { id: number; email: string }, headers: Record<string, string>) =>
      (await ask(booking.id, booking.email, headers)).body.code;
    expect(await codeOf(paid, await world.holderCookie(paid))).toBe("AlreadyPaid");
    expect(await codeOf(cancelled, await world.holderCookie(cancelled))).toBe("BookingCancelled");
    expect(await codeOf(expired, await world.asStaff())).toBe("HoldExpired");
    expect(await codeOf(expired, await world.holderCookie(paid))).toBe("NothingToPayByCard");
    const { cookie = "" } = await world.holderCookie(cancelled);
    const token = cookie.slice(cookie.indexOf("=") + 1);
    const byLink = { bookingId: cancelled.id, customerEmail: cancelled.email, token };
    expect((await world.post("/api/create-payment-intent", byLink)).body.code).toBe("BookingCancelled");
    // Paying an open booking needs no proof.
    const opening = { bookingId: open.id, customerEmail: open.email };
    expect((await world.post("/api/create-payment-intent", opening)).status).toBe(200);
  });

  it("allows few wrong guesses of a booking from one address: 429 for any further guess, but not for its holder", async () => {
    const booking = await newBooking();
    const other = await newBooking();
    const from = { "x-forwarded-for": "198.51.100.77" };
    const ask = (id: number, customerEmail: string, headers: Record<string, string> = {}) =>
      world.post("/api/create-payment-intent", { bookingId: id, customerEmail }, { ...from, ...headers });
    // A right email does not count.
    for (let n = 0; n < 15; n++) expect((await ask(booking.id, booking.email)).status).toBe(200);
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, n) => ask(booking.id, `guess-${n}@example.test`)),
    );
    expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(403), 429, 429]);
    const held = await ask(booking.id, booking.email);
    expect([held.status, Number(held.headers.get("retry-after"))]).toEqual([429, expect.any(Number)]);
    expect((await ask(booking.id, booking.email, await world.holderCookie(booking))).status).toBe(200);
    expect((await ask(other.id, other.email)).status).toBe(200);
  });

  it.each(["39.99", 0, "a lot"])("AmountMismatch: 400 for %j", async (amount) => {
    const { id, email } = await newBooking();
    const answer = await world.post("/api/create-payment-intent", {
      bookingId: id,
      customerEmail: email,
      amount,
    });
    expect(told(answer)).toEqual({ status: 400, code: "AmountMismatch" });
    expect(answer.body.errors).toEqual([{ path: "amount", message: expect.any(String) }]);
  });

  it("opens the balance once the downpayment is paid, for the rest", async () => {
    const { id, email } = await newBooking();
    const cookie = await world.holderCookie({ id });
    const ask = (rest: object) =>
      world.post("/api/create-payment-intent", { bookingId: id, customerEmail: email, ...rest }, cookie);
    expect(told(await ask({ purpose: "balance" }))).toEqual({ status: 409, code: "DownpaymentDue" });
    const strange = await ask({ purpose: "tip" });
    expect([strange.status, strange.body.errors]).toEqual([
      400,
      [{ path: "purpose", message: "Purpose must be downpayment or balance" }],
    ]);
    const mark = { type: "MarkPayment", paymentStatus: "downpaid" } as const;
    await handleBooking(world.core, id, mark, { commandId: `mark:${id}`, meta: testMeta });
    expect(told(await ask({}))).toEqual({ status: 409, code: "AlreadyPaid" });
    expect((await ask({ purpose: "balance", amount: "40.00" })).body).toMatchObject({ amount: "40.00" });
  });

  it("HoldExpired: 409, before and after the expiry is written", async () => {
    const { id, email } = await newBooking();
    world.clock.advanceMinutes(31);
    const request = { bookingId: id, customerEmail: email };
    const cookie = await world.holderCookie({ id });
    expect(told(await world.post("/api/create-payment-intent", request, cookie))).toEqual({
      status: 409,
      code: "HoldExpired",
    });
    await expireBooking(world.core, id);
    expect(told(await world.post("/api/create-payment-intent", request, cookie))).toEqual({
      status: 409,
      code: "HoldExpired",
    });
    world.clock.set("2026-12-01T15:00:00Z");
  });

  it("BookingCancelled: 409", async () => {
    const { id, email } = await newBooking();
    const command = { type: "CancelBooking", cancelledBy: "venue", now: world.clock.now() } as const;
    await handleBooking(world.core, id, command, { commandId: `cancel:${id}`, meta: testMeta });
    const request = { bookingId: id, customerEmail: email };
    const answer = await world.post("/api/create-payment-intent", request, await world.holderCookie({ id }));
    expect(told(answer)).toEqual({ status: 409, code: "BookingCancelled" });
  });
});

describe("POST /api/bookings/{id}/payment", () => {
  it("confirms a paid booking, however often it is asked", async () => {
    const booking = await newBooking();
    const intent = await world.openIntent(booking);
    await world.pay(intent);
    const { status, headers, body } = await confirm(booking.id, { paymentIntentId: intent.id });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      message: "Payment successful! Your booking is confirmed.",
      booking: { id: booking.id, roomName: "Rehearsal Room", status: "confirmed", paymentStatus: "downpaid" },
    });
    expect(headers.get("log-position")).toMatch(/^\d+\.\d+\.\d+$/);
    expect((await confirm(booking.id, { paymentIntentId: intent.id })).body).toEqual(body);

    const again = { bookingId: booking.id, customerEmail: booking.email };
    const cookie = await world.holderCookie(booking);
    expect(told(await world.post("/api/create-payment-intent", again, cookie))).toEqual({
      status: 409,
      code: "AlreadyPaid",
    });
  });

  it("records one payment of the webhook and five clients at once", async () => {
    const booking = await newBooking();
    const intent = await world.openIntent(booking);
    await world.pay(intent);
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => confirm(booking.id, { paymentIntentId: intent.id })),
      world.simulated.deliverWebhooks(),
    ]);
    expect(answers.slice(0, 5).map((answer) => answer?.status)).toEqual([200, 200, 200, 200, 200]);
    await world.simulated.deliverWebhooks();
    expect(await events(booking.id)).toEqual([
      "BookingRequested",
      "PaymentIntentOpened",
      "DownpaymentReceived",
      "BookingConfirmed",
    ]);
  });

  it("PaymentNotSucceeded: 402 with the provider's words; another card then pays", async () => {
    const booking = await newBooking();
    const intent = await world.openIntent(booking);
    expect(told(await confirm(booking.id, { paymentIntentId: intent.id })).status).toBe(402);
    expect((await world.pay(intent, DECLINED)).status).toBe(402);
    const declined = await confirm(booking.id, { paymentIntentId: intent.id });
    expect(told(declined)).toEqual({ status: 402, code: "PaymentNotSucceeded" });
    expect(declined.body.message).toBe("Your card was declined.");
    await world.pay(intent);
    expect((await confirm(booking.id, { paymentIntentId: intent.id })).status).toBe(200);
  });

  it("PaymentMismatch: 400 for another booking's payment", async () => {
    const [one, other] = [await newBooking(), await newBooking()];
    const intent = await world.openIntent(one);
    await world.pay(intent);
    const answer = await confirm(other.id, { paymentIntentId: intent.id });
    expect(told(answer)).toEqual({ status: 400, code: "PaymentMismatch" });
    expect(answer.body.errors).toEqual([{ path: "paymentIntentId", message: expect.any(String) }]);
  });

  it.each(["pi_unknown", "no intent at all", "../../v1/refunds"])(
    "UnknownPaymentIntent: 404 for %j",
    async (paymentIntentId) => {
      const { id } = await newBooking();
      expect(told(await confirm(id, { paymentIntentId }))).toEqual({
        status: 404,
        code: "UnknownPaymentIntent",
      });
    },
  );

  it.each(["9999", "0", "-1", "1.5", "abc", "99999999999999999999", "%00"])(
    "BookingNotFound: 404 for %j",
    async (id) => {
      expect(told(await confirm(id, { paymentIntentId: "pi_unknown" }))).toEqual({
        status: 404,
        code: "BookingNotFound",
      });
    },
  );

  it("PaymentRefunded: 409 when the money came for hours that another booking has claimed meanwhile", async () => {
    const slot = { startDate: "2027-02-01", startTime: "09:00", endTime: "11:00" };
    const late = await world.book(slot);
    const intent = await world.openIntent(late);
    world.clock.advanceMinutes(31);
    await world.book(slot);
    await world.pay(intent);
    const answer = await confirm(late.id, { paymentIntentId: intent.id });
    world.clock.set("2026-12-01T15:00:00Z");
    expect(told(answer)).toEqual({ status: 409, code: "PaymentRefunded" });
    expect(answer.body.message).toMatch(/refunded/);
    expect(await events(late.id)).toContain("RefundRequested");
  });

  it("HoldExpired: 409 for a payment that was cancelled with its hold, while its page was open", async () => {
    const booking = await newBooking();
    const intent = await world.openIntent(booking);
    world.clock.advanceMinutes(31);
    await expireBooking(world.core, booking.id);
    await cancelOpenIntent(world.core, world.gateway, booking.id);
    expect((await world.pay(intent)).status).toBe(400);
    const answer = await confirm(booking.id, { paymentIntentId: intent.id });
    world.clock.set("2026-12-01T15:00:00Z");
    expect(told(answer)).toEqual({ status: 409, code: "HoldExpired" });
  });

  it("refuses a test token from a caller who is not signed in, and does nothing", async () => {
    const stranger = await newBooking();
    const before = await events(stranger.id);
    for (const stripeToken of ["tok_visa", "tok_chargeDeclined"]) {
      expect(told(await confirm(stranger.id, { stripeToken }))).toEqual({
        status: 401,
        code: "SessionRequired",
      });
    }
    // It does not tell which bookings exist either.
    expect((await confirm(999_999, { stripeToken: "tok_visa" })).status).toBe(401);
    expect(await events(stranger.id)).toEqual(before);
  });

  it("accepts a test token from staff, and says what is wrong with a bad one", async () => {
    const good = await newBooking();
    expect((await world.payByTestToken(good.id)).body).toMatchObject({ success: true });
    const bad = await newBooking();
    expect(told(await world.payByTestToken(bad.id, "tok_chargeDeclined"))).toEqual({
      status: 402,
      code: "PaymentNotSucceeded",
    });
    expect(told(await world.payByTestToken(bad.id, "tok_nonsense"))).toEqual({
      status: 402,
      code: "PaymentNotSucceeded",
    });
  });
});

describe("POST /api/stripe/webhook", () => {
  it("alone confirms the booking whose client never came back", async () => {
    const booking = await newBooking();
    await world.pay(await world.openIntent(booking));
    await world.simulated.deliverWebhooks();
    expect(await events(booking.id)).toContain("BookingConfirmed");
  });

  it("about a booking that was lost with its number changes nothing, and is logged", async () => {
    const booking = await newBooking();
    const lost = { bookingId: booking.id, reference: "7b1f6e0c-9a57-4a3e-8a86-2f8a6d8f3f11" };
    const request = { ...lost, amountCents: 7_500, idempotencyKey: "lost" };
    await world.pay(await world.gateway.openIntent(request));
    await world.simulated.deliverWebhooks();
    expect(await events(booking.id)).toEqual(["BookingRequested"]);
    expect(world.logged.join("")).toContain("a webhook is about a booking that does not exist here");
  });

  it.each([undefined, "t=1,v1=abc", "nonsense"])("refuses the signature %j", async (signature) => {
    const { status, body } = await world.call("/api/stripe/webhook", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(signature ? { "stripe-signature": signature } : {}),
      },
      body: JSON.stringify({ id: "evt_1", type: "payment_intent.succeeded" }),
    });
    expect({ status, code: body.code }).toEqual({ status: 400, code: "InvalidSignature" });
  });
});

describe("every rejection", () => {
  it("PaymentProviderUnavailable: 503 with Retry-After while the provider does not answer", async () => {
    const away = await startVisitorWorld();
    const booking = await away.book();
    await away.simulated.stop();
    const answer = await away.post("/api/create-payment-intent", {
      bookingId: booking.id,
      customerEmail: booking.email,
    });
    await away.close();
    expect(told(answer)).toEqual({ status: 503, code: "PaymentProviderUnavailable" });
    expect(answer.headers.get("retry-after")).toBe("5");
  });

  it("has words, a status and a title of its own", () => {
    for (const code of REJECTION_CODES) {
      const { status, title, message } = REASONS[code];
      expect(status).toBeGreaterThanOrEqual(400);
      expect(`${title}${message}`).not.toMatch(new RegExp(code));
      expect(message.length).toBeGreaterThan(8);
    }
  });
});
