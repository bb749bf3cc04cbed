/** Builds the board: each room's visits, closed hours, and the turnaround beside a visit. Pure. */
import { toAmount } from "../../core/booking/rules/money.ts";
import type { Room } from "../../core/venue/rooms/rooms.ts";
import { type OpeningSchedule, openingOn } from "../../core/venue/time/opening-hours.ts";
import {
  addDays,
  HOUR_MS,
  hoursBetween,
  instantAt,
  type VenueDay,
  venueClockOf,
} from "../../core/venue/time/venue-time.ts";
import type { ListedClosure } from "../../projections/views/availability.ts";
import type { ActiveBooking, SetAsideHours } from "../../projections/views/booking-list.ts";
import type { Board, BoardEntry, BookingEntry, UnreadableEntry } from "../contract/staff/board.ts";
import { UNREADABLE_BOOKING } from "../contract/staff/staff-booking.ts";
import { closureReason } from "../contract/venue/closure.ts";
import { seriesFieldsOf } from "./booking-json.ts";

interface Span {
  startsAt: Date;
  endsAt: Date;
}

/** The data of a board. */
export interface BoardRows {
  /** Includes the visits of the hours before and after, whose turnaround may reach into these days. */
  bookings: readonly ActiveBooking[];
  /** The same for bookings that cannot be read. */
  aside: readonly SetAsideHours[];
  blocks: readonly ListedClosure[];
}

/** `days` from `first` on, as `[from, to)` in UTC. */
export function boardSpan(first: VenueDay, days: number, zone: string): { from: Date; to: Date } {
  return { from: instantAt(first, 0, zone), to: instantAt(addDays(first, days), 0, zone) };
}

export function boardJson(
  { bookings, aside, blocks }: BoardRows,
  asked: {
    day: VenueDay;
    days: number;
    /** Includes retired rooms, since they may have visits. */
    rooms: readonly Room[];
    opening: OpeningSchedule;
    zone: string;
  },
): Board {
  const { day, days, rooms, opening, zone } = asked;
  const { from, to } = boardSpan(day, days, zone);
  const open = Array.from({ length: days }, (_, after) => {
    const one = addDays(day, after);
    return { day: one, hours: openingOn(opening, one) };
  });
  const openHours = open.flatMap(({ day: one, hours }) =>
    hours === null
      ? []
      : hoursBetween(instantAt(one, hours.open, zone), instantAt(one, hours.close, zone)).map(Number),
  );
  const all = bookings.map(bookingEntry);
  const entriesOf = (room: Room): BoardEntry[] => {
    const read = bookings.flatMap(({ booking }, at) => (booking.room_id === room.id ? (all[at] ?? []) : []));
    const own = [...read, ...aside.filter(({ roomId }) => roomId === room.id).map(unreadableEntry)];
    const closed = blocks.filter(({ roomIds }) => roomIds.includes(room.id)).map(blockEntry);
    const staying = own.filter((entry) => entry.kind !== "booking" || !entry.freed);
    const taken = [...staying, ...closed].map(spanOf);
    return [
      ...own.filter((entry) => overlaps(spanOf(entry), { startsAt: from, endsAt: to })),
      ...closed,
      ...turnarounds(staying, { hours: room.turnaroundHours, among: openHours, taken }),
    ].sort((a, b) => a.startTime.localeCompare(b.startTime));
  };
  const shown = rooms
    .map((room) => ({ room, entries: entriesOf(room) }))
    .filter(({ room, entries }) => !room.retired || entries.some(isVisit));
  const visits = shown.flatMap(({ entries }) => entries.filter(isVisit));
  return {
    day,
    hours: widest([
      ...open.flatMap(({ hours }) => hours ?? []),
      ...visits.map((entry) => clockHours(entry, zone)),
    ]),
    days: open,
    rooms: shown.map(({ room: { id, name, slug }, entries }) => ({ id, name, slug, entries })),
  };
}

const isVisit = ({ kind }: BoardEntry): boolean => kind === "booking" || kind === "unreadable";

const utc = (instant: string): string => new Date(instant).toISOString();

