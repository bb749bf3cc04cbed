/** Builds the parts that the mails about several dates of a series share: the list of dates, rows of money, calendar and terms. */
import { pricedOf } from "../../../core/booking/payment/receipt.ts";
import { formatMoney } from "../../../core/booking/rules/money.ts";
import { dueCents, keptCents } from "../../../core/booking/state/booking-money.ts";
import type { Booking } from "../../../core/booking/state/booking-state.ts";
import type { Core } from "../../../core/context.ts";
import { inksOf, VENUE_INKS } from "../../../core/venue/rooms/inks.ts";
import type { VenueDetails } from "../../../core/venue/settings.ts";
import {
  clockTime,
  shortDay,
  shortDayAndYear,
  timeRange,
  zoneAbbreviation,
} from "../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../core/venue/time/venue-time.ts";
import type { BookingMailKind } from "../../words/mail-kinds.ts";
import type { BookingSummary } from "./booking-summary.ts";
import { type ContentBlock, type ContentRow, type DateLine, paragraph, small } from "./mail-content.ts";
import { isOnAccount, ON_ACCOUNT_ROW } from "./on-account-words.ts";
import type { SeriesOfMail } from "./series-events.ts";

export interface SeriesMailContext {
  /** The dates that the mail tells, at least two, in their order. */
  told: readonly BookingSummary[];
  series: SeriesOfMail;
  timeZone: string;
  venue: VenueDetails;
  /** The guest link of the first of them, which opens the others too (decision 252). */
  link: string;
  /** `12 dates, Rehearsal Room, from Tue, Dec 8, 7:00 PM`. */
  visits: string;
  /** The page of the room, to book another time; the list of all rooms if they differ. */
  roomUrl: string;
  /** Why they were cancelled, if the guest is told. */
  toldReason: string | null;
  /** Whether the same change lowers invoices that they are on. */
  isCredited: boolean;
  /** All dates as they are after the event; `amountOf` is what is told beside each, by default its price. */
  list(rows: readonly ContentRow[], amountOf?: (date: BookingSummary) => string): ContentBlock;
}

type CoreOfMails = Pick<Core, "timeZone" | "links"> & {
  rooms: Pick<Core["rooms"], "byId">;
  settings: Pick<Core["settings"], "now">;
};

export function seriesMailContext(
  core: CoreOfMails,
  told: readonly [BookingSummary, ...BookingSummary[]],
  about: Pick<SeriesMailContext, "series" | "toldReason" | "isCredited">,
): SeriesMailContext {
  const { timeZone } = core;
  const venue = core.settings.now();
  const [first] = told;
  const roomIds = new Set(told.map(({ after }) => after.roomId));
  const isOneRoom = roomIds.size === 1;
  const room = isOneRoom ? core.rooms.byId(first.after.roomId) : undefined;
  const title = isOneRoom ? (room?.name ?? "Room") : `${roomIds.size} rooms`;
  const nameOf = (booking: Booking): string => core.rooms.byId(booking.roomId)?.name ?? "Room";
  const { startsAt } = earliest(told).after;
  const begin = `${shortDay(venueDayOf(startsAt, timeZone))}, ${clockTime(startsAt, timeZone)}`;
  return {
    told,
    ...about,
    timeZone,
    venue,
    link: core.links.guestBooking({ bookingId: first.bookingId, personId: first.current.personId }).url,
    visits: `${told.length} dates, ${title}, from ${begin}`,
    roomUrl: room ? `${venue.url}/room/${room.slug}` : venue.url,
    list: (rows, amountOf = ({ after }) => formatMoney(after.totalCents)) => ({
      kind: "dates",
      title,
      inks: room ? inksOf(room.slug) : VENUE_INKS,
      dates: told.map((date) => lineOf(date, { timeZone, nameOf, isOneRoom, amountOf })),
      rows,
    }),
  };
}

/** Dates that were moved may begin in another order. */
const earliest = (told: readonly BookingSummary[]): BookingSummary =>
  told.reduce((first, date) => (date.after.startsAt < first.after.startsAt ? date : first));

function lineOf(
  date: BookingSummary,
  how: {
    timeZone: string;
    nameOf: (booking: Booking) => string;
    isOneRoom: boolean;
    amountOf: (date: BookingSummary) => string;
  },
): DateLine {
  const { timeZone, nameOf, isOneRoom, amountOf } = how;
  const { bookingId, before, after, cause } = date;
  const day = (booking: Booking): string => shortDayAndYear(venueDayOf(booking.startsAt, timeZone));
  const hours = ({ startsAt, endsAt }: Booking): string =>
    `${timeRange(startsAt, endsAt, timeZone)} ${zoneAbbreviation(timeZone, startsAt)}`;
  const isMove = cause.type === "BookingRescheduled" || cause.type === "BookingMoved";
  const parts = (was: Booking): string[] => [
    ...(day(was) === day(after) ? [] : [day(was)]),
    ...(hours(was) === hours(after) ? [] : [timeRange(was.startsAt, was.endsAt, timeZone)]),
    ...(was.roomId === after.roomId ? [] : [nameOf(was)]),
  ];
  const was = isMove && before ? parts(before) : [];
  return {
    day: day(after),
    hours: hours(after),
    room: isOneRoom ? null : nameOf(after),
    amount: amountOf(date),
    bookingId,
    before: was.length > 0 ? was.join(", ") : null,
  };
}

