/** Finds the dates of a series that a mail tells: those for which one append recorded the same event (decision 255). */
import { seriesStream } from "../../../core/booking/series/series.ts";
import type { BookingEvent } from "../../../core/booking/state/booking-events.ts";
import { type Booking, occupies } from "../../../core/booking/state/booking-state.ts";
import { bookingStream } from "../../../core/booking/state/booking-stream.ts";
import type { Core } from "../../../core/context.ts";
import { readRawStreams } from "../../../core/log/read.ts";
import {
  eventsOf,
  fold,
  isUnreadable,
  type RawEvent,
  type Recorded,
  type RecordedEvent,
} from "../../../core/log/stream.ts";
import { load } from "../../../core/log/transact.ts";
import { readEmails } from "../../../core/person/personal-data.ts";
import { type BookingMailKind, SERIES_MAIL_KINDS, type SeriesMailKind } from "../../words/mail-kinds.ts";
import { type BookingSummary, bookingSummary } from "./booking-summary.ts";
import { mailsFor } from "./mailed-events.ts";

/** Refunds that were requested together are told together if the provider has taken them within this time. */
const REFUNDS_TOGETHER_MS = 3_600_000;
/** How long a refund's mail waits before it looks for the others again. */
const REFUNDS_WAIT_MS = 15_000;

/** A booking as a mail tells it: its events, and the one that causes the mail. */
export interface Told {
  events: readonly RecordedEvent<BookingEvent>[];
  recorded: RecordedEvent<BookingEvent>;
  summary: BookingSummary;
}

/** The series of the dates that a mail tells. */
export interface SeriesOfMail {
  id: number;
  /** How many dates it has, cancelled ones included. */
  dates: number;
  /** How many dates are still to come, beside those that the mail tells. */
  others: number;
}

export type Together =
  | {
      outcome: "tells";
      /** In the order of the dates. A booking by itself is alone. */
      told: Told[];
      /** Null for a mail that is about one visit alone. */
      series: SeriesOfMail | null;
      /** The row of personal data that the request is known by, of which all dates are a part. */
      requestedAs: string;
    }
  /** The mail of an earlier date tells this one. */
  | { outcome: "told-by-another" }
  /** Refunds of the same request are on their way. */
  | { outcome: "not-yet"; until: Date };

/** A date of the series that can be read. */
interface SeriesDate {
  id: number;
  events: RecordedEvent<BookingEvent>[];
  current: Booking;
}
type Cause = SeriesDate & { recorded: RecordedEvent<BookingEvent> };

/**
 * What the mail of this event tells. It is decided by the log alone, whose transactions are whole: how events were read in batches does not
 * matter, and a mail that is tried again tells the same. The first date tells the others; those that have another mailbox now have a mail
 * of their own.
 */
export async function mailedTogether(core: Core, kind: BookingMailKind, own: Told): Promise<Together> {
  const { series, personId } = own.summary.current;
  const alone: Together = { outcome: "tells", told: [own], series: null, requestedAs: personId };
  if (series === null || !isSeriesMail(kind)) return alone;
  const { dates, count } = await readDates(core, series.id);
  const found = refundsWith(dates, own) ?? causesWith(dates, kind, own);
  const emails = await readEmails(
    core.sql,
    found.causes.map(({ current }) => current.personId),
  );
  const email = emails.get(personId);
  const causes = found.causes.filter(
    ({ recorded, current }) =>
      isSameEvent(recorded, own.recorded) || (email !== undefined && emails.get(current.personId) === email),
  );
  const [first] = causes;
  if (first && !isSameEvent(first.recorded, own.recorded)) return { outcome: "told-by-another" };
  const now = core.clock.now();
  if (found.openUntil && now < found.openUntil) {
    const until = new Date(Math.min(now.getTime() + REFUNDS_WAIT_MS, found.openUntil.getTime()));
    return { outcome: "not-yet", until };
  }
  const told = causes.map(
    ({ id, events, recorded }): Told => ({
      events,
      recorded,
      summary: bookingSummary(id, events, recorded.version),
    }),
  );
  const toldIds = new Set(causes.map(({ id }) => id));
  const others = dates.filter(
    ({ id, current }) => !toldIds.has(id) && occupies(current) && current.startsAt > now,
  );
  return {
    outcome: "tells",
    told: told.length > 0 ? told : [own],
    series: { id: series.id, dates: count, others: others.length },
    requestedAs: requestOf(dates, own),
  };
}

