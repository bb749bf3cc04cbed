/** Owns the tables behind analytics: sums per room, per venue day and for the venue, moved on by what each event changes. */
import type { BookingEvent } from "../core/booking/booking-events.ts";
import type { Core } from "../core/context.ts";
import type { RecordedEvent } from "../core/log/read.ts";
import type { TransactionSql } from "../core/platform/database.ts";
import type { VenueDay } from "../core/venue/venue-time.ts";
import {
  type AnalyticsBooking,
  type AnalyticsInquiry,
  type Sums,
  startBatch,
  venueDays,
} from "./analytics-sums.ts";
import { bookingChanges } from "./bookings.ts";
import { foldBatch } from "./fold.ts";
import { bookingIdOf, inquiryIdOf, type Projection, type ReadModel } from "./projection.ts";

type DayOf = (instant: Date) => VenueDay;
type CustomerOf = (personId: string) => string;

/**
 * An answer costs a handful of rows however long the history, for it is never added up from bookings: a row per booking
 * says what that booking has contributed so far, and each event moves the sums by the difference. Days are the venue's.
 */
export function analyticsOf({ timeZone, holderHash }: Pick<Core, "timeZone" | "holderHash">): ReadModel {
  return {
    name: "analytics",
    tables: [
      "analytics_bookings",
      "analytics_inquiries",
      "analytics_customers",
      "analytics_rooms",
      "analytics_room_days",
      "analytics_days",
      "analytics_venue",
    ],
    async fold(tx, events, tableOf) {
      const dayOf = venueDays(timeZone);
      const customerOf = await customersOf(tx, events, holderHash);
      const batch = startBatch(dayOf);
      const bookingRows = tableOf("analytics_bookings");
      await foldBatch(tx, bookingRowsOf(customerOf, dayOf), bookingRows, events, batch.bookingChanged);
      const inquiryRows = tableOf("analytics_inquiries");
      await foldBatch(tx, inquiryRowsOf(customerOf, dayOf), inquiryRows, events, batch.inquiryReceived);
      await addSums(tx, tableOf("analytics_rooms"), batch.rooms);
      await addSums(tx, tableOf("analytics_room_days"), batch.roomDays);
      await addSums(tx, tableOf("analytics_days"), batch.days);
      await countCustomers(tx, tableOf, [...batch.customers], batch.inquiries());
    },
  };
}

function bookingRowsOf(customerOf: CustomerOf, dayOf: DayOf): Projection<AnalyticsBooking> {
  return {
    name: "analytics_bookings",
    keyColumn: "booking_id",
    keyOf: bookingIdOf,
    evolve(row, recorded) {
      const event = recorded as Pick<RecordedEvent, "type" | "data"> as BookingEvent; // keyOf lets booking streams pass only
      const { version } = recorded;
      if (event.type === "BookingRequested") {
        const { data } = event;
        return {
          booking_id: bookingIdOf(recorded) ?? 0,
          version,
          room_id: data.roomId,
          customer: customerOf(data.personId),
          created_on: dayOf(recorded.occurredAt),
          starts_at: data.startsAt,
          ends_at: data.endsAt,
          total_cents: data.totalCents,
          downpayment_cents: data.downpaymentCents,
          received_cents: 0,
          refunded_cents: 0,
          status: "pending",
          payment_status: "pending",
        };
      }
      if (!row) return null;
      const changes = bookingChanges(row, event);
      return {
        ...row,
        version,
        room_id: changes.room_id ?? row.room_id,
        starts_at: changes.starts_at ?? row.starts_at,
        ends_at: changes.ends_at ?? row.ends_at,
        total_cents: changes.total_cents ?? row.total_cents,
        downpayment_cents: changes.downpayment_cents ?? row.downpayment_cents,
        received_cents: changes.received_cents ?? row.received_cents,
        refunded_cents: changes.refunded_cents ?? row.refunded_cents,
        status: changes.status ?? row.status,
        payment_status: changes.payment_status ?? row.payment_status,
      };
    },
  };
}

function inquiryRowsOf(customerOf: CustomerOf, dayOf: DayOf): Projection<AnalyticsInquiry> {
  return {
    name: "analytics_inquiries",
    keyColumn: "inquiry_id",
    keyOf: inquiryIdOf,
    evolve: (_row, recorded) => ({
      inquiry_id: inquiryIdOf(recorded) ?? 0,
      version: recorded.version,
      customer: customerOf(personIdOf(recorded) ?? ""),
      received_on: dayOf(recorded.occurredAt),
    }),
  };
}