/** The sum over the dates of what each has after the event. */
export const sumOf = (told: readonly BookingSummary[], centsOf: (booking: Booking) => number): number =>
  told.reduce((sum, { after }) => sum + centsOf(after), 0);

export const totalCents = (told: readonly BookingSummary[]): number =>
  sumOf(told, (booking) => booking.totalCents);

export const totalRow = (told: readonly BookingSummary[]): ContentRow => [
  "Total",
  `${formatMoney(totalCents(told))} for ${told.length} dates`,
];

/** Staff add the engineer's part to each date; an agreed price does not name it. */
export function engineerRows(told: readonly BookingSummary[]): ContentRow[] {
  if (!told.some(({ after }) => after.engineerRequired)) return [];
  const cents = sumOf(told, (booking) =>
    booking.engineerRequired ? pricedOf({ ...booking, status: "confirmed" }, 0).engineerCents : 0,
  );
  return [["Engineer", cents > 0 ? `${formatMoney(cents)} of it` : "Included"]];
}

/** Dates that are not on account have their own rows, and what they are due is without the others. */
export function moneyRows(told: readonly BookingSummary[]): ContentRow[] {
  const others = told.filter(({ after }) => !isOnAccount(after));
  return [
    totalRow(told),
    ...engineerRows(told),
    ...(others.length === 0
      ? []
      : [
          ["Paid", formatMoney(sumOf(others, keptCents))] as const,
          ["Due at the venue", `${formatMoney(sumOf(others, dueCents))}, a part at each visit`] as const,
        ]),
    ...onAccountRows(told),
  ];
}

function onAccountRows(told: readonly BookingSummary[]): ContentRow[] {
  const onAccount = told.filter(({ after }) => isOnAccount(after));
  if (onAccount.length === 0) return [];
  if (onAccount.length === told.length) return [ON_ACCOUNT_ROW];
  return [["Charged", `${formatMoney(totalCents(onAccount))} on account: your invoice lists it`]];
}

/** What is not in the list; a mail never lists dates that its event did not change. */
export function othersBlocks({ series }: SeriesMailContext, told: string): ContentBlock[] {
  const { others } = series;
  if (others === 0) return [];
  return [paragraph(`${told} ${goOn(others)}`)];
}

const goOn = (others: number): string =>
  others === 1
    ? "The other date to come stays as booked."
    : `The other ${others} dates to come stay as booked.`;

export const datesOf = ({ told, series }: SeriesMailContext): string =>
  told.length === series.dates ? `all ${told.length} dates` : `${told.length} of the ${series.dates} dates`;

export const calendarBlocks = (): ContentBlock[] => [
  { kind: "heading", text: "Add them to your calendar" },
  small("Open the attached file: it has every date, and reminds you one day and two hours before each."),
];

/** The terms of each date, relative to its begin; left out if the dates have different ones, or if nothing is paid and not all are on account. */
export function cancellationBlocks({ told }: SeriesMailContext): ContentBlock[] {
  const [terms, ...others] = new Set(told.map(({ after }) => JSON.stringify(after.terms.refundTerms)));
  const [first] = told;
  if (!first || !terms || others.length > 0) return [];
  const areOnAccount = told.every(({ after }) => isOnAccount(after));
  if (!areOnAccount && sumOf(told, keptCents) === 0) return [];
  if (first.after.terms.refundTerms.length === 0) return [];
  const how = areOnAccount
    ? "Of its price, your invoice then lists:"
    : "What you have paid for it is refunded like this:";
  return [
    { kind: "heading", text: "If your plans change" },
    paragraph(`Each date can be moved or cancelled by itself. ${how}`),
    { kind: "facts", rows: areOnAccount ? keptRows(first.after) : refundRows(first.after) },
    small("You can move a date to another time until 24 hours before it begins."),
  ];
}

const refundRows = ({ terms }: Booking): ContentRow[] => [
  ...terms.refundTerms.map(
    ({ hoursBefore, refundPercent, feePercent }): ContentRow => [
      `${hoursBefore} hours before`,
      `${refundPercent}%${feePercent > 0 ? `, less ${feePercent}% of the downpayment` : ""}`,
    ],
  ),
  ["After that", "No refund"],
];

/** The policy keeps a part of what others pay down. */
function keptRows({ terms: { refundTerms, downpaymentPercent } }: Booking): ContentRow[] {
  const kept = (percent: number): string => {
    const share = (downpaymentPercent * Math.min(100, Math.max(0, percent))) / 100;
    return share > 0 ? `${share}%` : "Nothing";
  };
  return [
    ...refundTerms.map(
      ({ hoursBefore, refundPercent, feePercent }): ContentRow => [
        `${hoursBefore} hours before`,
        kept(100 - refundPercent + feePercent),
      ],
    ),
    ["After that", kept(100)],
  ];
}

/** Says in a mail about one date which of the series it is, and that the others go on. */
export function placeBlocks(
  kind: BookingMailKind,
  { after }: Pick<BookingSummary, "after">,
  series: SeriesOfMail | null,
): ContentBlock[] {
  if (series === null || after.series === null) return [];
  const { dates, others } = series;
  const place = `This is date ${after.series.number} of ${dates} of your series.`;
  const isChange = kind === "booking-cancelled" || kind === "booking-rescheduled";
  return [paragraph(isChange && others > 0 ? `${place} ${goOn(others)}` : place)];
}
