/** Books further dates of a series by its rule, at today's price, where its last dates take place (decision 254). */
import type { BookingRequest } from "../booking/new-booking.ts";
import type { StaffPayment } from "../booking/rules/statuses.ts";
import { type LoadedSeries, loadSeries } from "../booking/series/load-series.ts";
import {
  furtherDates,
  isBeyondHorizon,
  MOST_DATES,
  MOST_DATES_OF_VISITORS,
  type RepeatEnd,
} from "../booking/series/repeat.ts";
import { type SeriesEvent, seriesStream } from "../booking/series/series.ts";
import { bookingStream } from "../booking/state/booking-stream.ts";
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import { nextStreamIds } from "../log/append-statements.ts";
import type { Outcome } from "../log/decision.ts";
import { commandIdOf, findFirstRequest, type IdempotentRequest } from "../log/idempotency.ts";
import { loadStreams } from "../log/load-streams.ts";
import { readStream } from "../log/read.ts";
import { type Refused, refuse, refuseField } from "../log/rejection.ts";
import { requireExisting } from "../log/transact.ts";
import { readPerson } from "../person/personal-data.ts";
import { BOOKING_HORIZON_DAYS, instantAt, type VenueDay, venueDayOf } from "../venue/time/venue-time.ts";
import { appendDates, type MadeBooking, newDates } from "./book-dates.ts";
import { planDays } from "./plan-series.ts";
import type { BookedSeries } from "./request-series.ts";

export interface ExtendSeries extends IdempotentRequest, Pick<BookingRequest, "caller" | "workDone"> {
  seriesId: number;
  /** How many further dates, or until which venue day. */
  end: RepeatEnd;
  skip: readonly VenueDay[];
  /** Null for the holder. Staff may pay the new dates otherwise than the first ones. */
  byStaff: { payment: StaffPayment | null } | null;
}

const MAX_ATTEMPTS = 8;

/**
 * Answers the new dates only. Closed dates are left out; `SlotTaken` names the days of all that are taken, and then nothing is held. The
 * caller must have checked who asks. With `dryRun` nothing is written, and the bookings are what they would be.
 */
export async function extendSeries(
  core: Core,
  asked: ExtendSeries,
  { meta, dryRun }: { meta: EventMeta; dryRun: boolean },
): Promise<Outcome<BookedSeries>> {
  const commandId = commandIdOf("extend-series", asked);
  const stored = asked.bodyHash === null ? meta : { ...meta, bodyHash: asked.bodyHash };
  let outcome: Outcome<BookedSeries> | "retry" = "retry";
  for (let attempt = 0; attempt < MAX_ATTEMPTS && outcome === "retry"; attempt++) {
    await core.venue.refreshIfExpired();
    outcome = await tryExtend(core, asked, { meta: stored, commandId, dryRun });
  }
  if (outcome === "retry") outcome = refuse("ConcurrentChange");
  if (outcome.ok || !asked.idempotencyKey) return outcome;
  return (await answeredBefore(core, commandId, asked)) ?? outcome;
}

async function tryExtend(
  core: Core,
  asked: ExtendSeries,
  { meta, commandId, dryRun }: { meta: EventMeta; commandId: string; dryRun: boolean },
): Promise<Outcome<BookedSeries> | "retry"> {
  const loaded = await loadSeries(core, asked.seriesId);
  const last = loaded?.bookings.at(-1);
  if (!loaded || !last) return refuse("SeriesNotFound");
  const { id, series, version } = loaded;
  const days = daysOf(core, loaded, asked);
  if (!Array.isArray(days)) return days;
  const visit = { ...last.booking, roomId: series.roomId, hours: series.hours, duration: series.duration };
  const asks = asked.byStaff ? "staff" : "visitor";
  const planned = await planDays(core, visit, {
    days,
    asks,
    exceptions: { skip: asked.skip, swaps: new Map() },
  });
  const open = planned.dates.filter(({ state }) => state !== "closed");
  const taken = open.filter(({ state }) => state === "taken");
  if (taken.length > 0) return refuse("SlotTaken", { dates: taken.map(({ day }) => day) });
  if (open.length === 0) return refuseField("InvalidBooking", "until", "No date is left to book");

  const request = await requestOf(core, loaded, asked);
  if (!("roomId" in request)) return request;
  const numbers = dryRun
    ? open.map(() => 0)
    : await nextStreamIds(core.sql, bookingStream.category, open.length);
  const made = await newDates(core, request, {
    commandId,
    meta,
    seriesId: id,
    dates: open.map((date, at) => ({
      ...date,
      bookingId: numbers[at] ?? 0,
      number: series.dates.length + at + 1,
    })),
  });
  if (!made.ok) return made;
  const event: SeriesEvent = {
    type: "SeriesExtended",
    data: {
      lastDay: days.at(-1) ?? series.lastDay,
      dates: open.map(({ day }, at) => ({ bookingId: numbers[at] ?? 0, day })),
    },
  };
  const after = requireExisting(seriesStream.evolve(series, event));
  const value = { id, series: after, bookings: made.bookings };
  if (dryRun) return { ok: true, value, position: loaded.at };
  const appended = await appendDates(core, made, { id, version, event, commandId, meta });
  if (appended === "retry" || !appended.ok) return appended;
  return { ok: true, value, position: appended.position };
}

