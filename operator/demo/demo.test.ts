/** Shows that `make demo` makes a sample history with the real commands. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestBooking } from "../../core/booking/request-booking.ts";
import { loadWaitlist } from "../../core/booking/waitlist/load-waitlist.ts";
import { openEntries, runningOffer } from "../../core/booking/waitlist/waitlist.ts";
import { LOG_START } from "../../core/log/position.ts";
import { readAfter } from "../../core/log/read.ts";
import { type Config, readConfig } from "../../core/platform/config/config.ts";
import { seedKeys } from "../../core/platform/secrets/keys.ts";
import { createTestDatabase, type TestDatabase } from "../../core/testing/database.ts";
import { bookingRequest, createTestClock, createTestCore, testMeta } from "../../core/testing/test-core.ts";
import { FIRST_SCHEDULE, isClosedDay, slotStarts } from "../../core/venue/time/opening-hours.ts";
import { addDays, HOUR_MS, venueDayOf } from "../../core/venue/time/venue-time.ts";
import { recomputeAnalytics } from "../../projections/views/analytics/recomputed-report-fixture.ts";
import { readAnalytics } from "../../projections/views/analytics/report.ts";
import { readAccounts } from "../../projections/views/billing-accounts.ts";
import { makeDemo } from "./demo.ts";
import { REGULARS } from "./regulars.ts";

const TIME_ZONE = "America/New_York";

let database: TestDatabase;
let config: Config;

beforeAll(async () => {
  database = await createTestDatabase();
  await createTestCore(database);
  const SESSION_SECRET = "a secret of the tests, long enough for anyone";
  await seedKeys(database.ownerSql, SESSION_SECRET);
  const read = readConfig({ DATABASE_OWNER_URL: database.url, SESSION_SECRET });
  if (!read.ok) throw new Error("no config");
  config = read.config;
});
afterAll(() => database.drop());

const demo = (bookings: number, besideReal = false) =>
  makeDemo(database.ownerSql, config, { bookings, besideReal });

const count = async (): Promise<number> =>
  (await database.sql`select 1 from events where type = 'BookingRequested'`).length;

describe("the sample history", () => {
  it("is made by the real commands, in every state, with money that adds up", async () => {
    await demo(200);
    expect(await count()).toBe(200);
    const statuses = await database.sql<{ status: string }[]>`select distinct status from bookings`;
    expect(statuses.map(({ status }) => status).sort()).toEqual([
      "cancelled",
      "completed",
      "confirmed",
      "pending",
    ]);
    const [money] = await database.sql`
      select (select sum(amount) from simulated_stripe.charges) = (
          select sum((data ->> 'amountCents')::int) from events where type = 'DownpaymentReceived') as received,
        (select sum(amount) from simulated_stripe.refunds) = (
          select sum((data ->> 'amountCents')::int) from events
          where type = 'RefundIssued' and data ->> 'via' = 'stripe') as refunded,
        (select count(*) from events where occurred_at > now()) as early`;
    expect(money).toEqual({ received: true, refunded: true, early: 0 });
  });

  it("has regulars with an open, an overdue and a paid invoice, a credit note, and visits that are on none yet", async () => {
    const today = venueDayOf(new Date(), TIME_ZONE);
    const accounts = await readAccounts(database.sql, { today });
    expect(accounts.map(({ name }) => name)).toEqual(REGULARS.map(({ name }) => name).sort());
    expect(accounts.map(({ overdueCents }) => overdueCents > 0)).toEqual([true, false, false]);
    for (const { openCents, uninvoicedCents, creditLimitCents } of accounts) {
      expect(uninvoicedCents).toBeGreaterThan(0);
      expect(openCents).toBeGreaterThan(uninvoicedCents);
      expect(openCents).toBeLessThan(creditLimitCents);
    }
    const documents = await database.sql<{ type: string; day: string; stream: string }[]>`
      select type, data ->> 'issuedOn' as day, stream from events where stream like 'invoices-%' order by stream, version`;
    expect(documents.map(({ day }) => day)).toEqual(documents.map(({ day }) => day).sort());
    expect(documents.filter(({ type }) => type === "InvoiceIssued").length).toBeGreaterThanOrEqual(6);
    expect(documents.filter(({ type }) => type === "CreditNoteIssued")).toHaveLength(1);
    const [settled] = await database.sql`
      select (select count(*) from events where type = 'InvoiceMoneyReceived') as parts,
        (select count(*) from bookings where account_id is not null and payment_status = 'paid') > 0 as paid,
        (select count(*) from events e join events later using (stream)
          where e.stream like 'account-%' and later.version > e.version and later.occurred_at < e.occurred_at) as disordered`;
    expect(settled).toEqual({ parts: 7, paid: true, disordered: 0 });
  });

  it("has people who wait, an offer that can be taken, and offers that were taken, declined and lapsed", async () => {
    const { state: list } = await loadWaitlist(database.sql);
    const now = new Date();
    const open = openEntries(list);
    expect(open.map(({ state }) => state)).toEqual(["offered", "waiting", "waiting", "waiting", "waiting"]);
    const [offered] = open;
    expect(offered && (runningOffer(offered)?.until.getTime() ?? 0) - now.getTime()).toBeGreaterThan(
      11 * HOUR_MS,
    );
    const days = new Set(open.map(({ wish }) => wish.day));
    expect(days.size).toBe(2);
    const [first] = [...days].sort();
    expect(Date.parse(first ?? "") - now.getTime()).toBeLessThan(10 * 24 * HOUR_MS);
    const past = await database.sql<{ type: string; count: number }[]>`
      select type, count(*)::int from events where stream = 'waitlist-1' group by type order by type`;
    expect(past).toEqual([
      { type: "HoursOffered", count: 6 },
      { type: "OfferClaimed", count: 3 },
      { type: "OfferDeclined", count: 1 },
      { type: "OfferLapsed", count: 1 },
      { type: "WaitlistJoined", count: 11 },
      { type: "WaitlistLeft", count: 2 },
    ]);
    const [disordered] = await database.sql`
      select count(*)::int as count from events e join events later using (stream)
      where e.stream = 'waitlist-1' and later.version > e.version and later.occurred_at < e.occurred_at`;
    expect(disordered).toEqual({ count: 0 });
  });

  it("matches the figures of analytics", async () => {
    const now = new Date();
    const events = await readAfter(database.sql, LOG_START, 100_000);
    const persons = await database.sql<{ id: string; email: string }[]>`select id, email from personal_data`;
    const emails = new Map(persons.map(({ id, email }) => [id, email]));
    expect(await readAnalytics(database.sql, now, { timeZone: TIME_ZONE, opening: FIRST_SCHEDULE })).toEqual(
      recomputeAnalytics(events, emails, now, TIME_ZONE),
    );
  });

  it("sends no mail", async () => {
    const jobs = await database.sql`select 1 from graphile_worker.jobs where task_identifier = 'send-mail'`;
    expect(jobs).toHaveLength(0);
  });

  it("is made once, and can be extended", async () => {
    await demo(200);
    expect(await count()).toBe(200);
    await demo(210);
    expect(await count()).toBe(210);
  });

  it("is made beside real bookings only on request", async () => {
    const core = await createTestCore(database, createTestClock(new Date().toISOString()));
    let day = addDays(venueDayOf(new Date(), TIME_ZONE), 200);
    if (isClosedDay(day)) day = addDays(day, 1);
    const [startsAt = new Date()] = slotStarts(day, TIME_ZONE);
    const real = await requestBooking(core, bookingRequest(core, { roomId: 1, startsAt }), testMeta);
    expect(real.ok).toBe(true);
    await expect(demo(220)).rejects.toThrow("real bookings (1)");
    await demo(220, true);
    expect(await count()).toBe(221);
  });

  it("is refused if cards are charged", async () => {
    const stripe = { secretKey: "sk_live_x", publishableKey: "pk_live_x", webhookSecret: "whsec_x" };
    await expect(
      makeDemo(database.ownerSql, { ...config, stripe }, { bookings: 500, besideReal: true }),
    ).rejects.toThrow("simulated provider only");
  });
});
