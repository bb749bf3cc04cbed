/** Plans the regulars of a sample history: their weekly visits on account, invoices and money. Pure; UTC instants and venue days. */
import type { DeskMethod } from "../../core/booking/rules/statuses.ts";
import { isClosedDay } from "../../core/venue/time/opening-hours.ts";
import {
  addDays,
  HOUR_MS,
  hoursBetween,
  instantAt,
  type VenueDay,
  venueDayOf,
} from "../../core/venue/time/venue-time.ts";
import { after, hourKey, type PlanContext } from "./plan.ts";

export interface Regular {
  name: string;
  email: string;
  address: string;
  /** Who comes to the desk. */
  guest: { firstName: string; lastName: string; phone: string };
  creditLimitCents: number;
  paymentDays: number;
  selfBooking: boolean;
  room: string;
  /** Sunday is 0; two regulars never share a weekday, so that they are not in each other's way. */
  weekday: number;
  /** Venue-local. */
  fromHour: number;
  hours: number;
  attendees: number;
  eventType: string;
  /** The last visit of the first month is cancelled on its day. */
  cancelsLate?: true;
  /** What became of the invoice of each month, the earliest first; the last one is of the last month. */
  invoices: readonly (readonly Settling[])[];
}

/** Days after the invoice. A share is of what is still due. */
type Settling =
  | { days: number; method: DeskMethod; share: number; reference: string | null }
  | { days: number; credit: string };

const MONTHS = 3;

/** The names are made up; mailboxes and numbers are reserved for examples. In the order in which a month's invoices are issued. */
export const REGULARS: readonly Regular[] = [
  {
    name: "The Night Ferry",
    email: "bookings@nightferry.example.com",
    address: "Imani Brooks\n214 Wythe Avenue, Apt 3\nBrooklyn, NY 11249",
    guest: { firstName: "Imani", lastName: "Brooks", phone: "+1 212 555 0117" },
    ...{ creditLimitCents: 400_000, paymentDays: 30, selfBooking: true },
    ...{ room: "rehearsal-room", weekday: 2, fromHour: 19, hours: 3, attendees: 5, eventType: "Rehearsal" },
    invoices: [
      [{ days: 12, method: "transfer", share: 1, reference: "Night Ferry, rehearsals" }],
      [
        { days: 9, method: "transfer", share: 0.5, reference: "Night Ferry, first half" },
        { days: 23, method: "transfer", share: 1, reference: "Night Ferry, second half" },
      ],
      [],
    ],
  },
  {
    name: "Greenpoint Community Choir",
    email: "treasurer@greenpointchoir.example.org",
    address: "c/o Ruth Kowalski\n88 Kent Street\nBrooklyn, NY 11222",
    guest: { firstName: "Ruth", lastName: "Kowalski", phone: "+1 212 555 0148" },
    ...{ creditLimitCents: 300_000, paymentDays: 14, selfBooking: false },
    ...{ room: "classroom", weekday: 4, fromHour: 18, hours: 2, attendees: 14, eventType: "Rehearsal" },
    cancelsLate: true,
    // The second is overdue: half of it was paid.
    invoices: [
      [{ days: 10, method: "transfer", share: 1, reference: "Choir dues" }],
      [{ days: 11, method: "transfer", share: 0.5, reference: "Choir dues, on account" }],
      [],
    ],
  },
  {
    name: "Saltarello Dance School",
    email: "office@saltarello.example.net",
    address: "Accounts Payable\n31 Norman Avenue\nBrooklyn, NY 11222",
    guest: { firstName: "Camila", lastName: "Reyes", phone: "+1 212 555 0163" },
    ...{ creditLimitCents: 600_000, paymentDays: 30, selfBooking: true },
    ...{
      room: "black-box-theater",
      weekday: 6,
      fromHour: 10,
      hours: 2,
      attendees: 16,
      eventType: "Workshop",
    },
    invoices: [
      [{ days: 14, method: "terminal", share: 1, reference: null }],
      [
        { days: 4, credit: "The heating failed for an hour" },
        { days: 16, method: "transfer", share: 1, reference: "Saltarello, less credit note" },
      ],
      [],
    ],
  },
];

