/** Owns what must be so of the tables behind the figures: every sum added up anew from the log. */
import { type BookingFold, moneyOf, statesOf } from "./booking-fold.ts";
import type { Finding, ViewTable } from "./claims.ts";
import { createDays, daysBetween } from "./days.ts";
import { type Evidence, type LogEvent, streamsIn } from "./evidence.ts";
import { isoOf, textOf } from "./fields.ts";
import { compareTable, createTotals, type Row } from "./tables.ts";
import { movedBy } from "./views.ts";

const HOUR_MS = 3_600_000;
const FROM_EVER = "1970-01-01";

const LEADS: readonly (readonly [string, number])[] = [
  ["lead_same_day", 0],
  ["lead_2_days", 2],
  ["lead_6_days", 6],
  ["lead_13_days", 13],
  ["lead_27_days", 27],
  ["lead_longer", Number.POSITIVE_INFINITY],
];
const ENDINGS: Readonly<Record<string, string>> = {
  customer: "cancelled_by_customer",
  venue: "cancelled_by_venue",
  unpaid: "unpaid",
};
const ROOM_FIGURES = [
  "pending",
  "confirmed",
  "completed",
  "cancelled",
  "booked_hours",
  "value_cents",
  "downpayments_cents",
  "remaining_cents",
  "received_cents",
  "gone_cents",
];
const DAY_FIGURES = [
  "bookings",
  "made_by_staff",
  "lead_days",
  ...LEADS.map(([column]) => column),
  ...Object.values(ENDINGS),
  "no_shows",
  "received_cents",
  "gone_cents",
  "cash_cents",
  "terminal_cents",
  "transfer_cents",
  "card_cents",
  "marked_cents",
  "booked_hours",
];

interface Told {
  booking: BookingFold;
  customer: string;
  createdOn: string;
  byStaff: boolean;
  ended: string | null;
  endedOn: string | null;
  events: readonly LogEvent[];
  states: readonly BookingFold[];
}

const isActive = ({ status }: BookingFold): boolean => status !== "cancelled";
const hoursOf = ({ startsAt, endsAt }: BookingFold): number => (endsAt - startsAt) / HOUR_MS;

export async function checkAnalytics(evidence: Evidence): Promise<Finding[]> {
  const { db, timeZone } = evidence;
  const days = createDays(timeZone);
  const known = await db<{ person: string; customer: string; email: string | null }[]>`
    select k.person_id::text as person, k.customer, lower(p.email) as email
    from known_customers k left join personal_data p on p.id = k.person_id`;
  const customers = new Map(known.map(({ person, customer }) => [person, customer]));
  const customerOf = (person: string): string => customers.get(person) ?? person;
  const told = streamsIn(evidence, "booking").flatMap((events) => toldOf(events, days.dayOf, customerOf));
  const inquiries = streamsIn(evidence, "inquiry").flatMap(([received]): Row[] => {
    if (!received) return [];
    const customer = customerOf(textOf(received.data, "personId") ?? "");
    return [{ inquiry_id: received.id, customer, received_on: days.dayOf(received.occurredAt) }];
  });
  const compare = (table: ViewTable, key: readonly string[], expected: readonly Row[], zeroIsNone = false) =>
    compareTable(evidence, { table, key, expected, zeroIsNone });
  const perCustomer = customerRows(told, inquiries);
  return [
    ...apart(known),
    ...(await compare("analytics_bookings", ["booking_id"], told.map(bookingRow))),
    ...(await compare("analytics_inquiries", ["inquiry_id"], inquiries)),
    ...(await compare("analytics_customers", ["customer"], perCustomer, true)),
    ...(await compare("analytics_venue", ["only_row"], [venueRow(perCustomer, inquiries)], true)),
    ...(await compare("analytics_rooms", ["room_id"], roomRows(told), true)),
    ...(await compare("analytics_room_days", ["room_id", "day"], dayRows(told, days.dayOf), true)),
    ...(await compare("analytics_day_hours", ["day", "hour"], hourRows(told, days), true)),
    ...(await compare("analytics_days", ["day"], inquiryDays(inquiries), true)),
    ...(await compare("analytics_house_rooms", ["room_id"], houseRows(evidence, days.dayOf))),
  ];
}