/** The further days, or why they cannot be booked. */
function daysOf(
  core: Core,
  { series }: LoadedSeries,
  { end, byStaff, skip }: ExtendSeries,
): VenueDay[] | Refused {
  const field = "count" in end ? "count" : "until";
  const most = byStaff ? MOST_DATES : MOST_DATES_OF_VISITORS;
  const days = furtherDates(series.repeat, series.firstDay, { since: series.lastDay, end });
  if (days.length === 0)
    return refuseField("InvalidBooking", field, `The series has dates until ${series.lastDay}`);
  if (days.length > most) {
    return refuseField("InvalidBooking", field, `At most ${most} dates can be added at a time`);
  }
  const now = core.clock.now();
  if (isBeyondHorizon(days, venueDayOf(now, core.timeZone))) {
    const message = `Bookings can be made at most ${BOOKING_HORIZON_DAYS} days ahead`;
    return refuseField("InvalidBooking", field, message);
  }
  const foreign = skip.find((day) => !days.includes(day));
  if (foreign) return refuseField("InvalidBooking", "skip", `${foreign} is not one of the further dates`);
  // The rule may not have reached today yet, if the series ended long ago.
  return days.filter((day) => instantAt(day, series.hours.start, core.timeZone) > now);
}

/** A request for the same guest and visit as the last date's; `PersonErased` once the guest is erased. */
async function requestOf(
  core: Core,
  { id, series, bookings }: LoadedSeries,
  { byStaff, caller, workDone, idempotencyKey, bodyHash }: ExtendSeries,
): Promise<(BookingRequest & { swaps: ReadonlyMap<string, unknown> }) | Refused> {
  const last = bookings.at(-1)?.booking;
  const person = last ? await readPerson(core.sql, last.personId) : null;
  if (!last || !person?.firstName) return refuse("PersonErased");
  const words = last.eventTypeId === null ? null : await readPerson(core.sql, last.eventTypeId);
  const { freeText: specialRequirements, firstName, lastName, email, phone } = person;
  const { attendees, engineerRequired, userId, heldBy } = last;
  const payment = byStaff?.payment ?? series.payment ?? "link";
  const isOnAccount = byStaff ? payment === "account" : last.accountId !== null;
  if (isOnAccount && last.accountId === null) {
    return refuseField("InvalidBooking", "payment", "The last date of this series is not on account");
  }
  return {
    roomId: series.roomId,
    startDate: series.lastDay,
    startsAt: last.startsAt,
    endsAt: last.endsAt,
    duration: series.duration,
    hourCount: null,
    attendees,
    engineerRequired,
    quoted: null,
    userId,
    heldBy,
    caller,
    workDone,
    idempotencyKey,
    bodyHash,
    eventType: words?.freeText ?? last.eventType,
    person: { firstName, lastName, email, phone, specialRequirements },
    ...(byStaff
      ? {
          byStaff: {
            payment,
            holdUntil: null,
            priceReason: payment === "free" ? `Further dates of series ${id}` : null,
          },
        }
      : {}),
    ...(isOnAccount && last.accountId !== null ? { accountId: last.accountId } : {}),
    swaps: new Map(),
  };
}

/** The first answer to this request: the dates as they were added; null if they were never. */
async function answeredBefore(
  core: Core,
  commandId: string,
  asked: ExtendSeries,
): Promise<Outcome<BookedSeries> | null> {
  const first = await findFirstRequest(core.sql, commandId, asked);
  if (!first?.ok) return first;
  const id = seriesStream.idOf(first.stream);
  if (id === null) return null;
  const events = await readStream(core.sql, seriesStream, id);
  const extension = events.find((event) => event.commandId === commandId);
  const loaded = await loadSeries(core, id);
  if (!loaded || extension?.type !== "SeriesExtended") return null;
  const ids = extension.data.dates.map(({ bookingId }) => bookingId);
  const streams = await loadStreams(core.sql, bookingStream, ids, { asOf: first.at });
  const bookings = streams.map(
    ({ id: bookingId, state }): MadeBooking => ({ id: bookingId, booking: requireExisting(state) }),
  );
  return { ok: true, value: { id, series: loaded.series, bookings }, position: first.at };
}
