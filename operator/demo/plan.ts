/** Plans a sample history: who books what and when, and how each booking continues. Pure; UTC instants and venue days. */
import type { BookingDuration } from "../../core/booking/rules/pricing.ts";
import { isClosedDay, slotStarts } from "../../core/venue/time/opening-hours.ts";
import { addDays, HOUR_MS, type VenueDay, venueDayOf } from "../../core/venue/time/venue-time.ts";
import { type SamplePerson, samplePeople, sampleQuestion, sampleWish } from "./people.ts";
import type { RandomChoices } from "./random.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;

/** The instant so many minutes later, or earlier if negative. */
export const after = (instant: Date, minutes: number): Date =>
  new Date(instant.getTime() + minutes * MINUTE_MS);

/** The venue has been open for nine months, or longer if so many bookings need more room; it is booked two months ahead. */
const LEAST_DAYS_BACK = 270;
const DAYS_AHEAD = 60;

/** The share of a room's hours that is booked, on average over a growing history; more would look crowded. */
const SHARE_TAKEN = 0.58;
const AVERAGE_HOURS = 2.15;
/** Unpaid holds that are still open when the history is made. */
const HOLDS = 3;
/** Tries to find a free slot before a booking is given up. */
const ATTEMPTS = 100;

export interface PlanContext {
  now: Date;
  timeZone: string;
  rooms: readonly { id: number; slug: string; capacity: number; engineerAvailable: boolean }[];
  /** `room id` and start of every hour that is taken already. */
  taken: ReadonlySet<string>;
}

export const hourKey = (roomId: number, hour: Date): string => `${roomId} ${hour.getTime()}`;

type PlannedEnd =
  | { kind: "stays" }
  /** The newest few, which are still unpaid holds. */
  | { kind: "held" }
  | { kind: "expires" }
  | { kind: "cancelled"; at: Date; cancelledBy: "venue" | "customer" }
  | { kind: "completed"; at: Date };

export interface PlannedBooking {
  kind: "booking";
  at: Date;
  person: SamplePerson;
  wish: string | null;
  roomId: number;
  startsAt: Date;
  hours: number;
  duration: BookingDuration;
  engineerRequired: boolean;
  attendees: number;
  eventType: string;
  declinedFirst: boolean;
  end: PlannedEnd;
}

export interface PlannedInquiry {
  kind: "inquiry";
  at: Date;
  person: SamplePerson;
  interestedRoom: string | null;
  message: string;
}

export type Planned = PlannedBooking | PlannedInquiry;

const POPULARITY: Record<string, number> = {
  "recording-studio": 10,
  auditorium: 4,
  "media-production": 8,
  "black-box-theater": 6,
  "rehearsal-room": 12,
  "conference-room": 7,
  classroom: 7,
};
const EVENT_TYPES: Record<string, readonly string[]> = {
  "recording-studio": ["Recording Session", "Recording Session", "Rehearsal"],
  auditorium: ["Performance", "Performance", "Meeting", "Other"],
  "media-production": ["Recording Session", "Workshop", "Other"],
  "black-box-theater": ["Rehearsal", "Performance", "Workshop"],
  "rehearsal-room": ["Rehearsal"],
  "conference-room": ["Meeting", "Meeting", "Workshop"],
  classroom: ["Workshop", "Meeting", "Other"],
};
/** Weights by hour of the day from 9:00 on: quiet mornings, full evenings. */
const HOUR_WEIGHTS = [2, 3, 4, 3, 4, 5, 5, 5, 7, 9, 9, 6, 3];
/** Sunday first. */
const WEEKDAY_WEIGHTS = [0, 0.7, 0.85, 0.95, 1, 1.25, 1.3];

function openDays(
  bookings: number,
  { now, timeZone, rooms }: PlanContext,
): { days: VenueDay[]; weights: number[] } {
  const today = venueDayOf(now, timeZone);
  const hoursADay = rooms.length * HOUR_WEIGHTS.length * SHARE_TAKEN * (6 / 7);
  const back = Math.max(LEAST_DAYS_BACK, Math.ceil((bookings * AVERAGE_HOURS) / hoursADay));
  const days: VenueDay[] = [];
  const weights: number[] = [];
  for (let n = -back; n <= DAYS_AHEAD; n++) {
    const day = addDays(today, n);
    if (isClosedDay(day)) continue;
    // The venue gets fuller over the years; in the future, later days have fewer bookings.
    const season = n < 0 ? 0.55 + 0.45 * (1 + n / back) : 0.9 - 0.75 * (n / DAYS_AHEAD);
    days.push(day);
    weights.push(season * (WEEKDAY_WEIGHTS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 1));
  }
  return { days, weights };
}

