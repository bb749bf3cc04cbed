/**
 * Projects the read tables `bookings`, each booking's state for staff, customers and jobs, `series`, which bookings belong together, and
 * `billing_accounts`. Of people they have only what finds them.
 */

import { accountStream } from "../../core/booking/billing/account.ts";
import { isUnderWay, REFUND_STUCK_AFTER_MS } from "../../core/booking/payment/refunds.ts";
import { seriesStream } from "../../core/booking/series/series.ts";
import { type BookingEvent, changesEmail } from "../../core/booking/state/booking-events.ts";
import {
  deskReturnDueCents,
  disputedCents,
  dueCents,
  owedOnAccountCents,
  receivedCents,
  refundedOrDisputedCents,
  refundUnderWayCents,
} from "../../core/booking/state/booking-money.ts";
import { type Booking, unpaidIntentId } from "../../core/booking/state/booking-state.ts";
import { bookingStream } from "../../core/booking/state/booking-stream.ts";
import { readStream } from "../../core/log/read.ts";
import { fold } from "../../core/log/stream.ts";
import type { Sql, TransactionSql } from "../../core/platform/database/database.ts";
import { foldRows } from "../engine/fold.ts";
import { type Projection, viewOf } from "../engine/projection.ts";
import { accountView } from "./billing-accounts.ts";

/** The current state of a booking; amounts in integer cents, instants as ISO 8601 UTC text. */
export type BookingRow = ReturnType<typeof rowOfBooking>;

const LONG_AGO = new Date(0);

/** Requested and neither issued nor refused yet; a refund that older code requested has no instant and counts as old. */
function oldestRefundUnderWay(booking: Booking): Date | null {
  const asked = Object.values(booking.refunds)
    .filter(isUnderWay)
    .map(({ askedAt }) => askedAt ?? LONG_AGO);
  return asked.length === 0 ? null : new Date(Math.min(...asked.map((at) => at.getTime())));
}

const rowOfBooking = (
  id: number,
  booking: Booking,
  at: { version: number; begunAt: Date; changedAt: Date },
) => ({
  booking_id: id,
  version: at.version,
  /** The series that it belongs to, and its number there; null for a booking by itself. */
  series_id: booking.series?.id ?? null,
  series_number: booking.series?.number ?? null,
  /** The billing account whose invoices pay it. */
  account_id: booking.accountId,
  /** The entry of the waitlist to which its hours were offered. */
  waitlist_entry_id: booking.waitlistEntryId,
  /** On account: what it owes, paid or not; null if it is paid otherwise. */
  owed_cents: owedOnAccountCents(booking),
  room_id: booking.roomId,
  person_id: booking.personId,
  user_id: booking.userId,
  starts_at: booking.startsAt.toISOString(),
  ends_at: booking.endsAt.toISOString(),
  /** The start as first booked, even if the booking has been moved since. */
  first_starts_at: booking.firstStartsAt.toISOString(),
  duration: booking.duration,
  hour_count: booking.hourCount,
  event_type: booking.eventType,
  /** The row of personal data with the customer's own text for the event type. */
  event_type_id: booking.eventTypeId,
  attendees: booking.attendees,
  engineer_required: booking.engineerRequired,
  total_cents: booking.totalCents,
  downpayment_cents: booking.downpaymentCents,
  /** What staff took off the price; the total is without it. */
  reduced_cents: booking.reducedCents,
  terms: booking.terms,
  received_cents: receivedCents(booking),
  /** Returned by refunds, or withheld for a dispute. */
  gone_cents: refundedOrDisputedCents(booking),
  /** The part of it that is withheld for disputes. */
  disputed_cents: disputedCents(booking),
  /** Promised by refunds that the provider has not issued yet. */
  refund_under_way_cents: refundUnderWayCents(booking),
  due_cents: dueCents(booking),
  /** Whether staff set the price instead of the rules. */
  price_agreed: booking.priceAgreed,
  status: booking.status,
  expired: booking.expired,
  payment_status: booking.paymentStatus,
  /** The stage of the visit, as marked at the desk. */
  visit: booking.visit,
  /** A no-show has left the hours to others. */
  freed: booking.hoursFreed,
  /** Still to be returned at the desk. */
  to_return_cents: deskReturnDueCents(booking),
  /** The open payment intent, which may still bring money. */
  payment_intent_id: unpaidIntentId(booking),
  charge_id: booking.chargeId,
  /** While cancelled: who cancelled it; null if the hold expired. */
  cancelled_by: booking.cancelledBy,
  /** While cancelled: the row of personal data with the reason that staff wrote. */
  reason_id: booking.reasonId,
  /** The same row, if the guest is told the reason. */
  told_reason_id: booking.toldReasonId,
  by_closure: booking.byClosure,
  /** Name and email in lower case, to be searched; deleted when the person is erased (`erase_search_text`). */
  search_text: "",
  /** Refunds that the provider refused or sent back, until they are retried. */
  failed_refunds: Object.entries(booking.refunds).flatMap(([refund, { failed }]) => (failed ? [refund] : [])),
  /** When the oldest refund that is under way was requested. */
  refund_asked_at: oldestRefundUnderWay(booking)?.toISOString() ?? null,
  hold_until: booking.holdUntil.toISOString(),
  created_at: at.begunAt.toISOString(),
  updated_at: at.changedAt.toISOString(),
});

