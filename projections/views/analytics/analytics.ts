/** Projects the tables behind analytics: sums per room, per venue day and for the venue, which each event updates. */

import { type BookingEvent, changesEmail } from "../../../core/booking/state/booking-events.ts";
import {
  dueCents,
  receivedCents,
  refundedOrDisputedCents,
} from "../../../core/booking/state/booking-money.ts";
import type { Booking, BookingState } from "../../../core/booking/state/booking-state.ts";
import { bookingStream } from "../../../core/booking/state/booking-stream.ts";
import { cardBalanceCents } from "../../../core/booking/state/money-moved.ts";
import { waitlistStream } from "../../../core/booking/waitlist/waitlist.ts";
import type { Core } from "../../../core/context.ts";
import { type Inquiry, type InquiryEvent, inquiryStream } from "../../../core/inquiry/inquiry.ts";
import { isByVenue } from "../../../core/log/append-request.ts";
import type { RecordedEvent } from "../../../core/log/stream.ts";
import type { TransactionSql } from "../../../core/platform/database/database.ts";
import { roomStream } from "../../../core/venue/rooms/room.ts";
import type { VenueDay } from "../../../core/venue/time/venue-time.ts";
import type { Batch } from "../../engine/batch.ts";
import { foldRows } from "../../engine/fold.ts";
import type { Projection, View } from "../../engine/projection.ts";
import { createBatchSums } from "./batch-sums.ts";
import { bookableRooms } from "./bookable-rooms.ts";
import { countAllCustomers, countedCustomers, type Parts } from "./customer-counts.ts";
import { venueDays } from "./day-sums.ts";
import type { AnalyticsBooking, AnalyticsInquiry, Ending, Sums } from "./rows.ts";
import { waitlistParts } from "./waitlist-entries.ts";

type DayOf = (instant: Date) => VenueDay;
type CustomerOf = (personId: string) => string;

/**
 * An answer reads a handful of rows for a history of any length, since figures are never summed up from bookings: a row per booking stores
 * what that booking has contributed so far, and each event changes the sums by the difference. Days are venue days.
 */
export function analyticsOf({ timeZone, holderHash }: Pick<Core, "timeZone" | "holderHash">): Projection {
  return {
    name: "analytics",
    version: 5,
    tables: [
      "analytics_bookings",
      "analytics_inquiries",
      "analytics_customers",
      "analytics_rooms",
      "analytics_room_days",
      "analytics_day_hours",
      "analytics_days",
      "analytics_venue",
      "analytics_house_rooms",
      "analytics_waitlist",
    ],
    streams: [bookingStream, inquiryStream, roomStream, waitlistStream],
    async fold(tx, batch, tableOf) {
      const dayOf = venueDays(timeZone);
      const { customerOf, newcomers } = await customersOf(tx, batch, holderHash);
      const sums = createBatchSums(dayOf, timeZone);
      const bookingRows = tableOf("analytics_bookings");
      await foldRows(tx, bookingsView(customerOf, dayOf), bookingRows, batch, sums.bookingChanged);
      const inquiryRows = tableOf("analytics_inquiries");
      await foldRows(tx, inquiriesView(customerOf, dayOf), inquiryRows, batch, sums.inquiryReceived);
      await foldRows(tx, bookableRooms(dayOf), tableOf("analytics_house_rooms"), batch);
      await carryOutTogether(tx, [
        ...knownCustomers(tx, newcomers),
        ...added(tx, tableOf("analytics_rooms"), sums.rooms),
        ...added(tx, tableOf("analytics_room_days"), sums.roomDays),
        ...added(tx, tableOf("analytics_day_hours"), sums.dayHours),
        ...added(tx, tableOf("analytics_days"), sums.days),
        ...waitlistParts(tx, tableOf("analytics_waitlist"), batch.eventsOf(waitlistStream), dayOf),
        ...(batch.memory?.settlesLater
          ? []
          : countedCustomers(tx, tableOf, [...sums.customers], sums.inquiries())),
      ]);
    },
    settle: countAllCustomers,
  };
}

const bookingsView = (
  customerOf: CustomerOf,
  dayOf: DayOf,
): View<BookingState, BookingEvent, AnalyticsBooking> => ({
  table: "analytics_bookings",
  stream: bookingStream,
  keyColumn: "booking_id",
  readsRow: true,
  rowOf({ id, before, after, event, begunAt }, row) {
    if (!after.exists) return null;
    // A state keeps the instants that an event does not change, so most steps need no new text.
    const isSameSpan =
      row !== null && before.exists && before.startsAt === after.startsAt && before.endsAt === after.endsAt;
    return {
      booking_id: id,
      version: event.version,
      room_id: after.roomId,
      customer: row && !changesEmail(event) ? row.customer : customerOf(after.personId),
      created_on: row?.created_on ?? dayOf(begunAt),
      starts_at: isSameSpan ? row.starts_at : after.startsAt.toISOString(),
      ends_at: isSameSpan ? row.ends_at : after.endsAt.toISOString(),
      total_cents: after.totalCents,
      // On account there is none: what it owes comes with its invoices.
      downpayment_cents: after.accountId === null ? after.downpaymentCents : 0,
      received_cents: receivedCents(after),
      gone_cents: refundedOrDisputedCents(after),
      due_cents: dueCents(after),
      status: after.status,
      payment_status: after.paymentStatus,
      visit: after.visit,
      made_by_staff: row?.made_by_staff ?? isByVenue(event.meta.actor),
      ...endingOf(after.status, event, { row, dayOf }),
      card_cents: cardBalanceCents(after),
      offer: offerOf(after, row),
    };
  },
});

