/** Plans who waits for hours in a sample history: the visits that have them, and what becomes of each offer. Pure; UTC instants and venue days. */
import { daysBetween } from "../../core/calendar/room-hours.ts";
import { isClosedDay } from "../../core/venue/time/opening-hours.ts";
import {
  addDays,
  HOUR_MS,
  hoursBetween,
  instantAt,
  type VenueDay,
  venueDayOf,
} from "../../core/venue/time/venue-time.ts";
import { type SamplePerson, samplePeople } from "./people.ts";
import { after, hourKey, type PlanContext, type PlannedBooking } from "./plan.ts";
import type { RandomChoices } from "./random.ts";

export interface PlannedEntry {
  at: Date;
  person: SamplePerson;
  roomIds: number[];
  day: VenueDay;
  /** Venue-local hours. */
  from: number;
  to: number;
  hours: number;
}

/** What happens to the offer that is open then; a lapse, at its end. */
export type PlannedAnswer = { kind: "lapses" } | { kind: "pays" | "declines"; at: Date };

/** Visits of one day, those who wait for their hours, and what is offered once the first visit is cancelled. */
export interface WaitedDay {
  visits: PlannedBooking[];
  entries: PlannedEntry[];
  /** Null: the first visit stays. */
  freedAt: Date | null;
  answers: PlannedAnswer[];
  /** When those who still wait leave; null: they wait on. */
  leftAt: Date | null;
}

type Visit = readonly [room: string, from: number, to: number];
type Wish = { rooms: readonly string[]; from: number; to: number; hours: number };

const REHEARSAL = "rehearsal-room";
const STUDIO = "recording-studio";

/**
 * Days that are over, from today. The visit is cancelled six days before it at 10:00; the hours of answers count from then. The visits have
 * every hour of each wish, so that no other booking of the sample frees what a person waits for.
 */
const PAST: readonly {
  day: number;
  visits: readonly Visit[];
  wishes: readonly Wish[];
  answers: readonly (readonly [kind: "pays" | "declines", hours: number] | "lapses")[];
}[] = [
  {
    day: -42,
    visits: [[REHEARSAL, 18, 20]],
    wishes: [
      { rooms: [REHEARSAL], from: 18, to: 20, hours: 2 },
      { rooms: [REHEARSAL], from: 18, to: 20, hours: 1 },
    ],
    answers: [["pays", 2]],
  },
  {
    day: -26,
    visits: [[STUDIO, 17, 20]],
    wishes: [
      { rooms: [STUDIO], from: 17, to: 20, hours: 3 },
      { rooms: [STUDIO], from: 17, to: 20, hours: 2 },
    ],
    answers: ["lapses", ["pays", 24]],
  },
  {
    day: -10,
    visits: [[REHEARSAL, 19, 21]],
    wishes: [
      { rooms: [REHEARSAL], from: 19, to: 21, hours: 2 },
      { rooms: [REHEARSAL], from: 19, to: 21, hours: 2 },
    ],
    answers: [
      ["declines", 1],
      ["pays", 3],
    ],
  },
];

/** Days that are ahead: more than three, so that an offer can be taken for twelve hours. `freed`: half an hour ago. */
const AHEAD: readonly { day: number; visits: readonly Visit[]; wishes: readonly Wish[]; freed: boolean }[] = [
  {
    day: 4,
    visits: [
      [REHEARSAL, 19, 21],
      [REHEARSAL, 17, 19],
      [REHEARSAL, 21, 22],
      [STUDIO, 15, 20],
    ],
    wishes: [
      { rooms: [REHEARSAL], from: 18, to: 22, hours: 2 },
      { rooms: [REHEARSAL], from: 18, to: 22, hours: 2 },
      { rooms: [STUDIO], from: 16, to: 20, hours: 3 },
      { rooms: [STUDIO, REHEARSAL], from: 18, to: 20, hours: 2 },
    ],
    freed: true,
  },
  {
    day: 6,
    visits: [[STUDIO, 18, 22]],
    wishes: [{ rooms: [STUDIO], from: 18, to: 22, hours: 3 }],
    freed: false,
  },
];