const seriesView = viewOf({
  table: "series",
  stream: seriesStream,
  keyColumn: "series_id",
  rowOf: ({ id, after, event }) =>
    after.exists
      ? {
          series_id: id,
          version: event.version,
          repeat: after.repeat,
          /** How many dates were booked, also those that are cancelled. */
          dates: after.dates.length,
        }
      : null,
});

export const bookings: Projection = {
  name: "bookings",
  version: 8,
  tables: ["bookings", seriesView.table, accountView.table],
  streams: [bookingStream, seriesStream, accountStream],
  async fold(tx, batch, tableOf) {
    const texts = await searchTextsOf(tx, batch.eventsOf(bookingStream));
    const view = viewOf({
      table: "bookings",
      stream: bookingStream,
      keyColumn: "booking_id",
      insertOnlyColumns: ["search_text"],
      rowOf({ id, after, event, begunAt }) {
        if (!after.exists) return null;
        const at = { version: event.version, begunAt, changedAt: event.occurredAt };
        return { ...rowOfBooking(id, after, at), search_text: texts.get(after.personId) ?? "" };
      },
    });
    await foldRows(tx, view, tableOf("bookings"), batch);
    await searchNewPersons(tx, tableOf("bookings"), batch.eventsOf(bookingStream));
    await foldRows(tx, seriesView, tableOf(seriesView.table), batch);
    await foldRows(tx, accountView, tableOf(accountView.table), batch);
  },
};

/** The text by which the persons of new bookings are searched; erased persons are left out. */
async function searchTextsOf(
  tx: TransactionSql,
  events: readonly BookingEvent[],
): Promise<Map<string, string>> {
  const personIds = events.flatMap((event) =>
    event.type === "BookingRequested" || changesEmail(event) ? [event.data.personId] : [],
  );
  if (personIds.length === 0) return new Map();
  const persons = await tx<{ id: string; text: string }[]>`
    select id, search_text(p) as text from personal_data p where id = any(${personIds}::uuid[])`;
  return new Map(persons.map(({ id, text }) => [id, text]));
}

/** A booking that got another email is found by it, since rows that exist keep the search text that they began with. */
async function searchNewPersons(
  tx: TransactionSql,
  table: string,
  events: readonly BookingEvent[],
): Promise<void> {
  const personIds = events.filter(changesEmail).map(({ data }) => data.personId);
  if (personIds.length === 0) return;
  await tx`
    update ${tx(table)} b set search_text = search_text(p) from personal_data p
    where b.person_id = any(${personIds}::uuid[]) and p.id = b.person_id`;
}

/** A booking folded from its own events, for an answer that cannot wait for the projection; null if there is none. */
export async function readBookingFromLog(sql: Sql, id: number): Promise<BookingRow | null> {
  const events = await readStream(sql, bookingStream, id);
  const booking = fold(bookingStream, events);
  const [first] = events;
  const last = events.at(-1);
  if (!booking.exists || !first || !last) return null;
  const at = { version: last.version, begunAt: first.occurredAt, changedAt: last.occurredAt };
  return rowOfBooking(id, booking, at);
}

/**
 * Bookings with an open payment intent and a change after `since` (a balance is opened weeks after its booking was made), ordered by
 * number, after the number `after`: reconciliation asks the provider about these. Expired ones are included, since late money must be found
 * too.
 */
export async function bookingsWithOpenIntent(
  sql: Sql,
  { since, after, limit }: { since: Date; after: number; limit: number },
): Promise<number[]> {
  const rows = await sql<{ booking_id: number }[]>`
    select booking_id from bookings
    where payment_intent_id is not null and updated_at > ${since} and booking_id > ${after}
    order by booking_id limit ${limit}`;
  return rows.map((row) => row.booking_id);
}

/** Bookings with a refund whose job must have died, the oldest first. */
export async function bookingsWithStuckRefund(
  sql: Sql,
  { now, limit }: { now: Date; limit: number },
): Promise<number[]> {
  const rows = await sql<{ booking_id: number }[]>`
    select booking_id from bookings
    where refund_asked_at < ${new Date(now.getTime() - REFUND_STUCK_AFTER_MS)}
    order by refund_asked_at limit ${limit}`;
  return rows.map((row) => row.booking_id);
}
