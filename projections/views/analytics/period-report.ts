/** Reads the figures of any period and of as many days before it from sums of days (decision 136). Integer cents, hours; venue days. */
import type { TakingsMethod } from "../../../core/booking/rules/statuses.ts";
import type { Sql } from "../../../core/platform/database/database.ts";
import { type OpeningSchedule, openingOn, WEEKDAYS } from "../../../core/venue/time/opening-hours.ts";
import { addDays, instantAt, type VenueDay } from "../../../core/venue/time/venue-time.ts";
import { LEAD_BUCKETS, NO_DAY_FIGURES } from "./day-sums.ts";
import { closedHours, type OfferedBy, offeredHours, type RoomSpan } from "./offered-hours.ts";
import { daysIn, type Period, periodBefore } from "./period.ts";
import { oneDecimal, sum } from "./rows.ts";

export type PeriodReport = ReturnType<typeof reportOf>;

type DaySums = Record<"room_id" | keyof typeof NO_DAY_FIGURES, number>;

type InvoiceMoney = { method: TakingsMethod; cents: number };

type WaitlistSums = Record<"joined" | "waiting" | "offers" | "taken" | "hours" | "cents", number>;

interface Sums {
  rooms: (DaySums & { before: boolean })[];
  /** Money of invoices, which is of no room. */
  invoices: (InvoiceMoney & { before: boolean })[];
  heat: { before: boolean; weekday: number; hour: number; hours: number }[];
  bookable_rooms: OfferedBy["rooms"];
  waitlist: (WaitlistSums & { before: boolean })[];
  closed: (Omit<RoomSpan, "startsAt" | "endsAt"> & { startsAt: string; endsAt: string; kept: boolean })[];
}

/** One statement, so that all figures are of one moment. It reads rows of days, so its cost depends on the number of days. */
async function readSums(
  sql: Sql,
  { from, to }: Period,
  { startsOn, timeZone }: { startsOn: VenueDay; timeZone: string },
): Promise<Sums> {
  const [starts, ends] = [instantAt(startsOn, 0, timeZone), instantAt(addDays(to, 1), 0, timeZone)];
  const columns = Object.keys(NO_DAY_FIGURES).map((figure) => sql`, sum(${sql(figure)}) as ${sql(figure)}`);
  const [found] = await sql<[Sums]>`
    with closed as materialized (
      select room_id, greatest(starts_at, ${starts}) as starts_at, least(ends_at, ${ends}) as ends_at
      from room_blocks, unnest(room_ids) room_id
      where not lifted and starts_at < ${ends} and ends_at > ${starts}
    )
    select
      (select coalesce(json_agg(r), '[]') from (
        select room_id, day < ${from} as before ${columns}
        from analytics_room_days where day between ${startsOn} and ${to}
        group by 1, 2
      ) r) as rooms,
      (select coalesce(json_agg(i), '[]') from (
        select day < ${from} as before, method, sum(cents) as cents
        from invoice_takings where day between ${startsOn} and ${to}
        group by 1, 2
      ) i) as invoices,
      (select coalesce(json_agg(h), '[]') from (
        -- Days since a Sunday: a fifth of what extract(dow) costs.
        select day < ${from} as before, (day - date '1899-12-31') % 7 as weekday, hour, sum(booked_hours) as hours
        from analytics_day_hours where day between ${startsOn} and ${to}
        group by 1, 2, 3
      ) h) as heat,
      (select coalesce(json_agg(r), '[]') from (
        select room_id, opened_on, retired_on from analytics_house_rooms order by room_id
      ) r) as bookable_rooms,
      (select coalesce(json_agg(s), '[]') from (
        select room_id as "roomId", starts_at as "startsAt", ends_at as "endsAt", false as kept from closed
        union all
        -- A visit is within a day; the bound lets the index find it.
        select b.room_id, greatest(b.starts_at, c.starts_at), least(b.ends_at, c.ends_at), true
        from closed c join analytics_bookings b on b.room_id = c.room_id and b.starts_at < c.ends_at
          and b.starts_at > c.starts_at - interval '1 day' and b.ends_at > c.starts_at
        where b.status <> 'cancelled' and b.offer is distinct from 'made'
      ) s) as closed,
      (select coalesce(json_agg(w), '[]') from (
        select before, sum(joined) as joined, sum(waiting) as waiting, sum(offers) as offers, sum(taken) as taken, sum(hours) as hours,
          sum(cents) as cents
        from (
          select joined_on < ${from} as before, 1 as joined, 0 as waiting, 0 as offers, 0 as taken, 0 as hours, 0 as cents
          from analytics_waitlist where joined_on between ${startsOn} and ${to}
          union all
          select at.day < ${from}, 0, 1, 0, 0, 0, 0
          from (values (${addDays(from, -1)}::date), (${to}::date)) at (day)
          join analytics_waitlist on joined_on <= at.day and (ended_on is null or ended_on > at.day)
          union all
          select created_on < ${from}, 0, 0, 1, (offer = 'taken')::int,
            case when offer = 'taken' and status <> 'cancelled' then extract(epoch from ends_at - starts_at) / 3600 else 0 end,
            case when offer = 'taken' then received_cents - gone_cents else 0 end
          from analytics_bookings where offer is not null and created_on between ${startsOn} and ${to}
        ) happened
        group by before
      ) w) as waitlist`;
  return found;
}