/** A day with free hours is looked for on so many days from the wanted one on. */
const SEARCHED_DAYS = 5;

/** The days in the order in which people wait for them; the waitlist of one changes no more before that of the next begins. */
export function planWaiting(dice: RandomChoices, context: PlanContext): WaitedDay[] {
  const { now, timeZone, rooms } = context;
  const today = venueDayOf(now, timeZone);
  const people = samplePeople(dice, 1);
  const taken = new Set(context.taken);
  const roomId = (slug: string): number => rooms.find((room) => room.slug === slug)?.id ?? 0;

  const keysOf = (day: VenueDay, [room, from, to]: Visit): string[] => {
    const startsAt = instantAt(day, from, timeZone);
    const endsAt = new Date(startsAt.getTime() + (to - from) * HOUR_MS);
    return hoursBetween(startsAt, endsAt).map((hour) => hourKey(roomId(room), hour));
  };

  /** The first day from then on that is open and has all of these hours; they are taken from now on. */
  function takeDay(first: number, visits: readonly Visit[]): VenueDay | undefined {
    const day = daysBetween(addDays(today, first), addDays(today, first + SEARCHED_DAYS)).find(
      (one) => !isClosedDay(one) && !visits.some((visit) => keysOf(one, visit).some((key) => taken.has(key))),
    );
    for (const key of day === undefined ? [] : visits.flatMap((visit) => keysOf(day, visit))) taken.add(key);
    return day;
  }

  const visitsOf = (day: VenueDay, visits: readonly Visit[], at: Date): PlannedBooking[] =>
    visits.map(([room, from, to]) => ({
      kind: "booking",
      at,
      person: people.stranger(),
      wish: null,
      roomId: roomId(room),
      startsAt: instantAt(day, from, timeZone),
      hours: to - from,
      duration: "hourly",
      engineerRequired: false,
      attendees: dice.between(2, 5),
      eventType: room === STUDIO ? "Recording Session" : "Rehearsal",
      declinedFirst: false,
      end: { kind: "stays" },
    }));

  /** One after another; the first joins at that instant. */
  const entriesOf = (day: VenueDay, wishes: readonly Wish[], first: Date): PlannedEntry[] =>
    wishes.map(({ rooms: named, ...hours }, n) => ({
      at: after(first, n * dice.between(25, 50)),
      person: people.stranger(),
      roomIds: named.map(roomId),
      day,
      ...hours,
    }));

  const past = PAST.flatMap(({ day: first, visits, wishes, answers }): WaitedDay[] => {
    const day = takeDay(first, visits);
    if (day === undefined) return [];
    const freedAt = instantAt(addDays(day, -6), 10, timeZone);
    return [
      {
        visits: visitsOf(day, visits, instantAt(addDays(day, -15), 12, timeZone)),
        entries: entriesOf(day, wishes, instantAt(addDays(day, -9), 14, timeZone)),
        freedAt,
        answers: answers.map((answer) =>
          answer === "lapses" ? { kind: answer } : { kind: answer[0], at: after(freedAt, answer[1] * 60) },
        ),
        leftAt: instantAt(addDays(day, -2), 9, timeZone),
      },
    ];
  });
  const ahead = AHEAD.flatMap(({ day: first, visits, wishes, freed }): WaitedDay[] => {
    const day = takeDay(first, visits);
    if (day === undefined) return [];
    return [
      {
        visits: visitsOf(day, visits, after(now, -9 * 24 * 60)),
        entries: entriesOf(day, wishes, after(now, freed ? -4 * 60 : -20)),
        freedAt: freed ? after(now, -30) : null,
        answers: [],
        leftAt: null,
      },
    ];
  });
  return [...past, ...ahead];
}
