/** Shows how points, tiers and benefits follow from the bookings of a customer. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BookingCommand } from "../../core/booking/booking.ts";
import { expireBooking, handleBooking, loadBooking } from "../../core/booking/handle.ts";
import { requestBooking } from "../../core/booking/request-booking.ts";
import type { BookingEvent } from "../../core/booking/state/booking-events.ts";
import { evolve } from "../../core/booking/state/booking-evolve.ts";
import { receivedCents, refundRequestedCents } from "../../core/booking/state/booking-money.ts";
import { noBooking } from "../../core/booking/state/booking-state.ts";
import type { Core } from "../../core/context.ts";
import { type CustomerAccount, customerAccount } from "../../core/customer/account.ts";
import { registerCustomer, verifyEmail } from "../../core/customer/handle.ts";
import { verificationLink } from "../../core/customer/mailed-links.ts";
import { feedbackCommand } from "../../core/feedback/feedback.ts";
import { leaveFeedback } from "../../core/feedback/handle.ts";
import { newSession } from "../../core/session/sessions.ts";
import { createTestDatabase, type TestDatabase } from "../../core/testing/database.ts";
import { bookingRequest, createTestCore, type TestClock, testMeta } from "../../core/testing/test-core.ts";
import { isClosedDay } from "../../core/venue/time/opening-hours.ts";
import { addDays, instantAt } from "../../core/venue/time/venue-time.ts";
import { catchUp as catchUpWith } from "../engine/catch-up-fixture.ts";
import { followerOf } from "../engine/projection.ts";
import { rebuildProjection } from "../engine/rebuild-one-fixture.ts";
import { feedbackOf } from "./feedback.ts";
import { loyalty, loyaltyOf, loyaltyRecord } from "./loyalty.ts";

let database: TestDatabase;
let core: Core & { clock: TestClock };
let account: CustomerAccount;

beforeAll(async () => {
  database = await createTestDatabase();
  core = await createTestCore(database);
  account = await verifiedCustomer("ada@example.test");
});
afterAll(() => database.drop());

async function verifiedCustomer(email: string): Promise<CustomerAccount> {
  const names = { firstName: "Ada", lastName: "Byron", phone: null };
  const session = newSession("customer", core.clock.now());
  const registered = await registerCustomer(
    core,
    { email, password: "secret1", ...names },
    testMeta,
    session,
  );
  if (!registered.ok) throw new Error(registered.rejection.code);
  const link = await verificationLink(core, registered.value.id, core.clock.now());
  const { sessionId } = session;
  const signedInAs = { kind: "customer" as const, sessionId, accountId: registered.value.id };
  await verifyEmail(core, { token: link?.token ?? "", signedInAs }, testMeta);
  const verified = await customerAccount(core, registered.value.id);
  if (!verified?.emailVerified) throw new Error("not verified");
  return verified;
}

const command = (kind: string) => ({ commandId: `${kind}:${randomUUID()}`, meta: testMeta });
const catchUp = async () => {
  for (const projection of [loyalty, feedbackOf(core)]) await catchUpWith(core.sql, followerOf(projection));
};

let nextSlot = { day: "2026-12-07", hour: 9, room: 1 };
/** A free hour of some room, a new one at each call. */
function freeSlot(): { roomId: number; startsAt: Date } {
  const { day, hour, room } = nextSlot;
  const following = addDays(day, 1);
  nextSlot =
    room < 7
      ? { day, hour, room: room + 1 }
      : hour < 21
        ? { day, hour: hour + 1, room: 1 }
        : { day: isClosedDay(following) ? addDays(day, 2) : following, hour: 9, room: 1 };
  return { roomId: room, startsAt: instantAt(day, hour, core.timeZone) };
}

type Owner = "signed in" | "guest" | "stranger" | "signed in, other email";
const BOOKED_BY: Record<Owner, () => { userId: number | null; email: string }> = {
  "signed in": () => ({ userId: account.id, email: account.email }),
  "signed in, other email": () => ({ userId: account.id, email: "office@example.test" }),
  guest: () => ({ userId: null, email: account.email.toUpperCase() }),
  stranger: () => ({ userId: account.id + 1_000, email: account.email }),
};

const STEPS = [
  "pay",
  "pay twice",
  "pay the balance",
  "confirm",
  "complete",
  "cancel by venue",
  "cancel by customer",
  "cancel own",
  "mark downpaid",
  "mark paid",
  "mark failed",
  "refund issued",
  "expire",
  "feedback",
] as const;
type Step = (typeof STEPS)[number];

async function book(by: Owner): Promise<number> {
  const slot = freeSlot();
  const { userId, email } = BOOKED_BY[by]();
  const request = bookingRequest(core, { ...slot, userId });
  const outcome = await requestBooking(core, { ...request, person: { ...request.person, email } }, testMeta);
  if (!outcome.ok) throw new Error(outcome.rejection.code);
  return outcome.value.id;
}