/** Booked hours as a percentage of the offered ones, one decimal, at most 100; null if none were offered. */
const occupancyOf = (booked: number, offered: number): number | null =>
  offered === 0 ? null : Math.min(100, oneDecimal(booked * 100, offered));

/** The projections behind a report. */
export const PERIOD_VIEWS = ["analytics", "availability", "takings"] as const;

/** Needs `PERIOD_VIEWS`. */
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
    rooms: sums.bookable_rooms,
    closed: closedHours(
      spans.filter(({ kept }) => !kept),
      spans.filter(({ kept }) => kept),
      venue.timeZone,
    ),
  };
  const reportOn = (of: Period, before: boolean): PeriodReport => {
    const rows = sums.rooms.filter((row) => row.before === before);
    const invoices = sums.invoices.filter((row) => row.before === before);
    const heat = sums.heat.filter((row) => row.before === before);
    const waitlist = sums.waitlist.find((row) => row.before === before);
    return reportOf(of, {
      rows,
      invoices,
      offered: offeredHours(of.from, of.to, offeredBy),
      heat: heatOf(of, heat, venue.opening),
      waitlist,
    });
  };
  return { period: reportOn(period, false), before: reportOn(earlier, true) };
}

function reportOf(
  period: Period,
  {
    rows,
    invoices,
    offered,
    heat,
    waitlist,
  }: {
    rows: readonly DaySums[];
    invoices: readonly InvoiceMoney[];
    offered: ReadonlyMap<number, number>;
    heat: ReturnType<typeof heatOf>;
    waitlist: WaitlistSums | undefined;
  },
) {
  const total = (column: keyof DaySums): number => sum(rows, (row) => row[column]);
  const taken = (method: TakingsMethod): number =>
    total(`${method}_cents`) + sum(invoices, (row) => (row.method === method ? row.cents : 0));
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
    ...period,
    days: daysIn(period),
    bookings: total("bookings"),
    receivedCents: total("received_cents"),
    /** Issued refunds and disputed money, less what was returned to the venue of either. */
    refundedCents: total("gone_cents"),
    revenueCents: total("received_cents") - total("gone_cents"),
    /** By the day of the cancellation, unless it was undone. */
    cancelled: { byCustomer: total("cancelled_by_customer"), byVenue: total("cancelled_by_venue") },
    /** Holds that expired or were released unpaid. */
    unpaid: total("unpaid"),
    /** By the day of the visit. */
    noShows: total("no_shows"),
    bookedHours: total("booked_hours"),
    offeredHours: offeredInAll,
    occupancy: occupancyOf(total("booked_hours"), offeredInAll),
    /** Of the period's bookings that are not cancelled; the mean has one decimal and is null if there are none. */
    lead: { averageDays: standing === 0 ? null : oneDecimal(total("lead_days"), standing), buckets },
    /** The rooms that could be booked in the period, and other rooms that have figures in it. */
    rooms: roomIds.map((roomId) => roomOf(roomId, byRoom.get(roomId), offered.get(roomId))).filter(isTold),
    bySource: { web: total("bookings") - total("made_by_staff"), staff: total("made_by_staff") },
    takingsCents: {
      cash: taken("cash"),
      terminal: taken("terminal"),
      transfer: taken("transfer"),
      card: taken("card"),
      marked: taken("marked"),
    },
    heat,
    /** Entries by the day on which they joined, and how many waited at the end; all others are of the offers that were made in the period. */
    waitlist: {
      joined: waitlist?.joined ?? 0,
      /** Not ended when the last day was over, or until now. */
      waiting: waitlist?.waiting ?? 0,
      offers: waitlist?.offers ?? 0,
      taken: waitlist?.taken ?? 0,
      /** Of taken offers that are not cancelled. */
      hours: waitlist?.hours ?? 0,
      revenueCents: waitlist?.cents ?? 0,
    },
  };
}

function roomOf(roomId: number, row: DaySums | undefined, offered: number | undefined) {
  const bookedHours = row?.booked_hours ?? 0;
  return {
    roomId,
    /** Whether the room could be booked on at least one day of the period. */
    inHouse: offered !== undefined,
    /** Made in the period, including those cancelled later. */
    bookings: row?.bookings ?? 0,
    /** Hours of visits in the period that are not cancelled. */
    bookedHours,
    offeredHours: offered ?? 0,
    /** Received in the period less what was returned in it, while the booking was in this room. */
    revenueCents: (row?.received_cents ?? 0) - (row?.gone_cents ?? 0),
    occupancy: occupancyOf(bookedHours, offered ?? 0),
  };
}

/** A booking that moved to another room leaves a row of zeros. */
const isTold = ({ inHouse, bookings, bookedHours, revenueCents }: ReturnType<typeof roomOf>): boolean =>
  inHouse || bookings !== 0 || bookedHours !== 0 || revenueCents !== 0;

/**
 * Monday first, with one figure per venue-local hour from `firstHour`: from the first to the last hour that is open on any day of the
 * period, or booked.
 */
function heatOf({ from, to }: Period, rows: Sums["heat"], opening: OpeningSchedule) {
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
