/** Checks the tables behind the analytics: every sum is computed again from the log. */
import { type CountedBooking, dayRows, hourRows, inquiryDays, isActive, roomRows } from "./analytics-sums.ts";
import type { Finding, ViewTable } from "./evidence/claims.ts";
import { createDays } from "./evidence/days.ts";
import { type Evidence, type LogEvent, streamsIn } from "./evidence/evidence.ts";
import { isoOf, numberOf, textOf } from "./evidence/fields.ts";
import { compareTable, type Row } from "./evidence/tables.ts";
import { statesOf } from "./fold/booking-fold.ts";
import { downpaymentOf, moneyOf } from "./fold/booking-money.ts";

const FROM_EVER = "1970-01-01";

export async function checkAnalytics(evidence: Evidence): Promise<Finding[]> {
  const { db, timeZone } = evidence;
  const days = createDays(timeZone);
  const known = await db<{ person: string; customer: string; email: string | null }[]>`
    select k.person_id::text as person, k.customer, lower(p.email) as email
    from known_customers k left join personal_data p on p.id = k.person_id`;
  const customers = new Map(known.map(({ person, customer }) => [person, customer]));
  const customerOf = (person: string): string => customers.get(person) ?? person;
  const counted = streamsIn(evidence, "booking").flatMap((events) =>
    countedOf(events, days.dayOf, customerOf),
  );
  const inquiries = streamsIn(evidence, "inquiry").flatMap(([received]): Row[] => {
    if (!received) return [];
    const customer = customerOf(textOf(received.data, "personId") ?? "");
    return [{ inquiry_id: received.id, customer, received_on: days.dayOf(received.occurredAt) }];
  });
  const compare = (table: ViewTable, key: readonly string[], expected: readonly Row[], zeroIsNone = false) =>
    compareTable(evidence, { table, key, expected, zeroIsNone });
  const perCustomer = customerRows(counted, inquiries);
  return [
    ...mergedByEmail(known),
    ...(await compare("analytics_bookings", ["booking_id"], counted.map(bookingRow))),
    ...(await compare("analytics_inquiries", ["inquiry_id"], inquiries)),
    ...(await compare("analytics_customers", ["customer"], perCustomer, true)),
    ...(await compare("analytics_venue", ["only_row"], [venueRow(perCustomer, inquiries)], true)),
    ...(await compare("analytics_rooms", ["room_id"], roomRows(counted), true)),
    ...(await compare("analytics_room_days", ["room_id", "day"], dayRows(counted, days.dayOf), true)),
    ...(await compare("analytics_day_hours", ["day", "hour"], hourRows(counted, days), true)),
    ...(await compare("analytics_days", ["day"], inquiryDays(inquiries), true)),
    ...(await compare("analytics_house_rooms", ["room_id"], venueRoomRows(evidence, days.dayOf))),
  ];
}

/** One email counts as one customer, two emails as two. */
function mergedByEmail(
  known: readonly { person: string; customer: string; email: string | null }[],
): Finding[] {
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
      {
        claim: "views.known_customers",
        subject: person,
        words: "is merged or split otherwise than by email",
      },
    ];
  });
}

function countedOf(
  events: readonly LogEvent[],
  dayOf: (at: number) => string,
  customerOf: (person: string) => string,
): CountedBooking[] {
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
  const byStaff = first.actor === "staff";
  const isTaken = states.some(({ status }) => status === "confirmed" || status === "completed");
  const isOfEntry = numberOf(booking.request, "waitlistEntryId") !== null;
  const offer = isOfEntry ? (isTaken ? "taken" : "made") : null;
  return [{ booking, customer, createdOn, byStaff, ended, endedOn, offer, events, states }];
}

function bookingRow({ booking, customer, createdOn, byStaff, ended, endedOn, offer }: CountedBooking): Row {
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
    downpayment_cents: downpaymentOf(booking),
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
    offer,
  };
}

function customerRows(counted: readonly CountedBooking[], inquiries: readonly Row[]): Row[] {
  const customers = new Set([
    ...counted.map(({ customer }) => customer),
    ...inquiries.map(({ customer }) => String(customer)),
  ]);
  return [...customers].map((customer) => {
    const booked = counted.filter((one) => one.customer === customer && isActive(one));
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

function venueRoomRows(evidence: Evidence, dayOf: (at: number) => string): Row[] {
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
