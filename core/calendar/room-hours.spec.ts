/** Checks what is free, as a table: for visitors or staff, without a visit, with a turnaround, on a day, for a least length. */
import { describe, expect, it } from "vitest";
import { FIRST_SCHEDULE } from "../venue/time/opening-hours.ts";
import { HOUR_MS, instantAt } from "../venue/time/venue-time.ts";
import {
  calendarsOf,
  dayRestOf,
  dayRule,
  daysBetween,
  findSpanProblem,
  freeHours,
  freeRun,
  hoursOn,
  instantsOf,
  nearestStarts,
  type RoomCalendar,
  startsFor,
  takenWithin,
} from "./room-hours.ts";
import { type TakenSpan, takenHours } from "./taken-hours.ts";

const ZONE = "America/New_York";
const DAY = "2026-12-12";
const LONG_BEFORE = new Date("2026-12-01T12:00:00Z");
const ALL_DAY = [9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21];

const at = (hour: number, day = DAY) => instantAt(day, hour, ZONE);
const span = (from: number, to: number, day = DAY) => ({ startsAt: at(from, day), endsAt: at(to, day) });
const visit = (from: number, to: number, day = DAY): TakenSpan => ({
  ...span(from, to, day),
  heldUntil: null,
});
const hold = (from: number, to: number, until = at(20)): TakenSpan => ({
  ...span(from, to),
  heldUntil: until,
});
const closure = (from: number, to: number, reason: string | null = null): TakenSpan => ({
  ...visit(from, to),
  blocked: { reason },
});
const gap = (of: TakenSpan): TakenSpan => ({ ...of, turnaround: true });

interface Given {
  now?: Date;
  for?: RoomCalendar["for"];
  turnaroundHours?: number;
  without?: TakenSpan;
  own?: TakenSpan[];
}

const calendar = (
  spans: TakenSpan[] = [],
  { now = LONG_BEFORE, for: asker = "visitor", ...asked }: Given = {},
): RoomCalendar => ({
  taken: takenHours(spans, { now, ...asked }),
  opening: FIRST_SCHEDULE,
  zone: ZONE,
  now,
  for: asker,
});
const free = (spans: TakenSpan[], given?: Given) => freeHours(hoursOn(DAY, calendar(spans, given)));
const without = (...hours: number[]) => ALL_DAY.filter((hour) => !hours.includes(hour));

describe("the free hours of a day", () => {
  const moved = visit(13, 15);
  it.each<[string, TakenSpan[], Given, number[]]>([
    ["an empty day", [], {}, ALL_DAY],
    ["a booking", [visit(12, 14)], {}, without(12, 13)],
    ["a hold that lasts", [hold(12, 14)], {}, without(12, 13)],
    [
      "a hold that ran out, turnaround and all",
      [hold(12, 14)],
      { now: at(8), turnaroundHours: 1 },
      without(11, 12, 13, 14),
    ],
    ["a closure, which needs no turnaround", [closure(12, 14)], { turnaroundHours: 1 }, without(12, 13)],
    ["a visit and its turnaround", [visit(13, 15)], { turnaroundHours: 1 }, without(12, 13, 14, 15)],
    [
      "turnarounds that were read with the visits",
      [gap(visit(12, 13)), visit(13, 15)],
      {},
      without(12, 13, 14),
    ],
    ["the turnaround of a visit beyond what was read", [gap(visit(9, 10))], {}, without(9)],
    ["for a visitor, hours that have begun", [], { now: at(11) }, without(9, 10, 11)],
    ["for staff, hours that have begun", [], { now: at(11), for: "staff" }, ALL_DAY],
    ["for staff, begun hours that are taken", [visit(9, 10)], { now: at(11), for: "staff" }, without(9)],
    ["for a visit that is moved, its own hours", [moved], { without: moved }, ALL_DAY],
    ["and its own turnaround", [moved], { without: moved, turnaroundHours: 1 }, ALL_DAY],
    [
      "and its turnaround as it was read",
      [gap(visit(12, 13)), moved, gap(visit(15, 16))],
      { without: moved, turnaroundHours: 1, for: "staff" },
      ALL_DAY,
    ],
    [
      "but not the turnaround of another visit, though both share it",
      [visit(10, 12), gap(visit(12, 13)), moved, gap(visit(15, 16)), visit(16, 17)],
      { without: moved, turnaroundHours: 1 },
      [13, 14, 18, 19, 20, 21],
    ],
  ])("%s", (_, spans, given, expected) => {
    expect(free(spans, given)).toEqual(expected);
  });

  it("are empty on a closed day", () => {
    expect(hoursOn("2026-12-13", calendar())).toEqual([]);
  });

  it("include an expired hold's hours, to the second", () => {
    const until = new Date("2026-12-01T12:30:00Z");
    expect(free([hold(14, 15, until)], { now: new Date("2026-12-01T12:29:59Z") })).not.toContain(14);
    expect(free([hold(14, 15, until)], { now: until })).toContain(14);
  });
});

