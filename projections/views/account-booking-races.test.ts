/** Checks that series and single bookings on one billing account, at the same moment, sell no hour twice and never pass its limit. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBilling } from "../../core/billing/billing-fixture.ts";
import { openCents } from "../../core/booking/billing/account-money.ts";
import { entriesOf } from "../../core/booking/billing/pages.ts";
import { requestBooking } from "../../core/booking/request-booking.ts";
import type { Core } from "../../core/context.ts";
import { requestSeries } from "../../core/series/request-series.ts";
import { seriesRequest } from "../../core/series/series-fixture.ts";
import { createTestDatabase, type TestDatabase } from "../../core/testing/database.ts";
import { bookingRequest, createTestCore, testMeta } from "../../core/testing/test-core.ts";
import { addDays, instantAt } from "../../core/venue/time/venue-time.ts";
import { compareAccount } from "./compare-account-fixture.ts";

const FIRST_DAY = "2027-01-05";
const LIMIT = 50_000;

let database: TestDatabase;
let core: Core;
let billing: ReturnType<typeof createBilling>;
beforeAll(async () => {
  database = await createTestDatabase({ max: 20 });
  core = await createTestCore(database);
  billing = createBilling(core);
});
afterAll(() => database.drop());

describe("series and single bookings on one account at the same moment", () => {
  /** Six series of three weeks and six single bookings for the same hours, some of which overlap. */
  async function book({ roomId, creditLimitCents }: { roomId: number; creditLimitCents: number }) {
    const accountId = await billing.open({ terms: { creditLimitCents } });
    const repeat = { every: 1, count: 3 } as const;
    const requests = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        seriesRequest(core, { roomId, day: FIRST_DAY, hour: 10 + n, hours: 2, repeat }),
      ),
    );
    const singles = Array.from({ length: 6 }, (_, n) => ({
      roomId,
      startsAt: instantAt(addDays(FIRST_DAY, 7 * (n % 3)), 10 + 2 * n, core.timeZone),
    }));
    const outcomes = await Promise.all([
      ...requests.map((request) => requestSeries(core, { ...request, accountId }, testMeta)),
      ...singles.map((one) => requestBooking(core, { ...bookingRequest(core, one), accountId }, testMeta)),
    ]);
    const made = outcomes.flatMap((one) =>
      one.ok ? ("bookings" in one.value ? one.value.bookings : [one.value]) : [],
    );
    const account = await compareAccount(core, accountId);
    expect([...entriesOf(account.visits)].map(([id]) => id).sort((a, b) => a - b)).toEqual(
      made.map(({ id }) => id).sort((a, b) => a - b),
    );
    const [hours] = await core.sql`select count(*)::int as n from room_hours where room_id = ${roomId}`;
    expect(hours?.n).toBe(made.reduce((sum, { booking }) => sum + booking.hourCount, 0));
    return { account, made, codes: new Set(outcomes.map((one) => (one.ok ? "ok" : one.rejection.code))) };
  }

  it("no hour is sold twice, and who loses charges nothing", async () => {
    const { codes } = await book({ roomId: 2, creditLimitCents: 100_000_000 });
    expect(codes).toEqual(new Set(["ok", "SlotTaken"]));
  });

  it("none passes the credit limit", async () => {
    const { account, made, codes } = await book({ roomId: 3, creditLimitCents: LIMIT });
    expect(codes).toContain("CreditLimitExceeded");
    expect(made.length).toBeGreaterThan(0);
    expect(openCents(account)).toBeLessThanOrEqual(LIMIT);
  });
});
