/** Reads the figures of analytics from their sums (decisions 131 to 134). Integer cents; venue days. */
import type { Sql } from "../../../core/platform/database/database.ts";
import { type OpeningSchedule, slotsOn } from "../../../core/venue/time/opening-hours.ts";
import { addDays, instantAt, type VenueDay, venueDayOf } from "../../../core/venue/time/venue-time.ts";
import type { NO_ROOM_FIGURES } from "./batch-sums.ts";
import { oneDecimal, sum } from "./rows.ts";

/** "This week" and "this month": so many venue days, of which today is the last. */
const WEEK_DAYS = 7;
const MONTH_DAYS = 30;

export type AnalyticsReport = Awaited<ReturnType<typeof readAnalytics>>;

type RoomSums = { room_id: number } & typeof NO_ROOM_FIGURES;

interface Sums {
  venue: {
    customers: number;
    returning_customers: number;
    inquiries: number;
    inquirers: number;
    converted_inquirers: number;
  } | null;
  rooms: RoomSums[];
  days: { day: VenueDay; bookings: number; revenue_cents: number; inquiries: number }[];
  used: { room_id: number; hours: number }[];
}

/** One statement, so that all figures are of one moment; it reads as many rows after ten bookings as after a million. */
async function readSums(sql: Sql, now: Date, today: VenueDay, todayStarts: Date): Promise<Sums | undefined> {
  const from = addDays(today, 1 - MONTH_DAYS);
  const [sums] = await sql<Sums[]>`
    select
      (select row_to_json(v) from analytics_venue v) as venue,
      (select coalesce(json_agg(r order by r.room_id), '[]') from analytics_rooms r) as rooms,
      (select coalesce(json_agg(d), '[]') from (
        select day, coalesce(sum(bookings), 0) as bookings, coalesce(sum(revenue_cents), 0) as revenue_cents,
          coalesce(sum(inquiries), 0) as inquiries
        from (
          select day, bookings, received_cents - gone_cents as revenue_cents, 0 as inquiries
          from analytics_room_days where day between ${from} and ${today}
          union all
          select day, 0, 0, inquiries from analytics_days where day between ${from} and ${today}
        ) happened
        group by day
      ) d) as days,
      (select coalesce(json_agg(u), '[]') from (
        select room_id, sum(hours) as hours
        from (
          select room_id, booked_hours as hours
          from analytics_room_days where day >= ${from} and day < ${today}
          union all
          -- Of today only the hours that have begun.
          select room_id, ceil(extract(epoch from least(ends_at, ${now}) - starts_at) / 3600)
          from analytics_bookings
          where status <> 'cancelled' and offer is distinct from 'made' and starts_at >= ${todayStarts} and starts_at < ${now}
        ) used
        group by room_id
      ) u) as used`;
  return sums;
}

/** The bookable hours of the last 30 days that have begun. */
function bookableHours(now: Date, today: VenueDay, { timeZone, opening }: ReportAt): number {
  let hours = slotsOn(opening, today, timeZone).filter((start) => start < now).length;
  for (let back = 1; back < MONTH_DAYS; back++) {
    hours += slotsOn(opening, addDays(today, -back), timeZone).length;
  }
  return hours;
}

const percentage = (part: number, whole: number): number => (whole === 0 ? 0 : oneDecimal(part * 100, whole));

const activeBookings = ({ pending, confirmed, completed }: RoomSums): number =>
  pending + confirmed + completed;
const revenue = ({ received_cents, gone_cents }: RoomSums): number => received_cents - gone_cents;

/** The venue zone, and which hours of the days could be booked. */
interface ReportAt {
  timeZone: string;
  opening: OpeningSchedule;
}

/** The figures as of `now` (UTC instant); "last 30 days" are today and the 29 venue days before it. */
export async function readAnalytics(sql: Sql, now: Date, at: ReportAt) {
  const { timeZone } = at;
  const today = venueDayOf(now, timeZone);
  const sums = await readSums(sql, now, today, instantAt(today, 0, timeZone));
  const { rooms = [], used = [] } = sums ?? {};
  const byDay = new Map(sums?.days.map((row) => [row.day, row]));
  const days = Array.from({ length: MONTH_DAYS }, (_, i) => {
    const day = addDays(today, i + 1 - MONTH_DAYS);
    const row = byDay.get(day);
    // Bookings made on that day, including those cancelled later; money received on it, less what was returned.
    const { bookings = 0, revenue_cents: revenueCents = 0, inquiries = 0 } = row ?? {};
    return { day, bookings, revenueCents, inquiries };
  });
  const valueCents = sum(rooms, (room) => room.value_cents);
  const counted = sum(rooms, activeBookings);
  const bookable = bookableHours(now, today, at);
  const hoursUsed = new Map(used.map((row) => [row.room_id, row.hours]));
  return {
    revenue: {
      totalCents: sum(rooms, revenue),
      thisMonthCents: sum(days, (day) => day.revenueCents),
      remainingCents: sum(rooms, (room) => room.remaining_cents),
      downpaymentsCents: sum(rooms, (room) => room.downpayments_cents),
      /** Total price of all bookings that are not cancelled. */
      valueCents,
    },
    customers: {
      unique: sums?.venue?.customers ?? 0,
      returning: sums?.venue?.returning_customers ?? 0,
      averageValueCents: counted === 0 ? 0 : Math.round(valueCents / counted),
    },
    inquiries: {
      total: sums?.venue?.inquiries ?? 0,
      thisMonth: sum(days, (day) => day.inquiries),
      conversionRate: percentage(sums?.venue?.converted_inquirers ?? 0, sums?.venue?.inquirers ?? 0),
    },
    bookings: {
      total: sum(rooms, (room) => activeBookings(room) + room.cancelled),
      thisWeek: sum(days.slice(-WEEK_DAYS), (day) => day.bookings),
      thisMonth: sum(days, (day) => day.bookings),
      pending: sum(rooms, (room) => room.pending),
      confirmed: sum(rooms, (room) => room.confirmed),
      completed: sum(rooms, (room) => room.completed),
      cancelled: sum(rooms, (room) => room.cancelled),
    },
    /** Rooms that were ever booked. */
    rooms: rooms.map((room) => ({
      roomId: room.room_id,
      /** Not cancelled, all time. */
      bookings: activeBookings(room),
      bookedHours: room.booked_hours,
      /** Received less refunds, including cancelled bookings: what the venue retains is revenue. */
      revenueCents: revenue(room),
      /** Percentage of the bookable hours of the last 30 days, up to now, that were booked; one decimal. */
      utilization: percentage(hoursUsed.get(room.room_id) ?? 0, bookable),
    })),
    /** The last 30 days, oldest first, including days without events. */
    days,
  };
}