describe("the state of an hour", () => {
  const statesOf = (spans: TakenSpan[], given?: Given) =>
    Object.fromEntries(hoursOn(DAY, calendar(spans, given)).map(({ hour, state }) => [hour, state]));

  it("distinguishes bookings, holds, one's own visits and closures", () => {
    const mine = hold(18, 20);
    const states = statesOf([visit(9, 11), hold(14, 15), mine, closure(16, 17)], { own: [mine] });
    expect(states).toMatchObject({ 9: "booked", 11: "free", 14: "held", 16: "closed", 18: "own", 19: "own" });
  });

  it("is the visit's if another visit's turnaround covers it too", () => {
    expect(statesOf([hold(12, 14), visit(15, 16)], { turnaroundHours: 2 })).toMatchObject({
      11: "held",
      14: "booked",
      15: "booked",
      16: "booked",
    });
  });

  it.each([
    ["own", [visit(10, 11), closure(9, 12)], [visit(10, 11)]],
    ["own", [closure(9, 12), visit(10, 11)], [visit(10, 11)]],
    ["closed", [closure(9, 12), visit(10, 11)], []],
  ] as const)("is %s where a visit was kept within a closure", (state, spans, own) => {
    expect(statesOf([...spans], { own: [...own] })).toMatchObject({ 9: "closed", 10: state, 11: "closed" });
  });

  it("says why it is closed if visitors are told, and whether it has begun", () => {
    const hours = hoursOn(
      DAY,
      calendar([closure(9, 10, "Repairs"), closure(10, 11)], { now: at(9), for: "staff" }),
    );
    expect(hours.slice(0, 3)).toMatchObject([
      { state: "closed", reason: "Repairs", begun: true },
      { state: "closed", begun: false },
      { state: "free", begun: false },
    ]);
    expect(hours[1]).not.toHaveProperty("reason");
  });
});

describe("the hours of a day", () => {
  it.each([
    ["the day before clocks go forward", "2026-03-07", "2026-03-07T14:00:00.000Z"],
    ["the Monday after they went forward", "2026-03-09", "2026-03-09T13:00:00.000Z"],
    ["the day before clocks go back", "2026-10-31", "2026-10-31T13:00:00.000Z"],
    ["the Monday after they went back", "2026-11-02", "2026-11-02T14:00:00.000Z"],
  ])("start at 9:00 AM by the venue's clock on %s", (_, day, first) => {
    const hours = hoursOn(day, calendar());
    expect(hours.map(({ hour }) => hour)).toEqual(ALL_DAY);
    expect(hours[0]?.startsAt.toISOString()).toBe(first);
  });

  it("follow each other without gap or overlap on every day of the year", () => {
    const broken = [ZONE, "Australia/Lord_Howe", "Asia/Kolkata"].flatMap((zone) =>
      daysBetween("2026-01-01", "2026-12-31").filter((day) => {
        const hours = hoursOn(day, { ...calendar(), zone });
        return hours.slice(1).some(({ startsAt }, at) => startsAt.getTime() !== hours[at]?.endsAt.getTime());
      }),
    );
    expect(broken).toEqual([]);
  });
});

describe("what fits", () => {
  const hours = hoursOn(DAY, calendar([visit(10, 12), visit(13, 20)]));

  it.each([
    [9, 12, 1],
    [12, 2, 1],
    [10, 2, 0],
    [20, 12, 2],
    [20, 1, 1],
    [8, 2, 0],
  ])("from %i, at most %i hours: %i in a row", (start, most, run) => {
    expect(freeRun(hours, start, most)).toBe(run);
  });

  it("counts free hours, and says whether a visit of the least length fits", () => {
    expect(startsFor(hours, 1)).toEqual([9, 12, 20, 21]);
    expect(startsFor(hours, 2)).toEqual([20]);
    expect(dayRestOf(hours, 1)).toEqual({ free: 4, fits: true });
    expect(dayRestOf(hours, 2)).toEqual({ free: 4, fits: true });
    expect(dayRestOf(hours, 3)).toEqual({ free: 4, fits: false });
    const rest = (...spans: TakenSpan[]) => dayRestOf(hoursOn(DAY, calendar(spans)), 1);
    expect(rest(visit(9, 22))).toEqual({ free: 0, fits: false });
    expect(rest(closure(0, 24, "Holiday"))).toEqual({ free: 0, fits: false, closed: "Holiday" });
    expect(rest(closure(0, 20, "Holiday"), closure(20, 24))).toMatchObject({ closed: "closed" });
  });

  it("names the hours that keep a span from being booked, and its instants", () => {
    expect(takenWithin(hours, { start: 9, end: 14 })).toEqual([10, 11, 13]);
    expect(takenWithin(hours, { start: 20, end: 23 })).toEqual([22]);
    expect(instantsOf(hours, { start: 20, end: 22 })).toEqual(span(20, 22));
    expect(instantsOf(hours, { start: 21, end: 23 })).toBeNull();
  });
});