function personIdOf({ type, data }: RecordedEvent): string | null {
  if (type !== "BookingRequested" && type !== "InquiryReceived") return null;
  return (data as { personId: string }).personId; // both have one, by their schemas
}

/** By email, upper and lower case alike; somebody whose data has been erased is a customer of their own. */
async function customersOf(
  tx: TransactionSql,
  events: readonly RecordedEvent[],
  holderHash: (email: string) => string,
): Promise<CustomerOf> {
  const personIds = events.map(personIdOf).filter((id) => id !== null);
  if (personIds.length === 0) return (personId) => personId;
  const persons = await tx<{ id: string; email: string }[]>`
    select id, email from personal_data where id = any(${personIds}::uuid[]) and email is not null`;
  const customers = new Map(persons.map(({ id, email }) => [id, holderHash(email)]));
  return (personId) => customers.get(personId) ?? personId;
}

async function addSums(tx: TransactionSql, table: string, sums: Sums): Promise<void> {
  const rows = sums.rows();
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  const additions = columns
    .filter((column) => !sums.keyColumns.includes(column))
    .map((column, i) => tx`${i > 0 ? tx`, ` : tx``}${tx(column)} = kept.${tx(column)} + added.${tx(column)}`);
  const sameKey = sums.keyColumns.map(
    (column, i) => tx`${i > 0 ? tx` and ` : tx``}kept.${tx(column)} = added.${tx(column)}`,
  );
  await tx`
    merge into ${tx(table)} kept
    using (select * from jsonb_populate_recordset(null::${tx(table)}, ${tx.json(rows)})) added
    on ${sameKey}
    when matched then update set ${additions}
    when not matched then insert (${tx(columns)}) values (${columns.map(
      (column, i) => tx`${i > 0 ? tx`, ` : tx``}added.${tx(column)}`,
    )})`;
}

/** Counts the touched customers anew from their rows, and moves the venue's totals by what that changes. */
async function countCustomers(
  tx: TransactionSql,
  tableOf: (table: string) => string,
  customers: string[],
  inquiries: number,
): Promise<void> {
  if (customers.length === 0) return;
  const kept = tx(tableOf("analytics_customers"));
  const venue = tx(tableOf("analytics_venue"));
  const totals = (rows: string) => tx`
    select count(*) filter (where bookings > 0) as customers,
      count(*) filter (where bookings > 1) as returning_customers,
      count(first_inquired_on) as inquirers,
      count(*) filter (where last_booked_on >= first_inquired_on) as converted_inquirers
    from ${tx(rows)}`;
  await tx`
    with touched as (
      select unnest(${customers}::text[]) as customer
    ), booked as (
      select customer, count(*) as bookings, max(created_on) as last_booked_on
      from ${tx(tableOf("analytics_bookings"))}
      where customer = any(${customers}) and status <> 'cancelled' group by customer
    ), inquired as (
      select customer, min(received_on) as first_inquired_on
      from ${tx(tableOf("analytics_inquiries"))} where customer = any(${customers}) group by customer
    ), counted as materialized (
      select customer, coalesce(bookings, 0) as bookings, first_inquired_on, last_booked_on
      from touched left join booked using (customer) left join inquired using (customer)
    ), before as materialized (
      select * from ${kept} where customer = any(${customers})
    ), stored as (
      insert into ${kept} (customer, bookings, first_inquired_on, last_booked_on)
      select customer, bookings, first_inquired_on, last_booked_on from counted
      on conflict (customer) do update set bookings = excluded.bookings,
        first_inquired_on = excluded.first_inquired_on, last_booked_on = excluded.last_booked_on
    )
    insert into ${venue} as v (customers, returning_customers, inquiries, inquirers, converted_inquirers)
    select now.customers - was.customers, now.returning_customers - was.returning_customers, ${inquiries},
      now.inquirers - was.inquirers, now.converted_inquirers - was.converted_inquirers
    from (${totals("counted")}) now, (${totals("before")}) was
    on conflict (only_row) do update set
      customers = v.customers + excluded.customers,
      returning_customers = v.returning_customers + excluded.returning_customers,
      inquiries = v.inquiries + excluded.inquiries,
      inquirers = v.inquirers + excluded.inquirers,
      converted_inquirers = v.converted_inquirers + excluded.converted_inquirers`;
}
