/** Writes the texts of the board's cells: the short ones that are shown, and the long ones for screen readers. */

import type { BoardEntry, BookingEntry, UnreadableEntry } from "../../../../bff/contract/staff/board.ts";
import { formatShortMoney } from "../../../../core/booking/rules/money.ts";
import { personName } from "../../../../core/person/person-name.ts";
import { clockTime, timeRange, weekdayName } from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { peopleText } from "../../format/counts.ts";
import { hourName } from "../../format/hours.ts";
import { customerName } from "../../format/names.ts";
import { accountText, seriesText } from "../../ui/booking/booking-badges.tsx";

/** The name from before the booking could no longer be read; null if it is not known. */
export const knownName = (entry: UnreadableEntry): string | null => personName(entry) || null;

/** The state of the money, in as few words as possible. */
export function moneyWords(booking: BookingEntry, zone: string): string {
  const { heldUntil, dueAmount, totalAmount, paymentStatus } = booking;
  const account = accountText(booking);
  if (account !== null && paymentStatus !== "paid") return account;
  if (heldUntil !== null) return `Held to ${shortEnd(new Date(heldUntil), zone)}`;
  if (Number(dueAmount) > 0) return `${formatShortMoney(dueAmount)} due`;
  return Number(totalAmount) === 0 ? "Free of charge" : "Paid";
}

/** `"3 PM"` of today, `"Sun"` of another day: a cell is narrow. */
function shortEnd(instant: Date, zone: string): string {
  const day = venueDayOf(instant, zone);
  return day === venueDayOf(new Date(), zone)
    ? clockTime(instant, zone).replace(":00", "")
    : weekdayName(day).slice(0, 3);
}

const VISIT_WORDS = { late: "Late", arrived: "Here", left: "Left", "no-show": "No-show" } as const;

export const visitWords = ({ visit, status }: BookingEntry): string | null =>
  visit !== null ? VISIT_WORDS[visit] : status === "completed" ? "Completed" : null;

/** `"10 – 11 AM"`, `"11 AM – 2 PM"` on the venue's clock: the board has whole hours. */
export function shortRange(startTime: string, endTime: string, zone: string): string {
  const [from, to] = [startTime, endTime].map((instant) =>
    clockTime(new Date(instant), zone).replace(":00", ""),
  );
  const [half, otherHalf] = [from, to].map((time) => time?.slice(-2));
  return half === otherHalf ? `${from?.slice(0, -3)} – ${to}` : `${from} – ${to}`;
}

/** `"10 AM to 12 PM"`, for hours of the venue's clock. */
export const hoursRange = (first: number, end: number): string => `${hourName(first)} to ${hourName(end)}`;

/** A cell's name: whose it is, when, and everything that the cell shows. */
export function entryLabel(entry: BoardEntry, zone: string): string {
  const when = timeRange(new Date(entry.startTime), new Date(entry.endTime), zone);
  switch (entry.kind) {
    case "booking":
      return [
        customerName(entry),
        when,
        entry.attendees === null ? null : peopleText(entry.attendees),
        entry.eventType,
        moneyWords(entry, zone),
        visitWords(entry),
        entry.hasNotes ? "has notes" : null,
        seriesText(entry) === null ? null : `${seriesText(entry)} of a series`,
      ]
        .filter(Boolean)
        .join(", ");
    case "block":
      return `Closed: ${entry.reason}`;
    case "turnaround":
      return `Turnaround, ${when}`;
    case "unreadable":
      return [knownName(entry), when, entry.unreadable].filter(Boolean).join(", ");
  }
}