describe("what keeps a visit from being booked", () => {
  const mine = hold(18, 19);
  const room = calendar([visit(12, 13), hold(16, 17), closure(20, 21), mine], { own: [mine] });
  it.each([
    ["free hours", 9, 3, null],
    ["a booked first hour", 12, 2, { kind: "taken", freeHours: 0, by: "booked" }],
    ["a booked later hour", 10, 4, { kind: "taken", freeHours: 2, by: "booked" }],
    ["a held hour", 15, 2, { kind: "taken", freeHours: 1, by: "held" }],
    ["a closed hour", 19, 2, { kind: "taken", freeHours: 1, by: "closed" }],
    ["one's own hour", 17, 2, null],
    ["an end after closing", 21, 2, { kind: "closing", freeHours: 1 }],
  ])("%s", (_, start, length, trouble) => {
    const startsAt = at(start);
    const endsAt = new Date(startsAt.getTime() + length * HOUR_MS);
    expect(findSpanProblem({ startsAt, endsAt }, room)).toEqual(trouble);
  });

  it("includes an hour that has begun", () => {
    const now = instantAt(DAY, 14, ZONE, 20);
    expect(findSpanProblem(span(14, 16), calendar([], { now }))).toEqual({ kind: "past", freeHours: 0 });
    expect(findSpanProblem(span(15, 17), calendar([], { now }))).toBeNull();
  });
});

describe("the nearest starts", () => {
  const nearest = (spans: TakenSpan[], length: number, given: Given = {}, until = DAY) =>
    nearestStarts(
      { day: DAY, startHour: 14 },
      { length, days: daysBetween(DAY, until), most: 3, perOtherDay: 1 },
      calendar(spans, given),
    ).map(({ day, startHour }) => (day === DAY ? startHour : `${day} ${startHour}`));

  it("are the three of the day that hold the whole length, in the order of the day", () => {
    expect(nearest([visit(14, 15)], 1)).toEqual([12, 13, 15]);
    expect(nearest([visit(14, 15)], 2)).toEqual([12, 15, 16]);
    expect(nearest([visit(14, 15)], 4)).toEqual([15, 16, 17]);
  });

  it("are never past closing nor begun", () => {
    expect(nearest([visit(9, 20)], 2)).toEqual([20]);
    expect(nearest([visit(14, 15)], 8)).toEqual([]);
    expect(nearest([], 2, { now: instantAt(DAY, 15, ZONE, 1) })).toEqual([16, 17, 18]);
  });

  it("continue on the next open days if the day has fewer", () => {
    const monday = visit(13, 16, "2026-12-14");
    expect(nearest([visit(9, 22), monday], 2, {}, "2026-12-31")).toEqual([
      "2026-12-14 16",
      "2026-12-15 14",
      "2026-12-16 14",
    ]);
    expect(nearest([visit(9, 20)], 2, {}, "2026-12-31")).toEqual([20, "2026-12-14 14", "2026-12-15 14"]);
  });
});

describe("a day", () => {
  it.each([
    ["2026-11-30", "past"],
    ["2026-11-29", "past"],
    ["2026-12-01", "open"],
    ["2026-12-06", "closed"],
    ["2027-12-01", "open"],
    ["2027-12-02", "beyond"],
    ["2027-12-05", "beyond"],
  ] as const)("%s is %s", (day, rule) => {
    expect(dayRule(FIRST_SCHEDULE, day, "2026-12-01")).toBe(rule);
  });
});

it("has a calendar for each room, with the room's own spans and turnaround", () => {
  const rooms = [
    { id: 1, turnaroundHours: 0 },
    { id: 2, turnaroundHours: 1 },
  ];
  const spans = rooms.map(({ id }) => ({ ...visit(12, 14), roomId: id }));
  const calendars = calendarsOf(rooms, spans, { opening: FIRST_SCHEDULE, zone: ZONE, now: LONG_BEFORE });
  const of = (id: number) => freeHours(hoursOn(DAY, calendars.get(id) ?? calendar()));
  expect([of(1), of(2)]).toEqual([without(12, 13), without(11, 12, 13, 14)]);
});