async function take(id: number, step: Step): Promise<void> {
  const now = core.clock.now();
  const run = (given: Exclude<BookingCommand, { type: "RequestBooking" }>) =>
    handleBooking(core, id, given, command(step));
  const downpayment = async (paymentIntentId: string) => {
    const [requested] = await core.sql<{ data: { downpaymentCents: number } }[]>`
      select data from events where stream = ${`booking-${id}`} and version = 1`;
    const amountCents = requested?.data.downpaymentCents ?? 0;
    const money = {
      paymentIntentId,
      chargeId: null,
      amountCents,
      hoursAvailable: true,
      now: core.clock.now(),
    };
    return run({ type: "ReceiveDownpayment", ...money });
  };
  switch (step) {
    case "pay":
      return void (await downpayment(`pi_${id}`));
    case "pay twice":
      await downpayment(`pi_${id}`);
      return void (await downpayment(`pi_${id}_again`));
    case "pay the balance": {
      const { state } = await loadBooking(core, id);
      if (!state.exists) return;
      const money = { paymentIntentId: `pi_${id}_balance`, chargeId: null, now };
      const amountCents = state.totalCents - state.downpaymentCents;
      return void (await run({ type: "ReceiveBalance", ...money, amountCents }));
    }
    case "confirm":
      return void (await run({ type: "ConfirmBooking" }));
    case "complete":
      return void (await run({ type: "CompleteBooking" }));
    case "cancel by venue":
    case "cancel by customer": {
      const cancelledBy = step === "cancel by venue" ? "venue" : "customer";
      return void (await run({ type: "CancelBooking", cancelledBy, now }));
    }
    case "cancel own":
      return void (await run({ type: "CancelOwnBooking", statedRefundCents: null, now }));
    case "mark downpaid":
      return void (await run({ type: "MarkPayment", paymentStatus: "downpaid" }));
    case "mark paid":
      return void (await run({ type: "MarkPayment", paymentStatus: "paid" }));
    case "mark failed":
      return void (await run({ type: "MarkPayment", paymentStatus: "failed" }));
    case "refund issued":
      return void (await run({ type: "RecordRefund", refundId: "refund-1", stripeRefundId: `re_${id}` }));
    case "expire":
      core.clock.advanceMinutes(31);
      await expireBooking(core, id);
      return core.clock.set(now);
    case "feedback": {
      const [row] = await core.sql<{ data: { roomId: number } }[]>`
        select data from events where stream = ${`booking-${id}`} and version = 1`;
      const stars = { rating: 5, experienceRating: 5, facilityRating: 5, serviceRating: 5, valueRating: 5 };
      const words = { comments: null, recommendations: null, improvements: null, favoriteFeatures: null };
      await leaveFeedback(
        core,
        account,
        {
          bookingId: id,
          roomId: row?.data.roomId ?? 0,
          ratings: stars,
          wouldRecommend: true,
          anonymous: false,
          visitPurpose: null,
          mayPublish: false,
          words,
        },
        testMeta,
      );
    }
  }
}

/** The figures, recomputed from the events of these bookings. */
async function recomputed(ids: readonly number[]) {
  const sums = { bookings: 0, completed: 0, spentCents: 0, feedback: 0 };
  for (const id of ids) {
    const events = await core.sql<BookingEvent[]>`
      select type, data from events where stream = ${`booking-${id}`} order by version`;
    const booking = events.reduce(evolve, noBooking);
    if (!booking.exists) throw new Error(`no booking ${id}`);
    const { state } = await loadBooking(core, id);
    const name = feedbackCommand(core.holderHash, state.exists ? state.reference : "");
    const [left] = await core.sql`select 1 from events where command_id = ${name}`;
    sums.feedback += left ? 1 : 0;
    if (booking.status === "cancelled") continue;
    sums.bookings += 1;
    sums.completed += booking.status === "completed" ? 1 : 0;
    sums.spentCents += receivedCents(booking) - refundRequestedCents(booking);
  }
  return loyaltyOf(sums);
}