function lengthOf(dice: RandomChoices): { duration: BookingDuration; hours: number } {
  const kind = dice.weighted([94, 4, 2]);
  if (kind === 1) return { duration: "half-day", hours: 4 };
  if (kind === 2) return { duration: "full-day", hours: 8 };
  return { duration: "hourly", hours: 1 + dice.weighted([40, 38, 14, 6, 2]) };
}

/** When the booking was made: some days before it begins, never after `now`. */
function madeAt(dice: RandomChoices, startsAt: Date, now: Date): Date {
  const leadMs = Math.min(60 * DAY_MS, 2 * HOUR_MS - Math.log(1 - dice.share()) * 9 * DAY_MS);
  const latest = now.getTime() - dice.between(40, 9 * 24 * 60) * MINUTE_MS;
  return new Date(Math.min(startsAt.getTime() - leadMs, latest));
}

function endOf(dice: RandomChoices, madeOn: Date, startsAt: Date, hours: number, now: Date): PlannedEnd {
  const over = startsAt.getTime() + (hours + 1) * HOUR_MS <= now.getTime();
  const fate = dice.weighted([7, 9, 84]);
  if (fate === 0) return { kind: "expires" };
  const until = Math.min(startsAt.getTime(), now.getTime());
  if (fate === 1 && until - madeOn.getTime() > 30 * MINUTE_MS) {
    const at = new Date(
      madeOn.getTime() + 20 * MINUTE_MS + dice.share() * (until - madeOn.getTime() - 25 * MINUTE_MS),
    );
    return { kind: "cancelled", at, cancelledBy: dice.chance(75) ? "customer" : "venue" };
  }
  if (!over || dice.chance(3)) return { kind: "stays" };
  return { kind: "completed", at: new Date(startsAt.getTime() + (hours + 1) * HOUR_MS) };
}

/** The plan, ordered by instant. The same dice and context give the same plan. */
export function planHistory(dice: RandomChoices, bookings: number, context: PlanContext): Planned[] {
  const { now, timeZone, rooms } = context;
  const people = samplePeople(dice, bookings);
  const { days, weights } = openDays(bookings, context);
  const roomWeights = rooms.map(({ slug }) => POPULARITY[slug] ?? 5);
  const taken = new Set(context.taken);
  const planned: Planned[] = [];

  function findSlot(hours: number) {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const day = days[dice.weighted(weights)];
      const room = rooms[dice.weighted(roomWeights)];
      if (day === undefined || !room) continue;
      const slots = slotStarts(day, timeZone);
      const first = Math.min(dice.weighted(HOUR_WEIGHTS), slots.length - hours);
      const span = slots.slice(first, first + hours);
      const [startsAt] = span;
      if (!startsAt) continue;
      const keys = span.map((hour) => hourKey(room.id, hour));
      if (keys.some((key) => taken.has(key))) continue;
      for (const key of keys) taken.add(key);
      return { room, startsAt };
    }
    return null;
  }

  let held = 0;
  for (let n = 0; n < bookings; n++) {
    const { duration, hours } = lengthOf(dice);
    const slot = findSlot(hours);
    if (!slot) continue;
    const { room, startsAt } = slot;
    const person = people.pick();
    const isHeld = startsAt > now && held < HOLDS;
    if (isHeld) held += 1;
    const at = isHeld ? after(now, -dice.between(1, 20)) : madeAt(dice, startsAt, now);
    planned.push({
      kind: "booking",
      at,
      person,
      wish: sampleWish(dice),
      roomId: room.id,
      startsAt,
      hours,
      duration,
      engineerRequired: room.engineerAvailable && dice.chance(40),
      attendees: dice.between(1, Math.max(2, Math.round(room.capacity * 0.8))),
      eventType: dice.pick(EVENT_TYPES[room.slug] ?? ["Other"]),
      declinedFirst: dice.chance(6),
      end: isHeld ? { kind: "held" } : endOf(dice, at, startsAt, hours, now),
    });
    if (!dice.chance(25)) continue;
    // Some write before they book; others write and never book.
    const asked = after(at, -dice.between(10, 4 * 24 * 60));
    planned.push({
      kind: "inquiry",
      at: asked,
      person: dice.chance(35) ? person : people.stranger(),
      interestedRoom: dice.chance(70) ? room.slug : null,
      message: sampleQuestion(dice),
    });
  }
  return planned.sort((a, b) => a.at.getTime() - b.at.getTime());
}
