/** Reads how a series is asked for, and writes a series and what a change does to it. */
import type { z } from "zod";
import type { Changed } from "../../core/booking/handle-together.ts";
import { toAmount } from "../../core/booking/rules/money.ts";
import type { LoadedSeries } from "../../core/booking/series/load-series.ts";
import type { Repeat, RepeatEnd } from "../../core/booking/series/repeat.ts";
import {
  downpaymentAskedOf,
  dueCents,
  owedOnAccountCents,
  paidCents,
  refundRequestedCents,
} from "../../core/booking/state/booking-money.ts";
import { type Booking, heldUntil } from "../../core/booking/state/booking-state.ts";
import type { Core } from "../../core/context.ts";
import type { SeriesQuote as QuotedSeries } from "../../core/series/plan-series.ts";
import type { BookedSeries } from "../../core/series/request-series.ts";
import { type DateSwap, sumOf } from "../../core/series/series-dates.ts";
import {
  isWholeVenueHour,
  parseVenueTime,
  venueClockOf,
  venueDayOf,
} from "../../core/venue/time/venue-time.ts";
import type { FieldError } from "../contract/problem.ts";
import type {
  RepeatInput,
  Series,
  SeriesBooking,
  SeriesCancelled,
  SeriesCreated,
  SeriesMoved,
  SeriesQuote,
  SeriesSubmission,
} from "../contract/series.ts";
import { accountFieldOf } from "./booking-json.ts";

/** The contract has checked that exactly one of each pair is given. */
export function parseEnd({
  count,
  until,
}: {
  count?: number | undefined;
  until?: string | undefined;
}): RepeatEnd {
  return count === undefined ? { until: until ?? "" } : { count };
}

export function parseRepeat({ every, ...rest }: z.output<typeof RepeatInput>): Repeat {
  const end = parseEnd(rest);
  return every === undefined ? { monthly: true, ...end } : { every, ...end };
}

/** The days with other hours or rooms; an error for each start that is not on the hour. */
export function parseSwaps(
  swaps: z.output<typeof SeriesSubmission>["swaps"],
  timeZone: string,
): { ok: true; swaps: Map<string, DateSwap> } | { ok: false; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const parsed = new Map<string, DateSwap>();
  for (const [day, { roomId, startTime }] of Object.entries(swaps)) {
    const at = startTime === undefined ? undefined : parseVenueTime(day, startTime, timeZone);
    if (at === null) {
      errors.push({ path: `swaps.${day}.startTime`, message: "Enter the start as HH:mm" });
    } else if (at && (!isWholeVenueHour(at, timeZone) || venueDayOf(at, timeZone) !== day)) {
      errors.push({ path: `swaps.${day}.startTime`, message: "Start must be a whole hour of that day" });
    } else parsed.set(day, { roomId, startHour: at && venueClockOf(at, timeZone).hour });
  }
  return errors.length > 0 ? { ok: false, errors } : { ok: true, swaps: parsed };
}

const spanJson = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) => ({
  startTime: startsAt.toISOString(),
  endTime: endsAt.toISOString(),
});

export const seriesQuoteJson = ({ dates, totalCents, downpaymentCents }: QuotedSeries): SeriesQuote => ({
  dates: dates.map(({ day, state, price, alternatives, ...span }) => ({
    date: day,
    ...spanJson(span),
    state,
    totalAmount: toAmount(price.totalCents),
    alternatives: alternatives.map(({ roomId, price: other, ...place }) => ({
      roomId,
      ...spanJson(place),
      totalAmount: toAmount(other.totalCents),
    })),
  })),
  totalAmount: toAmount(totalCents),
  downpaymentAmount: toAmount(downpaymentCents),
  remainingAmount: toAmount(totalCents - downpaymentCents),
});

type Rooms = Pick<Core, "rooms">;
interface Numbered {
  id: number;
  booking: Booking;
}

