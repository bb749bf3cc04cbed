/** Books the new dates of a series: prepares their appends, appends them, and says what a refusal of the database means. */
import { chargeAccounts } from "../booking/billing/charge-accounts.ts";
import { decide } from "../booking/booking.ts";
import { clearHours } from "../booking/handle.ts";
import {
  type CountedRequest,
  capsForRequest,
  refuseTooMany,
  refuseTooManyHours,
} from "../booking/hold/caps.ts";
import { holderHashOf } from "../booking/hold/holder.ts";
import {
  HOURS_CLAIMED,
  hourOperations,
  TOO_MANY_OPEN_HOLDS,
  TOO_MANY_OPEN_HOURS,
  TOO_MANY_OPEN_HOURS_OF_ADDRESS,
  TURNAROUND_BROKEN,
} from "../booking/hold/hours.ts";
import {
  type BookingRequest,
  personalRowsOf,
  requestCommand,
  usualDeadline,
} from "../booking/new-booking.ts";
import { type SeriesEvent, seriesStream } from "../booking/series/series.ts";
import type { Booking } from "../booking/state/booking-state.ts";
import { bookingStream } from "../booking/state/booking-stream.ts";
import type { Core } from "../context.ts";
import {
  type Append,
  type AppendRule,
  COMMAND_REPEATED,
  type EventMeta,
  SESSION_INVALID,
  STREAM_CHANGED,
  withOthers,
} from "../log/append-request.ts";
import { appendInOneStatement } from "../log/append-statements.ts";
import type { LogPosition } from "../log/position.ts";
import { type FieldError, type Refused, refuse } from "../log/rejection.ts";
import { requireExisting } from "../log/transact.ts";
import { type VenueDay, venueDayOf } from "../venue/time/venue-time.ts";
import { requireVenueUnchanged, VENUE_UNCHANGED_CONSTRAINT } from "../venue/venue.ts";
import { agreedShares } from "./agreed-shares.ts";
import type { PlannedDate } from "./series-dates.ts";

export interface MadeBooking {
  id: number;
  booking: Booking;
}

/** A date that is booked: its booking's number, and its own number in the series. */
export interface NumberedDate extends PlannedDate {
  bookingId: number;
  number: number;
}

export interface NewDates {
  ok: true;
  now: Date;
  bookings: MadeBooking[];
  appends: (Append & { stream: { id: number } })[];
  /** What the holder of all of them may hold unpaid; for the first append of the statement. */
  caps: AppendRule[];
  counted: CountedRequest & { hours: number };
}

/**
 * The bookings and their appends, at today's prices and terms. All have the same deadline. Staff's own total is shared out among the dates
 * to the cent, in proportion to their prices. `InvalidBooking` names the field; one of a date with other hours or room is below
 * `swaps.<day>`.
 */
export async function newDates(
  core: Core,
  request: BookingRequest & { swaps: ReadonlyMap<string, unknown> },
  {
    commandId,
    meta,
    seriesId,
    dates,
  }: {
    commandId: string;
    meta: EventMeta;
    seriesId: number;
    dates: readonly NumberedDate[];
  },
): Promise<NewDates | Refused> {
  const now = core.clock.now();
  const holder = holderHashOf(core, request, request.person.email);
  const shares = agreedShares(request, dates, core.settings.now());
  if (!shares.ok) return shares;
  const deadline = commonDeadline(request, dates, usualDeadline(core, now));
  const errors: FieldError[] = [];
  const bookings: MadeBooking[] = [];
  const appends: NewDates["appends"] = [];
  const venue = new Map<number, AppendRule>();
  for (const [at, { bookingId, number, day, roomId, startsAt, endsAt }] of dates.entries()) {
    const room = core.rooms.byId(roomId);
    if (!room) return refuse("RoomNotFound");
    const { session: _, ...ofSeries } = meta;
    const asked: BookingRequest = {
      ...request,
      roomId,
      startDate: day,
      startsAt,
      endsAt,
      hourCount: null,
      quoted: shares.quoted[at] ?? null,
      byStaff: request.byStaff && { ...request.byStaff, holdUntil: deadline },
    };
    const personal = personalRowsOf(asked);
    const command = requestCommand(core, asked, { room, now, personal });
    const decision = decide({ ...command, series: { id: seriesId, number } }, bookingStream.initial);
    if (!decision.ok) {
      if (decision.rejection.code !== "InvalidBooking") return decision;
      errors.push(...(decision.rejection.errors ?? []).map((error) => errorOf(error, day, request.swaps)));
      continue;
    }
    const booking = requireExisting(decision.events.reduce(bookingStream.evolve, bookingStream.initial));
    bookings.push({ id: bookingId, booking });
    const unchanged = venue.has(roomId) ? [] : [requireVenueUnchanged(room, core.settings)];
    for (const rule of unchanged) venue.set(roomId, rule);
    appends.push({
      stream: { category: bookingStream.category, id: bookingId },
      expectedVersion: 0,
      // In the order of the numbers, so that the events are in it too.
      commandId: `${commandId}/${String(number).padStart(2, "0")}`,
      events: decision.events.map(bookingStream.encode),
      meta: ofSeries,
      occurredAt: now,
      appendRules: [
        ...(await hourOperations(bookingStream.initial, booking, () => holder, request.caller)),
        ...unchanged,
        ...personal.rows,
      ],
    });
  }
  if (errors.length > 0) return refuse("InvalidBooking", { errors: withoutRepeats(errors) });
  const hours = bookings.reduce((sum, { booking }) => sum + booking.hourCount, 0);
  const counted = { ...request, holder, hours };
  const caps =
    request.byStaff || request.accountId !== undefined
      ? []
      : capsForRequest(core, counted, { hours, bookings: bookings.length });
  return { ok: true, now, bookings, appends, caps, counted };
}

