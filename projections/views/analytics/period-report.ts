/** Reads the figures of any period and of as many days before it from sums of days (decision 136). Integer cents, hours; venue days. */
import type { Sql } from "../../../core/platform/database.ts";
import {
  type OpeningSchedule,
  openingOn,
  WEEKDAYS,
  type Weekday,
} from "../../../core/venue/opening-hours.ts";
import { addDays, instantAt, type VenueDay } from "../../../core/venue/venue-time.ts";
import { LEAD_BUCKETS } from "./day-sums.ts";
import { closedHours, type OfferedBy, offeredHours, type RoomSpan } from "./offered-hours.ts";

/** Both days included. */
export interface Period {
  from: VenueDay;
  to: VenueDay;
}

interface RoomOfPeriod {
  roomId: number;
  /** Whether the room could be booked on at least one day of the period. */
  inHouse: boolean;
  /** Made in the period, including those cancelled later. */
  bookings: number;
  /** Hours of visits in the period that are not cancelled. */
  bookedHours: number;
  offeredHours: number;
  /** Received in the period less what was returned in it, while the booking was in this room. */
  revenueCents: number;
  /** Booked hours as a percentage of the offered ones, one decimal, at most 100; null if none were offered. */
  occupancy: number | null;
}

export interface PeriodReport extends Period {
  days: number;
  bookings: number;
  receivedCents: number;
  /** Issued refunds and disputed money, less what came back to the venue of either. */
  refundedCents: number;
  revenueCents: number;
  /** By the day of the cancellation, unless it was undone. */
  cancelled: { byCustomer: number; byVenue: number };
  /** Holds that expired or were released unpaid. */
  unpaid: number;
  /** By the day of the visit. */
  noShows: number;
  bookedHours: number;
  offeredHours: number;
  occupancy: number | null;
  /** Of the period's bookings that are not cancelled; the mean has one decimal and is null if there are none. */
  lead: {
    averageDays: number | null;
    buckets: { fromDays: number; toDays: number | null; bookings: number }[];
  };
  /** The rooms that could be booked in the period, and other rooms that have figures in it. */
  rooms: RoomOfPeriod[];
  /** Monday first; one figure per venue-local hour from `firstHour` to the last one that is open or booked. */
  heat: { firstHour: number; weekdays: { weekday: Weekday; bookedHours: number[] }[] };
  bySource: { web: number; staff: number };
  takingsCents: { cash: number; terminal: number; transfer: number; card: number; marked: number };
}

type DaySums = Record<
  | "room_id"
  | "bookings"
  | "made_by_staff"
  | "lead_days"
  | (typeof LEAD_BUCKETS)[number]["column"]
  | "cancelled_by_customer"
  | "cancelled_by_venue"
  | "unpaid"
  | "no_shows"
  | "received_cents"
  | "gone_cents"
  | "cash_cents"
  | "terminal_cents"
  | "transfer_cents"
  | "card_cents"
  | "marked_cents"
  | "booked_hours",
  number
>;

interface Sums {
  rooms: (DaySums & { before: boolean })[];
  heat: { before: boolean; weekday: number; hour: number; hours: number }[];
  house: OfferedBy["rooms"];
  closed: (Omit<RoomSpan, "startsAt" | "endsAt"> & { startsAt: string; endsAt: string; kept: boolean })[];
}

