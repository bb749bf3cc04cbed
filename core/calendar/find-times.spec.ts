/** Checks which times the finder offers, at which price, and which one it puts first. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { timeErrors } from "../booking/rules/booking-rules.ts";
import { durationHours, priceOf } from "../booking/rules/pricing.ts";
import { FIRST_TERMS } from "../venue/settings.ts";
import { FIRST_SCHEDULE, isClosedDay } from "../venue/time/opening-hours.ts";
import { addDays, HOUR_MS, instantAt, venueDayOf } from "../venue/time/venue-time.ts";
import { type Candidate, type FindRequest, findTimes, normalizeFindRequest } from "./find-times.ts";
import { calendarsOf } from "./room-hours.ts";

const ZONE = "America/New_York";
const NOW = new Date("2026-12-01T15:00:00Z");
const THURSDAY = "2026-12-03";
const RATES = { hourlyCents: 5_000, halfDayCents: 18_000, fullDayCents: 32_000 };
const room = (changes: Partial<Candidate> = {}): Candidate => ({
  id: 1,
  capacity: 20,
  bookable: true,
  rates: RATES,
  ...changes,
});
const wish = (changes: Partial<FindRequest> = {}): FindRequest => ({
  days: [THURSDAY],
  startHour: 18,
  hours: 3,
  people: 12,
  maxCents: null,
  ...changes,
});
const span = (startHour: number, endHour: number, day = THURSDAY, zone = ZONE) => ({
  roomId: 1,
  startsAt: instantAt(day, startHour, zone),
  endsAt: instantAt(day, endHour, zone),
  heldUntil: null,
});
const calendars = (rooms: Candidate[], taken: ReturnType<typeof span>[], at: { now: Date; zone: string }) =>
  calendarsOf(
    rooms.map(({ id }) => ({ id, turnaroundHours: 0 })),
    taken,
    { ...at, opening: FIRST_SCHEDULE },
  );
const find = (
  asked: Partial<FindRequest> = {},
  taken: ReturnType<typeof span>[] = [],
  rooms = [room()],
  now = NOW,
  zone = ZONE,
) => findTimes(rooms, calendars(rooms, taken, { now, zone }), wish(asked), FIRST_TERMS);
const best = (...given: Parameters<typeof find>) => find(...given).roomDays.map((roomDay) => roomDay.best);

describe("a time that fits", () => {
  it("is the start that was asked for, if its hours are free", () => {
    expect(best()).toMatchObject([
      {
        startsAt: new Date("2026-12-03T23:00:00Z"),
        endsAt: new Date("2026-12-04T02:00:00Z"),
        startHour: 18,
        duration: "hourly",
        price: { totalCents: 15_000, downpaymentCents: 7_500 },
      },
    ]);
  });

  it.each([
    ["taken, the nearest", [span(19, 20)], {}, 16],
    ["taken, of two equally near the earlier", [span(18, 19)], { hours: 1 }, 17],
    ["past closing, the last that fits", [], { startHour: 20 }, 19],
    ["before the first slot, the first", [], { startHour: 7 }, 9],
  ])("is another if the start asked for is %s", (_case, taken, asked, startHour) => {
    expect(best(asked, taken)).toMatchObject([{ startHour }]);
  });

  it("does not exist on a day without enough free hours in a row, but the free hours are listed", () => {
    const { roomDays } = find({}, [span(9, 20)]);
    expect(roomDays).toMatchObject([{ best: null, fits: [], freeHours: [20, 21] }]);
  });

  it.each([
    ["a Sunday", "2026-12-06"],
    ["a past day", "2026-11-30"],
    ["a day beyond the horizon", "2027-12-02"],
  ])("does not exist on %s", (_day, day) => {
    expect(find({ days: [day] }).roomDays).toEqual([]);
  });

  it("has not begun", () => {
    const { roomDays } = find({ days: ["2026-12-01"], startHour: 9, hours: 1 });
    expect(roomDays).toMatchObject([
      { best: { startHour: 11 }, freeHours: [11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21] },
    ]);
  });

  it("is looked for on each day", () => {
    const days = [THURSDAY, "2026-12-04", "2026-12-05", "2026-12-06"];
    expect(find({ days }).roomDays.map(({ day }) => day)).toEqual(days.slice(0, 3));
  });
});

describe("the price of a time", () => {
  it("is that of the cheapest duration that covers the hours and is free as a whole", () => {
    expect(best({ hours: 4, startHour: 9 })).toMatchObject([
      { duration: "half-day", price: { totalCents: 18_000 } },
    ]);
    expect(best({ hours: 7, startHour: 9 })).toMatchObject([
      { duration: "full-day", endsAt: instantAt(THURSDAY, 17, ZONE), price: { totalCents: 32_000 } },
    ]);
    expect(best({ hours: 7, startHour: 9 }, [span(16, 17)])).toMatchObject([
      { startHour: 9, duration: "hourly", price: { totalCents: 35_000 } },
    ]);
    expect(best({ hours: 9, startHour: 9 })).toMatchObject([{ duration: "hourly" }]);
  });

  it("is the shorter duration's if two cost the same", () => {
    const rates = { ...RATES, halfDayCents: 15_000 };
    expect(best({}, [], [room({ rates })])).toMatchObject([{ duration: "hourly" }]);
  });

  it("is at most the maximum price", () => {
    expect(best({ maxCents: 15_000 })).toMatchObject([{ price: { totalCents: 15_000 } }]);
    expect(best({ maxCents: 14_999 })).toEqual([null]);
    expect(best({ hours: 7, startHour: 15, maxCents: 34_999 })).toMatchObject([
      { startHour: 14, duration: "full-day" },
    ]);
  });
});

describe("a room", () => {
  it("is listed separately if it is too small, and not at all if it cannot be booked", () => {
    const rooms = [room(), room({ id: 2, capacity: 11 }), room({ id: 3, bookable: false, capacity: 2 })];
    const { roomDays, tooSmall } = find({}, [], rooms);
    expect(roomDays.map((each) => each.room.id)).toEqual([1]);
    expect(tooSmall.map(({ id }) => id)).toEqual([2]);
  });
});

describe("every time that is found", () => {
  /** Two zones that change their clocks on open days and around midnight; one of them by half an hour. */
  const zones = [ZONE, "Africa/Cairo", "Asia/Beirut", "Australia/Lord_Howe", "Pacific/Apia", "UTC"];
  const firstDays = [
    "2026-03-06",
    "2026-03-28",
    "2026-04-03",
    "2026-04-23",
    "2026-10-02",
    "2026-10-24",
    "2026-10-29",
    THURSDAY,
  ];

  it("can be booked right now, at the lowest price, and none is nearer", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...firstDays),
        fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 9, max: 21 }), fc.integer({ min: 1, max: 6 })), {
          maxLength: 14,
        }),
        fc.record({
          startHour: fc.nat(23),
          hours: fc.integer({ min: 1, max: 12 }),
          maxCents: fc.option(fc.nat(70_000)),
        }),
        fc.nat(40),
        (timeZone, firstDay, booked, asked, hoursLater) => {
          const days = Array.from({ length: 6 }, (_, ahead) => addDays(firstDay, ahead));
          const now = new Date(instantAt(firstDay, 0, timeZone).getTime() + hoursLater * HOUR_MS);
          const at = { now, timeZone, opening: FIRST_SCHEDULE, terms: FIRST_TERMS };
          const visits = booked.map(([ahead, from, length]) =>
            span(from, Math.min(22, from + length), addDays(firstDay, ahead), timeZone),
          );
          const { roomDays } = find({ ...asked, days }, visits, [room()], now, timeZone);
          for (const { day, fits, best: nearest } of roomDays) {
            expect(isClosedDay(day)).toBe(false);
            for (const { startsAt, endsAt, startHour, duration, price } of fits) {
              const request = { startDate: day, startsAt, endsAt, duration, hourCount: null };
              expect(timeErrors(request, at)).toEqual([]);
              expect(venueDayOf(startsAt, timeZone)).toBe(day);
              expect(visits.some((visit) => visit.startsAt < endsAt && visit.endsAt > startsAt)).toBe(false);
              expect(durationHours(duration, asked.hours)).toBeGreaterThanOrEqual(asked.hours);
              expect(price).toEqual(
                priceOf(RATES, { duration, hourCount: asked.hours, engineerRequired: false }, FIRST_TERMS),
              );
              expect(price.totalCents).toBeLessThanOrEqual(asked.maxCents ?? Number.POSITIVE_INFINITY);
              expect(Math.abs(startHour - asked.startHour)).toBeGreaterThanOrEqual(
                Math.abs((nearest?.startHour ?? Number.NaN) - asked.startHour),
              );
            }
          }
        },
      ),
    );
  });
});

describe("a wish in terms of the rooms", () => {
  it("finds the same times as the wish itself, whatever people and price are named", () => {
    const rooms = [
      room(),
      room({ id: 2, capacity: 8, rates: { hourlyCents: 1_234, halfDayCents: 4_000, fullDayCents: 7_001 } }),
      room({ id: 3, capacity: 200, bookable: false }),
      room({ id: 4, capacity: 30, rates: { hourlyCents: 0, halfDayCents: 0, fullDayCents: 9_000 } }),
    ];
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 220 }),
        fc.option(fc.integer({ min: 0, max: 70_000 })),
        (hours, people, maxCents) => {
          const asked = wish({ hours, people, maxCents });
          const plain = normalizeFindRequest(rooms, asked, FIRST_TERMS);
          expect(normalizeFindRequest(rooms, plain, FIRST_TERMS)).toEqual(plain);
          expect(find(plain, [span(12, 14)], rooms)).toEqual(find(asked, [span(12, 14)], rooms));
        },
      ),
    );
  });
});
