/** Checks that a series claims all of its dates or none, against all that race, and what it says of each date. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestBooking } from "../booking/request-booking.ts";
import { closeRooms } from "../closure/handle.ts";
import type { Core } from "../context.ts";
import { createMoneyWorld, type MoneyWorld } from "../payment/money-fixture.ts";
import { bookingRequest, type TestClock, testMeta } from "../testing/test-core.ts";
import { addDays, instantAt } from "../venue/time/venue-time.ts";
import { quoteSeries } from "./plan-series.ts";
import { requestSeries } from "./request-series.ts";
import { seriesRequest } from "./series-fixture.ts";

let world: MoneyWorld;
let core: Core & { clock: TestClock };
beforeAll(async () => {
  world = await createMoneyWorld();
  core = world.core;
});
afterAll(() => world.close());

const weekly = { every: 1, count: 4 } as const;

async function book(day: string, hour: number, { roomId = 1, hours = 1 } = {}) {
  const startsAt = instantAt(day, hour, core.timeZone);
  return requestBooking(core, bookingRequest(core, { roomId, startsAt, hours }), testMeta);
}

const close = (day: string, from: number, until: number, roomIds: number[]) =>
  closeRooms(
    core,
    world.gateway,
    {
      roomIds,
      wholeVenue: false,
      startsAt: instantAt(day, from, core.timeZone),
      endsAt: instantAt(day, until, core.timeZone),
      reason: "Repairs",
      public: false,
      bookings: new Map(),
    },
    testMeta,
  );

async function claimsOf(roomId: number): Promise<number> {
  const [row] = await core.sql`select count(*)::integer as n from room_hours where room_id = ${roomId}`;
  return row?.n;
}

describe("a quote", () => {
  it("tells every date: free, taken with other places that day, or closed", async () => {
    expect(await book("2026-12-15", 19, { roomId: 2 })).toMatchObject({ ok: true });
    expect(await close("2026-12-22", 9, 22, [2])).toMatchObject({ ok: true });
    expect(await close("2026-12-29", 18, 19, [2])).toMatchObject({ ok: true });
    const request = await seriesRequest(core, { roomId: 2, day: "2026-12-08", hour: 18, repeat: weekly });
    const quote = await quoteSeries(core, request, "visitor");
    if (!quote.ok) throw new Error(quote.rejection.code);
    expect(quote.dates.map(({ day, state }) => `${day} ${state}`)).toEqual([
      "2026-12-08 free",
      "2026-12-15 taken",
      "2026-12-22 closed",
      "2026-12-29 taken",
    ]);
    const [free, taken] = quote.dates;
    expect(free?.alternatives).toEqual([]);
    expect(taken?.alternatives).toHaveLength(3);
    for (const { startsAt } of taken?.alternatives ?? []) {
      expect(startsAt.toISOString().slice(0, 10)).toMatch(/2026-12-1[56]/);
    }
    expect(quote.totalCents).toBe(free?.price.totalCents);
  });

  it("keeps the venue's wall time when the clocks change, and tells a closed first day", async () => {
    const request = await seriesRequest(core, {
      day: "2027-03-09",
      hour: 18,
      repeat: { every: 1, count: 2 },
    });
    const quote = await quoteSeries(core, request, "visitor");
    if (!quote.ok) throw new Error(quote.rejection.code);
    expect(quote.dates.map(({ startsAt }) => startsAt.toISOString())).toEqual([
      "2027-03-09T23:00:00.000Z",
      "2027-03-16T22:00:00.000Z",
    ]);
    const sunday = await seriesRequest(core, { day: "2026-12-13", hour: 18, repeat: weekly });
    const closed = await quoteSeries(core, sunday, "visitor");
    expect(closed).toMatchObject({ ok: true, totalCents: 0 });
    if (closed.ok) expect(closed.dates.every(({ state }) => state === "closed")).toBe(true);
  });

  it("names what is wrong with the request", async () => {
    const request = await seriesRequest(core, {
      day: "2026-12-08",
      hour: 7,
      repeat: { every: 1, count: 53 },
    });
    const refused = await quoteSeries(core, { ...request, attendees: 5_000 }, "visitor");
    expect(refused).toMatchObject({ ok: false, rejection: { code: "InvalidBooking" } });
    if (!refused.ok) {
      expect(refused.rejection.errors?.map(({ path }) => path).sort()).toEqual([
        "attendees",
        "repeat",
        "startTime",
      ]);
    }
  });
});

describe("a series", () => {
  it("books the free dates that are not skipped, one of them elsewhere, with one deadline and numbers in order", async () => {
    await book("2026-12-17", 18, { roomId: 3 });
    const request = await seriesRequest(core, {
      roomId: 3,
      day: "2026-12-10",
      hour: 18,
      repeat: { every: 1, count: 4 },
      skip: ["2026-12-24"],
      swaps: new Map([["2026-12-17", { startHour: 20 }]]),
    });
    const swapped = await seriesRequest(core, { roomId: 3, day: "2026-12-17", hour: 20, repeat: weekly });
    const one = Number(swapped.quoted?.totalCents) / 4;
    const totalCents = Number(request.quoted?.totalCents) + one;
    const quoted = { totalCents, downpaymentCents: totalCents / 2, remainingCents: totalCents / 2 };
    const outcome = await requestSeries(core, { ...request, quoted }, testMeta);
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.rejection));
    const { id, series, bookings } = outcome.value;
    expect(series.dates.map(({ day }) => day)).toEqual(["2026-12-10", "2026-12-17", "2026-12-31"]);
    expect(bookings.map(({ booking }) => booking.series)).toEqual(
      [1, 2, 3].map((number) => ({ id, number })),
    );
    expect(bookings[1]?.booking.startsAt).toEqual(instantAt("2026-12-17", 20, core.timeZone));
    expect(new Set(bookings.map(({ booking }) => booking.holdUntil.getTime())).size).toBe(1);
    expect(new Set(bookings.map(({ booking }) => booking.reference)).size).toBe(3);
  });

  it("is refused with every lost date, and then holds nothing", async () => {
    await book("2027-01-12", 19, { roomId: 4 });
    await book("2027-01-26", 18, { roomId: 4 });
    const request = await seriesRequest(core, { roomId: 4, day: "2027-01-05", hour: 18, repeat: weekly });
    const before = await claimsOf(4);
    const refused = await requestSeries(core, request, testMeta);
    expect(refused).toMatchObject({
      ok: false,
      rejection: { code: "SlotTaken", dates: ["2027-01-12", "2027-01-26"] },
    });
    expect(await claimsOf(4)).toBe(before);
  });

  it("compares the sums that the visitor saw", async () => {
    const request = await seriesRequest(core, { roomId: 4, day: "2027-02-02", hour: 18, repeat: weekly });
    const wrong = { ...request, quoted: { totalCents: 1, downpaymentCents: 1, remainingCents: 0 } };
    const refused = await requestSeries(core, wrong, testMeta);
    expect(refused).toMatchObject({ ok: false, rejection: { code: "InvalidBooking" } });
    if (!refused.ok) {
      const paths = refused.rejection.errors?.map(({ path }) => path);
      expect(paths).toEqual(["totalAmount", "downpaymentAmount", "remainingAmount"]);
    }
  });

  it("answers a repeated request with the first series", async () => {
    const repeatable = { idempotencyKey: "series-once", bodyHash: "same" };
    const given = { roomId: 4, day: "2027-02-03", hour: 18, repeat: weekly, ...repeatable };
    const request = await seriesRequest(core, given);
    const [first, second] = await Promise.all([1, 2].map(() => requestSeries(core, request, testMeta)));
    const third = await requestSeries(core, request, testMeta);
    if (!first?.ok || !second?.ok || !third.ok) throw new Error("refused");
    expect(second.value).toEqual(first.value);
    expect(third.value).toEqual(first.value);
    const other = await requestSeries(core, { ...request, bodyHash: "other" }, testMeta);
    expect(other).toMatchObject({ ok: false, rejection: { code: "IdempotencyKeyReused" } });
  });

  it("counts for what its mailbox may hold unpaid", async () => {
    const request = await seriesRequest(core, {
      roomId: 5,
      day: "2027-02-04",
      hour: 9,
      hours: 8,
      repeat: { every: 1, count: 8 },
    });
    const refused = await requestSeries(core, request, testMeta);
    expect(refused).toMatchObject({ ok: false, rejection: { code: "TooManyHolds" } });
  });

  it("takes hours whose hold has run out, and expires all of the other's dates", async () => {
    const given = { roomId: 6, day: "2027-01-05", hour: 18, repeat: weekly };
    const first = await requestSeries(core, await seriesRequest(core, given), testMeta);
    if (!first.ok) throw new Error(first.rejection.code);
    core.clock.advanceMinutes(31);
    const second = await requestSeries(core, await seriesRequest(core, given), testMeta);
    expect(second).toMatchObject({ ok: true });
    for (const { id } of first.value.bookings) {
      expect(await world.stateOf({ bookingId: id } as never)).toMatchObject({ expired: true });
    }
    const xids = await core.sql`
      select distinct xid from events where type = 'BookingExpired'
        and stream = any(${first.value.bookings.map(({ id }) => `booking-${id}`)})`;
    expect(xids).toHaveLength(1);
  });

  it("races other series and single bookings: no hour twice, and losers hold nothing", async () => {
    const repeat = { every: 1, count: 6 } as const;
    const requests = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        seriesRequest(core, { roomId: 7, day: "2027-03-02", hour: 17 + (n % 3), repeat }),
      ),
    );
    const singles = Array.from({ length: 10 }, (_, n) =>
      book(addDays("2027-03-02", 7 * (n % 6)), 18, { roomId: 7 }),
    );
    const outcomes = await Promise.all([
      ...requests.map((request) => requestSeries(core, request, testMeta)),
      ...singles,
    ]);
    const series = outcomes
      .slice(0, 10)
      .flatMap((one) => (one.ok && "series" in one.value ? [one.value] : []));
    const single = outcomes.slice(10).filter(({ ok }) => ok);
    const codes = outcomes.flatMap((one) => (one.ok ? [] : [one.rejection.code]));
    expect(new Set(codes)).toEqual(new Set(["SlotTaken"]));
    expect(await claimsOf(7)).toBe(series.length * 6 * 2 + single.length);
    expect(series.every(({ bookings }) => bookings.length === 6)).toBe(true);
    const made =
      await core.sql`select count(*)::integer as n from events where stream like 'series-%' and version = 1 and data ->> 'roomId' = '7'`;
    expect(made[0]?.n).toBe(series.length);
  });
});
