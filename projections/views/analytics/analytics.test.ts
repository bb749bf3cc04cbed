/** Shows that the figures of analytics equal those recomputed from the events. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BookingCommand } from "../../../core/booking/booking.ts";
import { expireBooking, handleBooking, loadBooking } from "../../../core/booking/handle.ts";
import { requestBooking } from "../../../core/booking/request-booking.ts";
import type { Core } from "../../../core/context.ts";
import { answerInquiry, receiveInquiry, setInquiryDone } from "../../../core/inquiry/handle.ts";
import { LOG_START } from "../../../core/log/position.ts";
import { readAfter } from "../../../core/log/read.ts";
import { createTestDatabase, type TestDatabase } from "../../../core/testing/database.ts";
import {
  bookingRequest,
  createTestClock,
  createTestCore,
  type TestClock,
  testMeta,
} from "../../../core/testing/test-core.ts";
import { shortOrLong } from "../../../core/testing/test-length.ts";
import { slotStarts } from "../../../core/venue/time/opening-hours.ts";
import { addDays, HOUR_MS, venueDayOf } from "../../../core/venue/time/venue-time.ts";
import { catchUp, catchUpBy } from "../../engine/catch-up-fixture.ts";
import { followerOf } from "../../engine/projection.ts";
import { rebuildProjection } from "../../engine/rebuild-one-fixture.ts";
import { analyticsOf } from "./analytics.ts";
import { recomputeAnalytics } from "./recomputed-report-fixture.ts";
import { readAnalytics } from "./report.ts";

/** Emails that differ only in case are one customer; every few histories use new people. */
const NAMES = ["ada", "Ada", "grace", "joan", "kay"];
const CHANGES = [
  "confirm",
  "complete",
  "cancel by venue",
  "cancel by customer",
  "expire",
  "decline a card",
  "mark downpaid",
  "mark paid",
  "mark failed",
  "reschedule",
] as const;
const MONEY = ["pay", "pay the balance", "issue refund", "fail refund", "retry refund"] as const;