/** Whether mails of this kind tell several dates at once. */
export const isSeriesMail = (kind: BookingMailKind): kind is SeriesMailKind =>
  SERIES_MAIL_KINDS.some((one) => one === kind);

const isSameEvent = (a: Recorded, b: Recorded): boolean => a.stream === b.stream && a.version === b.version;

const isOneAppend = ({ at: a }: Pick<Recorded, "at">, { at: b }: Pick<Recorded, "at">): boolean =>
  a.epoch === b.epoch && a.xid === b.xid;

/** In their order. A date that cannot be read keeps no mail of the others back, and is not told. */
async function readDates(core: Core, seriesId: number): Promise<{ dates: SeriesDate[]; count: number }> {
  const { state } = await load(core.sql, seriesStream, seriesId);
  if (!state.exists) return { dates: [], count: 0 };
  const ids = state.dates.map(({ bookingId }) => bookingId);
  const streams = new Map(ids.map((id): [string, RawEvent[]] => [bookingStream.nameOf(id), []]));
  for (const event of await readRawStreams(core.sql, [...streams.keys()]))
    streams.get(event.stream)?.push(event);
  const dates = ids.flatMap((id) => dateOf(id, streams.get(bookingStream.nameOf(id)) ?? []) ?? []);
  return { dates, count: ids.length };
}

function dateOf(id: number, raw: readonly RawEvent[]): SeriesDate | null {
  try {
    const events = eventsOf(bookingStream, raw);
    const current = fold(bookingStream, events);
    return current.exists ? { id, events, current } : null;
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}

interface Found {
  /** In the order of the dates. */
  causes: Cause[];
  /** Until when more may come; null if these are all. */
  openUntil: Date | null;
}

/** The events of the same append that cause the same kind of mail. */
const causesWith = (dates: readonly SeriesDate[], kind: BookingMailKind, own: Told): Found => ({
  causes: dates.flatMap((date) =>
    date.events
      .filter(
        (event) =>
          isOneAppend(event, own.recorded) &&
          mailsFor(event).some(({ mail, sendAt }) => mail.kind === kind && sendAt === null),
      )
      .map((recorded): Cause => ({ ...date, recorded })),
  ),
  openUntil: null,
});

/**
 * The refunds that one append requested. The provider takes them one after another, so the events that report them are in appends of their
 * own. A refund that failed first or came late is told by itself. The mail of a cancellation tells its own. Null if none was requested.
 */
function refundsWith(dates: readonly SeriesDate[], own: Told): Found | null {
  const request = own.events.find((event) => isRequestOf(event, own.recorded));
  if (!request) return null;
  const end = new Date(request.occurredAt.getTime() + REFUNDS_TOGETHER_MS);
  const causes: Cause[] = [];
  let isOpen = false;
  for (const date of dates) {
    const appended = date.events.filter((event) => isOneAppend(event, request));
    if (appended.some(({ type }) => type === "BookingCancelled")) continue;
    for (const asked of appended.filter(({ type }) => type === "RefundRequested")) {
      const recorded = date.events.find(
        (event) =>
          (event.type === "RefundIssued" || event.type === "RefundFailed") && isRequestOf(asked, event),
      );
      isOpen ||= !recorded;
      if (recorded?.type === "RefundIssued" && recorded.occurredAt <= end) causes.push({ ...date, recorded });
    }
  }
  const isOneOfThem = causes.some(({ recorded }) => isSameEvent(recorded, own.recorded));
  if (!isOneOfThem) return { causes: [], openUntil: null };
  return { causes, openUntil: isOpen ? end : null };
}

/** Whether `event` requested the refund that `news` is about. */
const isRequestOf = (event: BookingEvent, news: BookingEvent): boolean =>
  event.type === "RefundRequested" &&
  (news.type === "RefundIssued" || news.type === "RefundFailed") &&
  event.data.refundId === news.data.refundId;

/** The person of the first date that was booked with this one; this date's own person once it has another email. */
function requestOf(dates: readonly SeriesDate[], { events, summary }: Told): string {
  const { personId } = summary.current;
  const [begun] = events;
  if (begun?.type !== "BookingRequested" || begun.data.personId !== personId) return personId;
  for (const { events: others } of dates) {
    const [first] = others;
    if (first?.type === "BookingRequested" && isOneAppend(first, begun)) return first.data.personId;
  }
  return personId;
}