export const seriesBookingJson = ({ rooms }: Rooms, { id, booking }: Numbered): SeriesBooking => ({
  id,
  ...spanJson(booking),
  roomId: booking.roomId,
  roomName: rooms.nameOf(booking.roomId),
  seriesNumber: booking.series?.number ?? 0,
  status: booking.status,
  paymentStatus: booking.paymentStatus,
  totalAmount: toAmount(booking.totalCents),
  downpaymentAmount: toAmount(booking.downpaymentCents),
  dueAmount: toAmount(dueCents(booking)),
  ...accountFieldOf(booking.accountId),
});

/** A series, or further dates of one, as they were booked. */
export function createdSeriesJson(core: Rooms, { id, bookings }: BookedSeries): SeriesCreated {
  const { totalCents, downpaymentCents } = sumOf(bookings.map(({ booking }) => ({ price: booking })));
  const deadline = Math.min(...bookings.map(({ booking }) => booking.holdUntil.getTime()));
  return {
    id,
    bookings: bookings.map((one) => seriesBookingJson(core, one)),
    totalAmount: toAmount(totalCents),
    downpaymentAmount: toAmount(downpaymentCents),
    remainingAmount: toAmount(totalCents - downpaymentCents),
    paymentRequired: bookings.some(({ booking }) => heldUntil(booking) !== null),
    holdUntil: new Date(deadline).toISOString(),
  };
}

export function seriesJson(core: Rooms, { id, series, bookings }: LoadedSeries): Series {
  const sum = (centsOf: (booking: Booking) => number): string =>
    toAmount(bookings.reduce((all, { booking }) => all + centsOf(booking), 0));
  const deadlines = bookings.flatMap(({ booking }) => heldUntil(booking)?.getTime() ?? []);
  return {
    id,
    repeat: series.repeat,
    bookings: bookings.map((one) => seriesBookingJson(core, one)),
    totalAmount: sum((booking) => (booking.status === "cancelled" ? 0 : booking.totalCents)),
    downpaymentDueAmount: sum((booking) =>
      heldUntil(booking) === null ? 0 : downpaymentAskedOf(booking, paidCents(booking)),
    ),
    dueAmount: sum(dueCents),
    holdUntil: deadlines.length > 0 ? new Date(Math.min(...deadlines)).toISOString() : null,
  };
}

const refundedBy = ({ before, after }: Changed): number =>
  refundRequestedCents(after) - refundRequestedCents(before);

/** On account: what these dates owe after the change. */
function owedFieldOf(changed: readonly Changed[]): { owedAmount?: string } {
  const onAccount = changed.filter(({ after }) => after.accountId !== null);
  if (onAccount.length === 0) return {};
  return {
    owedAmount: toAmount(onAccount.reduce((sum, { after }) => sum + (owedOnAccountCents(after) ?? 0), 0)),
  };
}

/** What a change did, or would do: the dates that it changes, by their days before it. */
function changesJson({ timeZone }: Pick<Core, "timeZone">, changed: readonly Changed[]) {
  const really = changed.filter(({ before, after }) => before !== after);
  return {
    dates: really.map(({ before }) => venueDayOf(before.startsAt, timeZone)),
    bookings: really.map((one) => ({
      id: one.id,
      ...spanJson(one.after),
      roomId: one.after.roomId,
      totalAmount: toAmount(one.after.totalCents),
      refundAmount: toAmount(refundedBy(one)),
      ...owedFieldOf([one]),
    })),
  };
}

export const cancelledSeriesJson = (
  core: Pick<Core, "timeZone">,
  changed: readonly Changed[],
): SeriesCancelled => ({
  ...changesJson(core, changed),
  refundAmount: toAmount(changed.reduce((sum, one) => sum + refundedBy(one), 0)),
  ...owedFieldOf(changed),
});

export const movedSeriesJson = (core: Pick<Core, "timeZone">, changed: readonly Changed[]): SeriesMoved => ({
  ...changesJson(core, changed),
  difference: toAmount(
    changed.reduce((sum, { before, after }) => sum + after.totalCents - before.totalCents, 0),
  ),
});