/** One statement, so that all figures are of one moment. It reads rows of days, so its cost depends on the number of days. */
async function readSums(
  sql: Sql,
  { from, to }: Period,
  { startsOn, timeZone }: { startsOn: VenueDay; timeZone: string },
): Promise<Sums> {
  const [starts, ends] = [instantAt(startsOn, 0, timeZone), instantAt(addDays(to, 1), 0, timeZone)];
  const [sums] = await sql<[Sums]>`
    with closed as materialized (
      select room_id, greatest(starts_at, ${starts}) as starts_at, least(ends_at, ${ends}) as ends_at
      from room_blocks, unnest(room_ids) room_id
      where not lifted and starts_at < ${ends} and ends_at > ${starts}
    )
    select
      (select coalesce(json_agg(r), '[]') from (
        select room_id, day < ${from} as before, sum(bookings) as bookings, sum(made_by_staff) as made_by_staff,
          sum(lead_days) as lead_days, sum(lead_same_day) as lead_same_day, sum(lead_2_days) as lead_2_days,
          sum(lead_6_days) as lead_6_days, sum(lead_13_days) as lead_13_days, sum(lead_27_days) as lead_27_days,
          sum(lead_longer) as lead_longer, sum(cancelled_by_customer) as cancelled_by_customer,
          sum(cancelled_by_venue) as cancelled_by_venue, sum(unpaid) as unpaid, sum(no_shows) as no_shows,
          sum(received_cents) as received_cents, sum(gone_cents) as gone_cents, sum(cash_cents) as cash_cents,
          sum(terminal_cents) as terminal_cents, sum(transfer_cents) as transfer_cents,
          sum(card_cents) as card_cents, sum(marked_cents) as marked_cents, sum(booked_hours) as booked_hours
        from analytics_room_days where day between ${startsOn} and ${to}
        group by 1, 2
      ) r) as rooms,
      (select coalesce(json_agg(h), '[]') from (
        -- Days since a Sunday: a fifth of what extract(dow) costs.
        select day < ${from} as before, (day - date '1899-12-31') % 7 as weekday, hour, sum(booked_hours) as hours
        from analytics_day_hours where day between ${startsOn} and ${to}
        group by 1, 2, 3
      ) h) as heat,
      (select coalesce(json_agg(r), '[]') from (
        select room_id, opened_on, retired_on from analytics_house_rooms order by room_id
      ) r) as house,
      (select coalesce(json_agg(s), '[]') from (
        select room_id as "roomId", starts_at as "startsAt", ends_at as "endsAt", false as kept from closed
        union all
        -- A visit is within a day; the bound lets the index find it.
        select b.room_id, greatest(b.starts_at, c.starts_at), least(b.ends_at, c.ends_at), true
        from closed c join analytics_bookings b on b.room_id = c.room_id and b.starts_at < c.ends_at
          and b.starts_at > c.starts_at - interval '1 day' and b.ends_at > c.starts_at
        where b.status <> 'cancelled'
      ) s) as closed`;
  return sums;
}

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);

const oneDecimal = (part: number, whole: number): number => Math.round((part / whole) * 10) / 10;

const occupancyOf = (booked: number, offered: number): number | null =>
  offered === 0 ? null : Math.min(100, oneDecimal(booked * 100, offered));

const DAY_MS = 86_400_000;

const daysIn = ({ from, to }: Period): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

/** The same number of days directly before the period. */
const periodBefore = (period: Period): Period => ({
  from: addDays(period.from, -daysIn(period)),
  to: addDays(period.from, -1),
});

/** Needs the projections `analytics` and `availability`. */
export async function readPeriod(
  sql: Sql,
  period: Period,
  venue: { timeZone: string; opening: OpeningSchedule },
): Promise<{ period: PeriodReport; before: PeriodReport }> {
  const earlier = periodBefore(period);
  const sums = await readSums(sql, period, { startsOn: earlier.from, timeZone: venue.timeZone });
  const spans = sums.closed.map(({ roomId, startsAt, endsAt, kept }) => ({
    roomId,
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    kept,
  }));
  const offeredBy: OfferedBy = {
    opening: venue.opening,
    rooms: sums.house,
    closed: closedHours(
      spans.filter(({ kept }) => !kept),
      spans.filter(({ kept }) => kept),
      venue.timeZone,
    ),
  };
  const reportOf = (of: Period, before: boolean): PeriodReport => {
    const rows = sums.rooms.filter((row) => row.before === before);
    const heat = sums.heat.filter((row) => row.before === before);
    const offered = offeredHours(of.from, of.to, offeredBy);
    return { ...of, days: daysIn(of), ...figuresOf(rows, offered), heat: heatOf(of, heat, venue.opening) };
  };
  return { period: reportOf(period, false), before: reportOf(earlier, true) };
}