describe("points and tiers", () => {
  it.each([
    [{ bookings: 0, completed: 0, spentCents: 0, feedback: 0 }, 0, "Bronze"],
    [{ bookings: 1, completed: 0, spentCents: 199, feedback: 0 }, 1, "Bronze"],
    [{ bookings: 1, completed: 1, spentCents: 7_550, feedback: 1 }, 150, "Bronze"],
    [{ bookings: 1, completed: 0, spentCents: 49_999, feedback: 0 }, 499, "Bronze"],
    [{ bookings: 1, completed: 0, spentCents: 50_000, feedback: 0 }, 500, "Silver"],
    [{ bookings: 20, completed: 20, spentCents: 47_500, feedback: 1 }, 1_500, "Gold"],
    [{ bookings: 20, completed: 20, spentCents: 47_400, feedback: 1 }, 1_499, "Silver"],
    [{ bookings: 50, completed: 50, spentCents: 150_000, feedback: 0 }, 4_000, "Platinum"],
    [{ bookings: 50, completed: 49, spentCents: 152_400, feedback: 1 }, 3_999, "Gold"],
  ])("%j earns %i: %s", (earned, points, tier) => {
    expect(loyaltyOf(earned)).toMatchObject({ points, tier });
  });

  it("includes the benefits of every lower tier", () => {
    const count = (spentCents: number) =>
      loyaltyOf({ bookings: 1, completed: 0, spentCents, feedback: 0 }).benefits.length;
    const counts = [0, 50_000, 150_000, 400_000].map(count);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(new Set(counts).size).toBe(4);
  });
});

describe("what a booking earns", () => {
  // Steps, and the customer's record after them: bookings, downpayments spent and bonus points. A booking is one hour in some room.
  it.each([
    [["pay"], 1, 1, 0],
    [["pay", "mark paid"], 1, 2, 0],
    [["pay", "complete"], 1, 1, 50],
    [["pay", "complete", "feedback"], 1, 1, 75],
    [["pay", "complete", "feedback", "feedback"], 1, 1, 75],
    [["pay", "cancel own"], 0, 0, 0],
    [["pay", "cancel by venue"], 0, 0, 0],
    [["expire"], 0, 0, 0],
    [["pay", "complete", "cancel by venue"], 0, 0, 0],
    // The venue has refunded everything; the uncancelled booking is unpaid.
    [["pay", "cancel by venue", "confirm"], 1, 0, 0],
    // 10% of the downpayment was retained.
    [["pay", "cancel by customer", "confirm"], 1, 0.1, 0],
    [["pay", "cancel by venue", "complete"], 1, 0, 50],
    [["pay", "cancel by venue", "refund issued", "complete", "mark paid"], 1, 2, 50],
    [["pay twice"], 1, 1, 0],
    [["pay twice", "refund issued"], 1, 1, 0],
    [["mark downpaid", "mark failed"], 1, 0, 0],
  ] satisfies [Step[], number, number, number][])("%j", async (steps, bookings, downpayments, bonus) => {
    const owner = await verifiedCustomer(`${randomUUID()}@example.test`);
    const other = account;
    account = owner;
    const id = await book("signed in");
    for (const step of steps) await take(id, step);
    account = other;
    await catchUp();
    const [requested] = await core.sql<{ data: { downpaymentCents: number } }[]>`
      select data from events where stream = ${`booking-${id}`} and version = 1`;
    const spentCents = (requested?.data.downpaymentCents ?? 0) * downpayments;
    expect(await loyaltyRecord(core.sql, { userId: owner.id, guestEmail: owner.email })).toMatchObject({
      bookings,
      spentCents,
      points: Math.floor(spentCents / 100) + bonus,
    });
  });

  it("agrees with the events after any history, and so does a rebuild", async () => {
    const owner = fc.constantFrom<Owner>("signed in", "guest", "stranger", "signed in, other email");
    const history = fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 7 });
    const own: number[] = [];
    const record = () => loyaltyRecord(core.sql, { userId: account.id, guestEmail: account.email });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(owner, history), { minLength: 1, maxLength: 3 }), async (made) => {
        for (const [by, steps] of made) {
          const id = await book(by);
          if (by !== "stranger") own.push(id);
          for (const step of steps) await take(id, step);
        }
        await catchUp();
        expect(await record()).toEqual(await recomputed(own));
      }),
      { numRuns: 30 },
    );
    const tables = ["loyalty", "feedback"] as const;
    const rows = () =>
      Promise.all(
        tables.map((table) => core.sql`select to_jsonb(t) as row from ${core.sql(table)} t order by 1`),
      );
    const live = [await rows(), await record()];
    await rebuildProjection(database.ownerSql, loyalty, () => undefined);
    await rebuildProjection(database.ownerSql, feedbackOf(core), () => undefined);
    expect([await rows(), await record()]).toEqual(live);
  }, 60_000);

  it("counts for its owner only", async () => {
    const eve = await verifiedCustomer("eve@example.test");
    const nothing = loyaltyOf({ bookings: 0, completed: 0, spentCents: 0, feedback: 0 });
    expect(await loyaltyRecord(core.sql, { userId: eve.id, guestEmail: eve.email })).toEqual(nothing);
    expect(await loyaltyRecord(core.sql, { userId: null, guestEmail: null })).toEqual(nothing);
  });
});