/** A taken offer stays so, whatever becomes of its booking. */
function offerOf(
  { waitlistEntryId, status }: Booking,
  row: AnalyticsBooking | null,
): AnalyticsBooking["offer"] {
  if (waitlistEntryId === null) return null;
  return row?.offer === "taken" || status === "confirmed" || status === "completed" ? "taken" : "made";
}

type Ended = Pick<AnalyticsBooking, "ended" | "ended_on">;

/** The last event that cancelled the booking says how and when, until the booking is uncancelled. */
function endingOf(
  status: AnalyticsBooking["status"],
  event: RecordedEvent<BookingEvent>,
  { row, dayOf }: { row: AnalyticsBooking | null; dayOf: DayOf },
): Ended {
  if (status !== "cancelled") return { ended: null, ended_on: null };
  const ended = endingBy(event);
  if (ended) return { ended, ended_on: dayOf(event.occurredAt) };
  return { ended: row?.ended ?? null, ended_on: row?.ended_on ?? null };
}

function endingBy(event: BookingEvent): Ending | null {
  if (event.type === "BookingCancelled") return event.data.cancelledBy;
  return event.type === "BookingExpired" || event.type === "HoldReleased" ? "unpaid" : null;
}

const inquiriesView = (
  customerOf: CustomerOf,
  dayOf: DayOf,
): View<Inquiry | null, InquiryEvent, AnalyticsInquiry> => ({
  table: "analytics_inquiries",
  stream: inquiryStream,
  keyColumn: "inquiry_id",
  // What staff do with a message changes no figure.
  rowOf: ({ id, event }) =>
    event.type === "InquiryReceived"
      ? {
          inquiry_id: id,
          version: event.version,
          customer: customerOf(event.data.personId),
          received_on: dayOf(event.occurredAt),
        }
      : null,
});

/** The persons who began a booking, came to one or sent a message in this batch. */
const newcomersIn = (batch: Batch): string[] => [
  ...batch
    .eventsOf(bookingStream)
    .flatMap((event) =>
      event.type === "BookingRequested" || changesEmail(event) ? [event.data.personId] : [],
    ),
  ...batch
    .eventsOf(inquiryStream)
    .flatMap((event) => (event.type === "InquiryReceived" ? [event.data.personId] : [])),
];

interface KnownCustomer {
  person_id: string;
  customer: string;
}

/**
 * Customers are told apart by email, ignoring case. Once a person has been assigned to a customer, this stays so, also after their data has
 * been erased; a person who was erased before counts as a separate customer. `newcomers` have yet to be stored.
 */
async function customersOf(
  tx: TransactionSql,
  batch: Batch,
  holderHash: (email: string) => string,
): Promise<{ customerOf: CustomerOf; newcomers: KnownCustomer[] }> {
  const personIds = newcomersIn(batch);
  if (personIds.length === 0) return { customerOf: (personId) => personId, newcomers: [] };
  const persons = await tx<{ id: string; email: string | null; customer: string | null }[]>`
    select p.id, p.email, k.customer from personal_data p left join known_customers k on k.person_id = p.id
    where p.id = any(${personIds}::uuid[])`;
  const customers = new Map<string, string>();
  const newcomers: KnownCustomer[] = [];
  for (const { id, email, customer } of persons) {
    if (customer !== null) customers.set(id, customer);
    else if (email !== null) newcomers.push({ person_id: id, customer: holderHash(email) });
  }
  for (const { person_id, customer } of newcomers) customers.set(person_id, customer);
  return { customerOf: (personId) => customers.get(personId) ?? personId, newcomers };
}

/** One statement costs a sixth of six separate ones. The parts do not see what the others write. */
async function carryOutTogether(tx: TransactionSql, parts: Parts): Promise<void> {
  if (parts.length === 0) return;
  await tx`with ${parts.map((part, i) => tx`${i > 0 ? tx`, ` : tx``}${part}`)} select`;
}

const knownCustomers = (tx: TransactionSql, newcomers: readonly KnownCustomer[]): Parts =>
  newcomers.length === 0
    ? []
    : [
        tx`known as (
          insert into known_customers (person_id, customer)
          select person_id, customer from jsonb_populate_recordset(null::known_customers, ${tx.json(newcomers as never)})
          on conflict do nothing)`,
      ];

function added(tx: TransactionSql, table: string, { keyColumns, rows }: Sums): Parts {
  const additions = rows();
  const columns = Object.keys(additions[0] ?? {});
  if (columns.length === 0) return [];
  const moved = columns
    .filter((column) => !keyColumns.includes(column))
    .map(
      (column, i) => tx`${i > 0 ? tx`, ` : tx``}${tx(column)} = kept.${tx(column)} + excluded.${tx(column)}`,
    );
  return [
    tx`${tx(`added_by_${keyColumns.join("_")}`)} as (
      insert into ${tx(table)} as kept (${tx(columns)})
      select ${tx(columns)} from jsonb_populate_recordset(null::${tx(table)}, ${tx.json(additions)})
      on conflict (${tx([...keyColumns])}) do update set ${moved})`,
  ];
}
