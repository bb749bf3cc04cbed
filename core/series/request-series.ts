/** Books a series: one append claims every date, or none. A repeated request gets the first answer (decision 250). */
import { randomUUID } from "node:crypto";
import type { BookingRequest } from "../booking/new-booking.ts";
import { quoteErrors } from "../booking/rules/booking-rules.ts";
import { isMonthly, type Repeat } from "../booking/series/repeat.ts";
import { type Series, type SeriesEvent, seriesStream } from "../booking/series/series.ts";
import { bookingStream } from "../booking/state/booking-stream.ts";
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import { nextStreamIds } from "../log/append-statements.ts";
import type { Outcome } from "../log/decision.ts";
import { commandIdOf, findFirstRequest } from "../log/idempotency.ts";
import { loadStreams } from "../log/load-streams.ts";
import { readStream } from "../log/read.ts";
import { refuse } from "../log/rejection.ts";
import { fold } from "../log/stream.ts";
import { requireExisting } from "../log/transact.ts";
import type { VenueDay } from "../venue/time/venue-time.ts";
import { appendDates, type MadeBooking, newDates } from "./book-dates.ts";
import { type Exceptions, planSeries, refuseNoDates } from "./plan-series.ts";
import { sumOf } from "./series-dates.ts";

/** A request for a series as the BFF has read it: the first date, with the sums that the customer saw. */
export interface SeriesRequest extends BookingRequest, Exceptions {
  repeat: Repeat;
}

/** A series as it was booked. */
export interface BookedSeries {
  id: number;
  series: Series;
  bookings: MadeBooking[];
}

const MAX_ATTEMPTS = 8;

/**
 * Books every free date that is not skipped; closed ones are left out. Answers `SlotTaken` with the days of all dates that are taken, and
 * then nothing is held. The customer's sums are compared with the server's. `ProofOfWorkNeeded` as for one booking.
 */
export async function requestSeries(
  core: Core,
  request: SeriesRequest,
  meta: EventMeta,
): Promise<Outcome<BookedSeries>> {
  const commandId = commandIdOf("series", request);
  const { bodyHash } = request;
  const stored = bodyHash === null ? meta : { ...meta, bodyHash };
  await core.venue.refreshIfExpired();
  let outcome: Outcome<BookedSeries> | "retry" = "retry";
  for (let attempt = 0; attempt < MAX_ATTEMPTS && outcome === "retry"; attempt++) {
    outcome = await tryRequest(core, request, stored, commandId);
  }
  if (outcome === "retry") outcome = refuse("ConcurrentChange");
  // A retry may clash with its own first try: the first answer is given again.
  if (outcome.ok || !request.idempotencyKey) return outcome;
  return (await answeredBefore(core, commandId, request)) ?? outcome;
}

async function tryRequest(
  core: Core,
  request: SeriesRequest,
  meta: EventMeta,
  commandId: string,
): Promise<Outcome<BookedSeries> | "retry"> {
  const { byStaff, quoted } = request;
  const planned = await planSeries(core, request, {
    asks: byStaff ? "staff" : "visitor",
    exceptions: request,
  });
  if (!planned.ok) return planned;
  const { visit, days, dates } = planned;
  const shut = dates.filter(({ day, state }) => state === "closed" && request.swaps.has(day));
  if (shut.length > 0) {
    const message = "This room or the venue is closed then";
    return refuse("InvalidBooking", { errors: shut.map(({ day }) => ({ path: `swaps.${day}`, message })) });
  }
  const open = dates.filter(({ state }) => state !== "closed");
  const taken = open.filter(({ state }) => state === "taken");
  if (taken.length > 0) return refuse("SlotTaken", { dates: taken.map(({ day }) => day) });
  if (open.length === 0) return refuseNoDates(planned, core);

  const [[id = 0], numbers] = await Promise.all([
    nextStreamIds(core.sql, seriesStream.category, 1),
    nextStreamIds(core.sql, bookingStream.category, open.length),
  ]);
  const made = await newDates(core, request, {
    commandId,
    meta,
    seriesId: id,
    dates: open.map((date, at) => ({ ...date, bookingId: numbers[at] ?? 0, number: at + 1 })),
  });
  if (!made.ok) return made;
  const errors = byStaff || !quoted ? [] : quoteErrors(quoted, sumOf(open));
  if (errors.length > 0) return refuse("InvalidBooking", { errors });
  const event: SeriesEvent = {
    type: "SeriesBooked",
    data: {
      reference: randomUUID(),
      repeat: isMonthly(request.repeat) ? { monthly: true } : { every: request.repeat.every },
      firstDay: request.startDate,
      lastDay: lastOf(days),
      roomId: visit.roomId,
      hours: visit.hours,
      duration: visit.duration,
      payment: byStaff?.payment ?? null,
      dates: open.map(({ day }, at) => ({ bookingId: numbers[at] ?? 0, day })),
    },
  };
  const appended = await appendDates(core, made, { id, version: 0, event, commandId, meta });
  if (appended === "retry" || !appended.ok) return appended;
  const series = requireExisting(seriesStream.evolve(seriesStream.initial, event));
  return { ok: true, value: { id, series, bookings: made.bookings }, position: appended.position };
}

const lastOf = (days: readonly VenueDay[]): VenueDay => days.at(-1) ?? "";

/** The first answer to this request: the series as it was booked, without later changes; null if it was never made. */
async function answeredBefore(
  core: Core,
  commandId: string,
  request: SeriesRequest,
): Promise<Outcome<BookedSeries> | null> {
  const first = await findFirstRequest(core.sql, commandId, request);
  if (!first?.ok) return first;
  const id = seriesStream.idOf(first.stream);
  if (id === null) return null;
  const [begun] = await readStream(core.sql, seriesStream, id);
  if (!begun) return null;
  const series = requireExisting(fold(seriesStream, [begun]));
  const ids = series.dates.map(({ bookingId }) => bookingId);
  const streams = await loadStreams(core.sql, bookingStream, ids, { asOf: first.at });
  const bookings = streams.map(({ id: bookingId, state }) => ({
    id: bookingId,
    booking: requireExisting(state),
  }));
  return { ok: true, value: { id, series, bookings }, position: first.at };
}