/** One deadline for all links: the one that staff chose, or the usual one, but no later than the first visit's end. */
function commonDeadline(
  { byStaff }: Pick<BookingRequest, "byStaff">,
  dates: readonly NumberedDate[],
  usual: Date,
): Date | null {
  if (byStaff?.payment !== "link" || byStaff.holdUntil) return byStaff?.holdUntil ?? null;
  return dates.reduce((earliest, { endsAt }) => (endsAt < earliest ? endsAt : earliest), usual);
}

const errorOf = (error: FieldError, day: string, swaps: ReadonlyMap<string, unknown>): FieldError =>
  swaps.has(day) ? { path: `swaps.${day}`, message: error.message } : error;

const withoutRepeats = (errors: readonly FieldError[]): FieldError[] => [
  ...new Map(errors.map((error) => [`${error.path} ${error.message}`, error])).values(),
];

/**
 * Appends the series' own event, its new bookings and what their account is charged: all of them, or none. Refuses as `chargeAccounts` does;
 * a clash with another visit is `SlotTaken` with the days of all dates that are lost.
 */
export async function appendDates(
  core: Core,
  made: NewDates,
  {
    id,
    version,
    event,
    commandId,
    meta,
  }: {
    id: number;
    version: number;
    event: SeriesEvent;
    commandId: string;
    meta: EventMeta;
  },
): Promise<{ ok: true; position: LogPosition } | Refused | "retry"> {
  const charged = await chargeAccounts(
    core,
    made.bookings.map(({ id: bookingId, booking }) => ({
      id: bookingId,
      before: bookingStream.initial,
      after: booking,
    })),
  );
  if (!charged.ok) return charged;
  const ofSeries: Append & { stream: { id: number } } = {
    stream: { category: seriesStream.category, id },
    expectedVersion: version,
    commandId,
    events: [seriesStream.encode(event)],
    meta,
    occurredAt: made.now,
    appendRules: made.caps,
  };
  const result = await appendInOneStatement(core.sql, [
    ...withOthers([ofSeries], charged.appends),
    ...made.appends,
  ]);
  if (!result.ok) return refusalOf(core, result.violated, made);
  core.afterAppend(result.position);
  return result;
}

/**
 * What the violated constraint means. A clash with overdue holds expires them, and the series is tried again; any other clash is
 * `SlotTaken` with the days of all dates that are lost.
 */
async function refusalOf(
  core: Core,
  violated: string,
  { bookings, counted }: NewDates,
): Promise<Refused | "retry"> {
  switch (violated) {
    case SESSION_INVALID:
      return refuse("SessionEnded");
    case COMMAND_REPEATED:
      return refuse("ConcurrentChange");
    case STREAM_CHANGED:
      return "retry";
    case HOURS_CLAIMED:
    case TURNAROUND_BROKEN:
      return (await lostDays(core, bookings)) ?? "retry";
    case TOO_MANY_OPEN_HOLDS:
      return refuseTooMany("bookings", counted.heldBy);
    case TOO_MANY_OPEN_HOURS:
    case TOO_MANY_OPEN_HOURS_OF_ADDRESS:
      return refuseTooManyHours(core, counted, { hours: counted.hours, violated });
    case VENUE_UNCHANGED_CONSTRAINT:
      await core.venue.reload();
      return "retry";
    default:
      throw new Error(`No refusal explains the violation of ${violated} by a series`);
  }
}

/** Null once nothing but overdue holds stood in the way, and they are expired. */
async function lostDays(core: Core, bookings: readonly MadeBooking[]): Promise<Refused | null> {
  const lost: VenueDay[] = [];
  for (const { booking } of bookings) {
    if (!(await clearHours(core, null, booking))) lost.push(venueDayOf(booking.startsAt, core.timeZone));
  }
  return lost.length === 0 ? null : refuse("SlotTaken", { dates: lost });
}
