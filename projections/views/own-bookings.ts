/** Lists the bookings of one customer or guest, read from the `bookings` table with the person and whether feedback was left. */

import type { TakingsMethod } from "../../core/booking/rules/statuses.ts";
import type { Booking } from "../../core/booking/state/booking-state.ts";
import type { Person } from "../../core/person/personal-data.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import { type BookingOwner, ownedBy } from "./booking-owner.ts";

/** Amounts in integer cents; the texts about a person are null once they are erased. */
export interface OwnBookingRow
  extends Pick<
      Booking,
      | "accountId"
      | "roomId"
      | "personId"
      | "userId"
      | "startsAt"
      | "endsAt"
      | "firstStartsAt"
      | "duration"
      | "hourCount"
      | "attendees"
      | "engineerRequired"
      | "totalCents"
      | "downpaymentCents"
      | "reducedCents"
      | "terms"
      | "priceAgreed"
      | "status"
      | "visit"
      | "waitlistEntryId"
      | "expired"
      | "cancelledBy"
      | "byClosure"
      | "paymentStatus"
      | "chargeId"
      | "holdUntil"
    >,
    Pick<Person, "firstName" | "lastName" | "email" | "phone"> {
  id: number;
  seriesId: number | null;
  seriesNumber: number | null;
  seriesSize: number | null;
  specialRequirements: string | null;
  /** Why the booking was cancelled, if its guest is told. */
  toldReason: string | null;
  /** One of the six event types, or the customer's own text until it is erased. */
  eventType: string;
  receivedCents: number;
  /** Returned by refunds, or withheld for a dispute. */
  refundedOrDisputedCents: number;
  /** The part of it that is withheld for disputes. */
  disputedCents: number;
  /** Promised as refunds, not issued yet. */
  refundUnderWayCents: number;
  dueCents: number;
  /** On account: what it owes, paid or not; null if it is paid otherwise. */
  owedCents: number | null;
  createdAt: Date;
  /** Each payment and return, the oldest first; instants as text, since they come as JSON. */
  payments: { at: string; method: TakingsMethod; cents: number }[];
  feedbackLeft: boolean;
  /** Whether the website shows the feedback. */
  reviewPublished: boolean;
}

/** All bookings of this owner, and those with the given numbers of any owner; the latest visit first. */
export const bookingsOf = (
  sql: Sql,
  owner: BookingOwner,
  ids: readonly number[] = [],
): Promise<OwnBookingRow[]> =>
  select(sql, sql`(b.booking_id = any(${[...ids]}::bigint[]) or ${ownedBy(sql, owner)})`);

/** Unpaid holds before their deadline, the earliest first: those of this owner, and those with the given numbers or in their series of any owner. */
export async function openHolds(
  sql: Sql,
  { owner, ids, now }: { owner: BookingOwner | null; ids: readonly number[]; now: Date },
): Promise<OwnBookingRow[]> {
  const rows = await select(
    sql,
    sql`b.status = 'pending' and b.payment_status in ('pending', 'failed') and b.hold_until > ${now}
      and (b.booking_id = any(${[...ids]}::bigint[])
        or b.series_id in (select series_id from bookings where booking_id = any(${[...ids]}::bigint[]))
        or ${owner ? ownedBy(sql, owner) : sql`false`})`,
  );
  return rows.sort((a, b) => a.holdUntil.getTime() - b.holdUntil.getTime());
}

/** One booking of any owner, so call `ownBooking` first. Null if there is none. */
export async function bookingRow(sql: Sql, id: number): Promise<OwnBookingRow | null> {
  const [row] = await select(sql, sql`b.booking_id = ${id}`);
  return row ?? null;
}

const select = (sql: Sql, condition: ReturnType<typeof ownedBy>) => sql<OwnBookingRow[]>`
  select b.booking_id as id, b.person_id as "personId", b.account_id as "accountId", b.waitlist_entry_id as "waitlistEntryId", b.room_id as "roomId", b.user_id as "userId", p.first_name as "firstName",
    b.series_id as "seriesId", b.series_number as "seriesNumber", (select s.dates from series s where s.series_id = b.series_id) as "seriesSize",
    p.last_name as "lastName", p.email, p.phone, p.free_text as "specialRequirements",
    b.starts_at as "startsAt", b.ends_at as "endsAt", b.first_starts_at as "firstStartsAt", b.duration,
    b.hour_count as "hourCount", coalesce(k.free_text, b.event_type) as "eventType", b.attendees,
    b.engineer_required as "engineerRequired", b.total_cents as "totalCents",
    b.downpayment_cents as "downpaymentCents", b.reduced_cents as "reducedCents", b.terms, b.received_cents as "receivedCents",
    b.gone_cents as "refundedOrDisputedCents", b.disputed_cents as "disputedCents", b.due_cents as "dueCents",
    b.owed_cents as "owedCents", b.price_agreed as "priceAgreed", b.refund_under_way_cents as "refundUnderWayCents", b.status, b.visit, b.expired,
    b.cancelled_by as "cancelledBy", b.by_closure as "byClosure", r.free_text as "toldReason", b.payment_status as "paymentStatus",
    b.charge_id as "chargeId", b.hold_until as "holdUntil", b.created_at as "createdAt",
    coalesce((
      select json_agg(json_build_object('at', e.occurred_at, 'method', t.method, 'cents', t.cents) order by t.version)
      from takings t join events e on e.stream = 'booking-' || t.booking_id and e.version = t.version
      where t.booking_id = b.booking_id
    ), '[]') as payments,
    f.booking_id is not null as "feedbackLeft", coalesce(f.published, false) as "reviewPublished"
  from bookings b
  left join personal_data p on p.id = b.person_id
  left join personal_data k on k.id = b.event_type_id
  left join personal_data r on r.id = b.told_reason_id
  left join feedback f on f.booking_id = b.booking_id
  where ${condition}
  order by b.starts_at desc, b.booking_id desc`;