function bookingEntry({
  booking,
  seriesSize,
  accountName,
  person,
  eventWords,
  noted,
}: ActiveBooking): BookingEntry {
  const isHold =
    booking.status === "pending" &&
    (booking.payment_status === "pending" || booking.payment_status === "failed");
  return {
    kind: "booking",
    id: booking.booking_id,
    startTime: utc(booking.starts_at),
    endTime: utc(booking.ends_at),
    firstName: person.firstName,
    lastName: person.lastName,
    eventType: eventWords ?? booking.event_type,
    attendees: booking.attendees,
    status: booking.status,
    paymentStatus: booking.payment_status,
    totalAmount: toAmount(booking.total_cents),
    dueAmount: toAmount(booking.due_cents),
    heldUntil: isHold ? utc(booking.hold_until) : null,
    visit: booking.visit,
    freed: booking.freed,
    hasNotes: noted || Boolean(person.freeText?.trim()),
    ...seriesFieldsOf(booking, seriesSize),
    ...(booking.account_id === null ? {} : { accountId: booking.account_id, accountName }),
  };
}

const unreadableEntry = ({
  bookingId,
  startsAt,
  endsAt,
  firstName,
  lastName,
}: SetAsideHours): UnreadableEntry => ({
  kind: "unreadable",
  id: bookingId,
  startTime: startsAt.toISOString(),
  endTime: endsAt.toISOString(),
  firstName,
  lastName,
  unreadable: UNREADABLE_BOOKING,
});

const blockEntry = ({ id, startsAt, endsAt, public: told, ...block }: ListedClosure): BoardEntry => ({
  kind: "block",
  id,
  startTime: startsAt.toISOString(),
  endTime: endsAt.toISOString(),
  reason: closureReason(block),
  public: told,
});

/**
 * The hours that stay free before and after visits: open hours that nothing else uses. Visits beside each other share them: each stretch
 * appears once, with the first visit beside it. `among`: the starts of the open hours, ascending, as milliseconds.
 */
function turnarounds(
  visits: readonly (BookingEntry | UnreadableEntry)[],
  { hours, among, taken }: { hours: number; among: readonly number[]; taken: readonly Span[] },
): BoardEntry[] {
  if (hours === 0 || visits.length === 0) return [];
  const reach = hours * HOUR_MS;
  const found: { id: number; from: number; to: number }[] = [];
  for (const hour of among) {
    const own = { startsAt: new Date(hour), endsAt: new Date(hour + HOUR_MS) };
    if (taken.some((span) => overlaps(span, own))) continue;
    const beside = visits.find((visit) => {
      const { startsAt, endsAt } = spanOf(visit);
      return hour < endsAt.getTime() + reach && hour + HOUR_MS > startsAt.getTime() - reach;
    });
    if (!beside) continue;
    const last = found.at(-1);
    if (last?.to === hour) last.to = hour + HOUR_MS;
    else found.push({ id: beside.id, from: hour, to: hour + HOUR_MS });
  }
  return found.map(({ id, from, to }) => ({
    kind: "turnaround",
    id,
    startTime: new Date(from).toISOString(),
    endTime: new Date(to).toISOString(),
  }));
}

const spanOf = (entry: BoardEntry): Span => ({
  startsAt: new Date(entry.startTime),
  endsAt: new Date(entry.endTime),
});

const overlaps = (a: Span, b: Span): boolean => a.startsAt < b.endsAt && a.endsAt > b.startsAt;

type Hours = NonNullable<Board["hours"]>;

/** A visit that ends at midnight ends at 24. */
function clockHours(entry: BoardEntry, zone: string): Hours {
  const { startsAt, endsAt } = spanOf(entry);
  const open = venueClockOf(startsAt, zone).hour;
  return { open, close: Math.min(24, open + Math.ceil((endsAt.getTime() - startsAt.getTime()) / HOUR_MS)) };
}

const widest = (hours: readonly Hours[]): Board["hours"] =>
  hours.length === 0
    ? null
    : {
        open: Math.min(...hours.map(({ open }) => open)),
        close: Math.max(...hours.map(({ close }) => close)),
      };
