/** Builds the content of each of the analytics' CSV files: headings and lines. They contain no name, email or phone. */

import { toUnits } from "../../core/booking/rules/money.ts";
import { currencyCode } from "../../core/venue/currency.ts";
import { capitalizeWeekday, clockHour } from "../../core/venue/time/opening-hours.ts";
import { HOUR_MS, venueClockOf, venueDayOf } from "../../core/venue/time/venue-time.ts";
import { leadDays } from "../../projections/views/analytics/day-sums.ts";
import type { MadeBooking } from "../../projections/views/analytics/made-bookings.ts";
import type { PeriodFigures } from "../contract/analytics/analytics-period.ts";
import { type ComparedTable, comparedRows } from "../contract/analytics/period-tables.ts";
import type { CsvCell } from "./csv.ts";

interface Compared {
  period: PeriodFigures;
  before: PeriodFigures;
}

type CsvRows = readonly (readonly CsvCell[])[];

/** `"2026-11-01 to 2026-11-30"` */
const span = ({ from, to }: PeriodFigures): string => `${from} to ${to}`;

const FIRST_COLUMN: Record<ComparedTable, string> = {
  figures: "Figure",
  "lead-times": "Booked ahead",
  sources: "Made by",
  cancellations: "What",
  takings: "Method",
  waitlist: "Waitlist",
};

const UNITS = { count: "", hours: "hours", percent: "percent", days: "days" } as const;

const codeOfCurrency = (): string => currencyCode().toUpperCase();

export const comparedCsv = (table: ComparedTable, figures: Compared): CsvRows => [
  [FIRST_COLUMN[table], "Unit", span(figures.period), span(figures.before)],
  ...comparedRows(table, figures).map(({ label, unit, now, before }) => [
    label,
    unit === "money" ? codeOfCurrency() : UNITS[unit],
    now,
    before,
  ]),
];

export function roomsCsv({ period, before }: Compared): CsvRows {
  const earlier = new Map(before.rooms.map((room) => [room.roomId, room]));
  return [
    [
      "Room",
      "Bookings made",
      "Hours booked",
      "Hours offered",
      "Occupancy percent",
      `Revenue ${codeOfCurrency()}`,
      `Revenue ${codeOfCurrency()} ${span(before)}`,
    ],
    ...period.rooms.map((room) => [
      room.roomName,
      room.bookings,
      room.hoursBooked,
      room.hoursOffered,
      room.occupancy,
      room.revenue,
      earlier.get(room.roomId)?.revenue ?? 0,
    ]),
  ];
}

/** As on the page: hours down, weekdays across. */
export function hoursCsv({ period: { heatMap } }: Compared): CsvRows {
  const [any] = heatMap.weekdays;
  return [
    ["Hours booked", ...heatMap.weekdays.map(({ weekday }) => capitalizeWeekday(weekday))],
    ...(any?.hoursBooked ?? []).map((_, i) => [
      clockHour(heatMap.firstHour + i),
      ...heatMap.weekdays.map(({ hoursBooked }) => hoursBooked[i] ?? 0),
    ]),
  ];
}

export const bookingsHeadings = (): readonly string[] => [
  "Booking",
  "Made on",
  "Made by",
  "Room",
  "Visit on",
  "Start",
  "End",
  "Hours",
  "Days ahead",
  "Status",
  "Payment status",
  ...["Total", "Downpayment", "Received", "Refunded"].map((what) => `${what} ${codeOfCurrency()}`),
  "Cancelled on",
  "Cancelled by",
  "Visit",
];

const ENDED_BY = { customer: "customer", venue: "venue", unpaid: "never paid" } as const;

export function bookingCells(
  booking: MadeBooking,
  { nameOf, timeZone }: { nameOf(roomId: number): string; timeZone: string },
): CsvCell[] {
  const [start, end] = [new Date(booking.starts_at), new Date(booking.ends_at)];
  const visitOn = venueDayOf(start, timeZone);
  const clock = (instant: Date): string => clockHour(venueClockOf(instant, timeZone).hour);
  return [
    booking.booking_id,
    booking.created_on,
    booking.made_by_staff ? "staff" : "web",
    nameOf(booking.room_id),
    visitOn,
    clock(start),
    clock(end),
    (end.getTime() - start.getTime()) / HOUR_MS,
    leadDays(booking.created_on, visitOn),
    booking.status,
    booking.payment_status,
    toUnits(booking.total_cents),
    toUnits(booking.downpayment_cents),
    toUnits(booking.received_cents),
    toUnits(booking.gone_cents),
    booking.ended_on,
    booking.ended && ENDED_BY[booking.ended],
    booking.visit,
  ];
}