/** One email is one customer, and two are two. */
function apart(known: readonly { person: string; customer: string; email: string | null }[]): Finding[] {
  const byEmail = new Map<string, string>();
  const byCustomer = new Map<string, string>();
  return known.flatMap(({ person, customer, email }) => {
    if (email === null) return [];
    const one = byEmail.get(email) ?? customer;
    const other = byCustomer.get(customer) ?? email;
    byEmail.set(email, one);
    byCustomer.set(customer, other);
    if (one === customer && other === email) return [];
    return [
      { claim: "views.known_customers", subject: person, words: "is told apart otherwise than by email" },
    ];
  });
}

function toldOf(
  events: readonly LogEvent[],
  dayOf: (at: number) => string,
  customerOf: (person: string) => string,
): Told[] {
  const states = statesOf(events);
  const booking = states.at(-1);
  const [first] = events;
  if (!booking || !first) return [];
  let [ended, endedOn]: [string | null, string | null] = [null, null];
  events.forEach((event, i) => {
    if (states[i]?.status !== "cancelled") [ended, endedOn] = [null, null];
    else if (event.type === "BookingCancelled") ended = textOf(event.data, "cancelledBy");
    else if (event.type === "BookingExpired" || event.type === "HoldReleased") ended = "unpaid";
    else return;
    if (ended !== null) endedOn = dayOf(event.occurredAt);
  });
  const createdOn = dayOf(first.occurredAt);
  const customer = customerOf(booking.personId);
  return [{ booking, customer, createdOn, byStaff: first.actor === "staff", ended, endedOn, events, states }];
}

function bookingRow({ booking, customer, createdOn, byStaff, ended, endedOn }: Told): Row {
  const money = moneyOf(booking);
  return {
    booking_id: booking.id,
    version: booking.version,
    room_id: booking.roomId,
    customer,
    created_on: createdOn,
    starts_at: isoOf(booking.startsAt),
    ends_at: isoOf(booking.endsAt),
    total_cents: booking.totalCents,
    downpayment_cents: booking.downpaymentCents,
    received_cents: money.received,
    gone_cents: money.gone,
    due_cents: money.due,
    status: booking.status,
    payment_status: booking.paymentStatus,
    visit: booking.visit,
    made_by_staff: byStaff,
    ended,
    ended_on: endedOn,
    card_cents: money.onCards,
  };
}

function customerRows(told: readonly Told[], inquiries: readonly Row[]): Row[] {
  const customers = new Set([
    ...told.map(({ customer }) => customer),
    ...inquiries.map(({ customer }) => String(customer)),
  ]);
  return [...customers].map((customer) => {
    const booked = told.filter((one) => one.customer === customer && isActive(one.booking));
    const asked = inquiries.filter((one) => one.customer === customer).map((one) => String(one.received_on));
    return {
      customer,
      bookings: booked.length,
      first_inquired_on: asked.sort()[0] ?? null,
      last_booked_on:
        booked
          .map(({ createdOn }) => createdOn)
          .sort()
          .at(-1) ?? null,
    };
  });
}

function venueRow(customers: readonly Row[], inquiries: readonly Row[]): Row {
  const count = (is: (row: Row) => boolean): number => customers.filter(is).length;
  return {
    only_row: true,
    customers: count(({ bookings }) => Number(bookings) > 0),
    returning_customers: count(({ bookings }) => Number(bookings) > 1),
    inquiries: inquiries.length,
    inquirers: count(({ first_inquired_on }) => first_inquired_on !== null),
    converted_inquirers: count(
      ({ first_inquired_on: asked, last_booked_on: booked }) =>
        typeof asked === "string" && typeof booked === "string" && booked >= asked,
    ),
  };
}