const name = fc.constantFrom(...NAMES);
const which = fc.nat();
const request = fc.record({
  do: fc.constant("request" as const),
  name,
  roomId: fc.integer({ min: 1, max: 7 }),
  daysAhead: fc.nat(40),
  slot: fc.nat(10),
  hours: fc.integer({ min: 1, max: 3 }),
});
const wait = fc.record({ do: fc.constant("wait" as const), minutes: fc.integer({ min: 1, max: 4_000 }) });
const step = fc.oneof(
  { weight: 5, arbitrary: request },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("inquire" as const), name }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom(...CHANGES), which }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom(...MONEY), which }) },
  { weight: 4, arbitrary: wait },
  // In the middle of a history the projection processes what there is, in batches of this size.
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("project" as const), batch: fc.integer({ min: 1, max: 9 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
/** Every history begins with bookings, so that its other steps have bookings to change for any seed. */
const history = fc
  .tuple(fc.array(request, { minLength: 4, maxLength: 4 }), fc.array(step, { minLength: 10, maxLength: 40 }))
  .map(([requests, steps]): Step[] => [...requests, ...steps]);

let database: TestDatabase;
let core: Core & { clock: TestClock };
const ids: number[] = [];
let histories = 0;
const emailOf = (name: string): string => `${name}-${Math.floor(histories / 4)}@example.test`;

beforeAll(async () => {
  database = await createTestDatabase();
  // Two weeks before the clocks go back in New York.
  core = await createTestCore(database, createTestClock("2026-10-18T15:00:00Z"));
});
afterAll(() => database.drop());

async function project(batch: number): Promise<void> {
  await catchUpBy(batch, core.sql, followerOf(analyticsOf(core)));
}

/** Transactions of other tests may hold events back for a moment. */
async function projectAll(): Promise<void> {
  await catchUp(core.sql, followerOf(analyticsOf(core)));
}

async function requestRoom(asked: Extract<Step, { do: "request" }>): Promise<void> {
  const day = addDays(venueDayOf(core.clock.now(), core.timeZone), asked.daysAhead);
  const startsAt = slotStarts(day, core.timeZone)[asked.slot];
  if (!startsAt) return;
  const { roomId, hours } = asked;
  const { person, ...rest } = bookingRequest(core, { roomId, startsAt, hours });
  const outcome = await requestBooking(
    core,
    { ...rest, person: { ...person, email: emailOf(asked.name) } },
    testMeta,
  );
  if (outcome.ok) ids.push(outcome.value.id);
}

type Change = Exclude<BookingCommand, { type: "RequestBooking" }>;

/** The command that a step means for the booking in its state; null if there is none. */
async function commandOf(
  kind: Exclude<Step["do"], "request" | "inquire" | "wait" | "project" | "expire">,
  id: number,
): Promise<Change | null> {
  const { state, version } = await loadBooking(core, id);
  if (!state.exists) return null;
  const now = core.clock.now();
  const refundId = Object.keys(state.refunds).at(-1) ?? "refund-1";
  const stripeRefundId = state.refunds[refundId]?.stripeRefundId ?? `re_${id}_${version}`;
  const paymentIntentId = `pi_${id}_${version}`;
  switch (kind) {
    case "confirm":
      return { type: "ConfirmBooking" };
    case "complete":
      return { type: "CompleteBooking" };
    case "cancel by venue":
      return { type: "CancelBooking", cancelledBy: "venue", now };
    case "cancel by customer":
      return { type: "CancelBooking", cancelledBy: "customer", now };
    case "decline a card":
      return { type: "FailPayment", paymentIntentId, attemptId: paymentIntentId, declineCode: null };
    case "mark downpaid":
      return { type: "MarkPayment", paymentStatus: "downpaid" };
    case "mark paid":
      return { type: "MarkPayment", paymentStatus: "paid" };
    case "mark failed":
      return { type: "MarkPayment", paymentStatus: "failed" };
    case "pay": {
      const payment = { paymentIntentId, chargeId: `ch_${id}`, amountCents: state.downpaymentCents };
      return { type: "ReceiveDownpayment", ...payment, hoursAvailable: version % 2 === 0, now };
    }
    case "pay the balance": {
      const amountCents = state.totalCents - state.downpaymentCents;
      return { type: "ReceiveBalance", paymentIntentId, chargeId: `ch_${id}`, amountCents, now };
    }
    case "issue refund":
      return { type: "RecordRefund", refundId, stripeRefundId };
    case "fail refund":
      return { type: "RecordRefundFailure", refundId, stripeRefundId, reasonCode: null };
    case "retry refund":
      return { type: "RetryRefund", refundId, now };
    case "reschedule": {
      const startsAt = new Date(state.startsAt.getTime() + 7 * 24 * HOUR_MS);
      const { timeZone } = core;
      return {
        type: "RescheduleBooking",
        startDate: venueDayOf(startsAt, timeZone),
        startsAt,
        room: { bookable: true },
        now,
        timeZone,
        opening: core.settings.schedule(),
      };
    }
  }
}

/** Refusals are part of a history: they write nothing and cause nothing. */
async function carryOut(next: Step): Promise<void> {
  switch (next.do) {
    case "request":
      return requestRoom(next);
    case "inquire": {
      const person = { firstName: "Ada", lastName: "Byron", email: emailOf(next.name), phone: null };
      const message = { ...person, interestedRoom: null, message: "Hello" };
      const received = await receiveInquiry(core, message, testMeta);
      if (!received.ok) return;
      const { id } = received.value;
      await answerInquiry(core, { id, text: "Good day", idempotencyKey: null }, testMeta);
      await setInquiryDone(core, { id, done: true }, testMeta);
      return;
    }
    case "wait":
      return core.clock.advanceMinutes(next.minutes);
    case "project":
      return project(next.batch);
    default: {
      const id = ids[next.which % ids.length];
      if (id === undefined) return;
      if (next.do === "expire") {
        await expireBooking(core, id);
        return;
      }
      const command = await commandOf(next.do, id);
      const context = { commandId: randomUUID(), meta: testMeta };
      if (command) await handleBooking(core, id, command, context);
    }
  }
}

async function recomputed() {
  const events = await readAfter(core.sql, LOG_START, 1_000_000);
  const persons = await core.sql<{ id: string; email: string }[]>`select id, email from personal_data`;
  const emails = new Map(persons.map((person) => [person.id, person.email]));
  return recomputeAnalytics(events, emails, core.clock.now(), core.timeZone);
}

const TABLES = analyticsOf({ timeZone: "UTC", holderHash: (text) => text }).tables;

async function rows(): Promise<unknown[]> {
  const tables = await Promise.all(
    TABLES.map((table) => database.sql`select to_jsonb(t) as row from ${database.sql(table)} t order by t`),
  );
  return tables.map((table) => table.map(({ row }) => row));
}

describe("analytics", () => {
  it("match the events of any history, figure by figure, and are the same when rebuilt", async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        histories += 1;
        for (const next of steps) await carryOut(next);
        await projectAll();
        expect(
          await readAnalytics(core.sql, core.clock.now(), {
            timeZone: core.timeZone,
            opening: core.settings.schedule(),
          }),
        ).toEqual(await recomputed());
        const live = await rows();
        await rebuildProjection(database.ownerSql, analyticsOf(core), () => undefined);
        expect(await rows()).toEqual(live);
      }),
      { numRuns: shortOrLong(10, 60), endOnFailure: true },
    );
    expect(ids.length).toBeGreaterThan(shortOrLong(20, 50));
  }, 300_000);

  it("do not change if a batch is processed again", async () => {
    const before = await rows();
    await core.sql`update projection_cursors set epoch = 0, xid = '0', position = 0 where name = 'analytics'`;
    await project(50);
    await projectAll();
    expect(await rows()).toEqual(before);
  });

  it("are all zero before anything has happened", async () => {
    const empty = await createTestDatabase();
    const report = await readAnalytics(empty.sql, core.clock.now(), {
      timeZone: core.timeZone,
      opening: core.settings.schedule(),
    });
    expect(report).toEqual(recomputeAnalytics([], new Map(), core.clock.now(), core.timeZone));
    await empty.drop();
  });
});