function figuresOf(
  rows: readonly DaySums[],
  offered: ReadonlyMap<number, number>,
): Omit<PeriodReport, keyof Period | "days" | "heat"> {
  const total = (column: keyof DaySums): number => sum(rows, (row) => row[column]);
  const offeredInAll = sum([...offered.values()], (hours) => hours);
  const buckets = LEAD_BUCKETS.map(({ column, upTo }, i) => ({
    fromDays: (LEAD_BUCKETS[i - 1]?.upTo ?? -1) + 1,
    toDays: upTo,
    bookings: total(column),
  }));
  const standing = sum(buckets, ({ bookings }) => bookings);
  const byRoom = new Map(rows.map((row) => [row.room_id, row]));
  const roomIds = [...new Set([...offered.keys(), ...byRoom.keys()])].sort((a, b) => a - b);
  return {
    bookings: total("bookings"),
    receivedCents: total("received_cents"),
    refundedCents: total("gone_cents"),
    revenueCents: total("received_cents") - total("gone_cents"),
    cancelled: { byCustomer: total("cancelled_by_customer"), byVenue: total("cancelled_by_venue") },
    unpaid: total("unpaid"),
    noShows: total("no_shows"),
    bookedHours: total("booked_hours"),
    offeredHours: offeredInAll,
    occupancy: occupancyOf(total("booked_hours"), offeredInAll),
    lead: { averageDays: standing === 0 ? null : oneDecimal(total("lead_days"), standing), buckets },
    rooms: roomIds.map((roomId) => roomOf(roomId, byRoom.get(roomId), offered.get(roomId))).filter(isTold),
    bySource: { web: total("bookings") - total("made_by_staff"), staff: total("made_by_staff") },
    takingsCents: {
      cash: total("cash_cents"),
      terminal: total("terminal_cents"),
      transfer: total("transfer_cents"),
      card: total("card_cents"),
      marked: total("marked_cents"),
    },
  };
}

function roomOf(roomId: number, row: DaySums | undefined, offered: number | undefined) {
  const bookedHours = row?.booked_hours ?? 0;
  return {
    roomId,
    inHouse: offered !== undefined,
    bookings: row?.bookings ?? 0,
    bookedHours,
    offeredHours: offered ?? 0,
    revenueCents: (row?.received_cents ?? 0) - (row?.gone_cents ?? 0),
    occupancy: occupancyOf(bookedHours, offered ?? 0),
  };
}

/** A booking that moved to another room leaves a row of zeros. */
const isTold = ({ inHouse, bookings, bookedHours, revenueCents }: RoomOfPeriod): boolean =>
  inHouse || bookings !== 0 || bookedHours !== 0 || revenueCents !== 0;

/** From the first to the last hour that is open on any day of the period, or booked. */
function heatOf({ from, to }: Period, rows: Sums["heat"], opening: OpeningSchedule): PeriodReport["heat"] {
  const booked = rows.filter(({ hours }) => hours > 0);
  let first = Math.min(24, ...booked.map(({ hour }) => hour));
  let end = Math.max(0, ...booked.map(({ hour }) => hour + 1));
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const hours = openingOn(opening, day);
    if (!hours) continue;
    first = Math.min(first, hours.open);
    end = Math.max(end, hours.close);
  }
  const [sunday, ...others] = WEEKDAYS;
  const at = new Map(booked.map(({ weekday, hour, hours }) => [`${weekday} ${hour}`, hours]));
  return {
    firstHour: Math.min(first, end),
    weekdays: [...others, sunday].map((weekday) => ({
      weekday,
      bookedHours: Array.from(
        { length: Math.max(0, end - first) },
        (_, i) => at.get(`${WEEKDAYS.indexOf(weekday)} ${first + i}`) ?? 0,
      ),
    })),
  };
}