function roomRows(told: readonly Told[]): Row[] {
  const totals = createTotals(["room_id"], ROOM_FIGURES);
  for (const { booking } of told) {
    const { received, gone, due } = moneyOf(booking);
    const active = isActive(booking);
    totals.add(
      { room_id: booking.roomId },
      {
        [booking.status]: 1,
        booked_hours: active ? hoursOf(booking) : 0,
        value_cents: active ? booking.totalCents : 0,
        downpayments_cents: active ? Math.min(Math.max(0, received - gone), booking.downpaymentCents) : 0,
        remaining_cents: active && booking.paymentStatus === "downpaid" ? due : 0,
        received_cents: received,
        gone_cents: gone,
      },
    );
  }
  return totals.rows();
}

function dayRows(told: readonly Told[], dayOf: (at: number) => string): Row[] {
  const totals = createTotals(["room_id", "day"], DAY_FIGURES);
  for (const { booking, createdOn, byStaff, ended, endedOn, events, states } of told) {
    const at = (day: string) => ({ room_id: booking.roomId, day });
    const visitOn = dayOf(booking.startsAt);
    const lead = Math.max(0, daysBetween(createdOn, visitOn));
    const bucket = LEADS.find(([, most]) => lead <= most)?.[0] ?? "lead_longer";
    const ahead = isActive(booking) ? { lead_days: lead, [bucket]: 1 } : {};
    totals.add(at(createdOn), { bookings: 1, made_by_staff: byStaff ? 1 : 0, ...ahead });
    if (isActive(booking)) totals.add(at(visitOn), { booked_hours: hoursOf(booking) });
    const column = ended === null ? undefined : ENDINGS[ended];
    if (column && endedOn !== null) totals.add(at(endedOn), { [column]: 1 });
    if (booking.visit === "no-show") totals.add(at(visitOn), { no_shows: 1 });
    events.forEach((event, i) => {
      const [before, after] = [states[i - 1] ?? null, states[i]];
      if (!after) return;
      const was = before ? moneyOf(before) : { received: 0, gone: 0 };
      const is = moneyOf(after);
      const [method, cents] = movedBy(event, before, after);
      totals.add(
        { room_id: after.roomId, day: dayOf(event.occurredAt) },
        {
          received_cents: is.received - was.received,
          gone_cents: is.gone - was.gone,
          [`${method}_cents`]: cents,
        },
      );
    });
  }
  return totals.rows();
}

function hourRows(told: readonly Told[], { dayOf, hourOf }: ReturnType<typeof createDays>): Row[] {
  const totals = createTotals(["day", "hour"], ["booked_hours"]);
  for (const { booking } of told.filter((one) => isActive(one.booking))) {
    const day = dayOf(booking.startsAt);
    for (let at = booking.startsAt; at < booking.endsAt; at += HOUR_MS) {
      totals.add({ day, hour: hourOf(at) }, { booked_hours: 1 });
    }
  }
  return totals.rows();
}

function inquiryDays(inquiries: readonly Row[]): Row[] {
  const totals = createTotals(["day"], ["inquiries"]);
  for (const { received_on: day } of inquiries) totals.add({ day }, { inquiries: 1 });
  return totals.rows();
}

function houseRows(evidence: Evidence, dayOf: (at: number) => string): Row[] {
  return streamsIn(evidence, "room").flatMap((events): Row[] => {
    const [added] = events;
    const last = events.at(-1);
    if (!added || !last) return [];
    const daysOf = (type: string): string[] =>
      events.filter((event) => event.type === type).map(({ occurredAt }) => dayOf(occurredAt));
    const first = added.actor === "system" ? FROM_EVER : dayOf(added.occurredAt);
    return [
      {
        room_id: added.id,
        version: last.version,
        opened_on: [first, ...daysOf("RoomReinstated")],
        retired_on: daysOf("RoomRetired"),
      },
    ];
  });
}