/** What happens at an instant to a regular, which is told by its place in the list; visits are told by their start. */
export type Deed = { at: Date; regular: number } & (
  | { kind: "open" }
  | { kind: "book"; roomId: number; startsAt: Date }
  | { kind: "cancel" | "complete"; startsAt: Date }
  | { kind: "invoice"; until: VenueDay }
  | { kind: "receive"; method: DeskMethod; share: number; reference: string | null }
  | { kind: "credit"; reason: string }
);

/** Weeks after today until which visits are booked already. */
const WEEKS_AHEAD = 6;

/**
 * All deeds until now, ordered by instant, so that documents are numbered by their days. Each regular opens its account before the first
 * of the months, and books its whole season then: later it may be overdue.
 */
export function planRegulars(context: PlanContext): Deed[] {
  const deeds = REGULARS.flatMap((regular, n) => deedsOf(regular, n, context));
  return deeds.filter(({ at }) => at <= context.now).sort((a, b) => a.at.getTime() - b.at.getTime());
}

function deedsOf(regular: Regular, n: number, context: PlanContext): Deed[] {
  const { now, timeZone } = context;
  const room = context.rooms.find(({ slug }) => slug === regular.room) ?? context.rooms[n];
  if (!room) return [];
  const months = firstsOfMonths(venueDayOf(now, timeZone));
  const [begin = ""] = months;
  const opened = instantAt(addDays(begin, -10), 11 + n, timeZone);
  const visits = visitsOf(regular, begin, room.id, context);
  const firstMonth = visits.filter((startsAt) => startsAt < instantAt(months[1] ?? "", 0, timeZone));
  const missed = regular.cancelsLate ? firstMonth.at(-1) : undefined;
  return [
    { at: opened, regular: n, kind: "open" },
    ...visits.flatMap((startsAt): Deed[] => [
      { at: after(opened, 20), regular: n, kind: "book", roomId: room.id, startsAt },
      startsAt === missed
        ? { at: after(startsAt, -7 * 60), regular: n, kind: "cancel", startsAt }
        : { at: after(startsAt, (regular.hours + 1) * 60), regular: n, kind: "complete", startsAt },
    ]),
    ...regular.invoices.flatMap((settled, month): Deed[] => {
      const issued = months[month + 1] ?? "";
      return [
        {
          at: after(instantAt(issued, 6, timeZone), n),
          regular: n,
          kind: "invoice",
          until: addDays(issued, -1),
        },
        ...settled.map(({ days, ...how }): Deed => {
          const at = instantAt(addDays(issued, days), 11, timeZone);
          return "credit" in how
            ? { at, regular: n, kind: "credit", reason: how.credit }
            : { at, regular: n, kind: "receive", ...how };
        }),
      ];
    }),
  ];
}

/** The first days of the months of the invoices, and of this month. */
function firstsOfMonths(today: VenueDay): VenueDay[] {
  let first: VenueDay = `${today.slice(0, 7)}-01`;
  const firsts = [first];
  while (firsts.length <= MONTHS) {
    first = `${addDays(first, -1).slice(0, 7)}-01`;
    firsts.unshift(first);
  }
  return firsts;
}

/** The starts of the visits on open days whose hours are free. */
function visitsOf(
  { weekday, fromHour, hours }: Regular,
  begin: VenueDay,
  roomId: number,
  context: PlanContext,
): Date[] {
  const { now, timeZone, taken } = context;
  const end = addDays(venueDayOf(now, timeZone), 7 * WEEKS_AHEAD);
  const visits: Date[] = [];
  const first = new Date(`${begin}T00:00:00Z`).getUTCDay();
  for (let day = addDays(begin, (weekday - first + 7) % 7); day <= end; day = addDays(day, 7)) {
    const startsAt = instantAt(day, fromHour, timeZone);
    const span = hoursBetween(startsAt, new Date(startsAt.getTime() + hours * HOUR_MS));
    if (isClosedDay(day) || span.some((hour) => taken.has(hourKey(roomId, hour)))) continue;
    visits.push(startsAt);
  }
  return visits;
}
