/** Counts customers for analytics: how many there are, who came back, who asked first. */
import type { PendingQuery, Row } from "postgres";
import type { TransactionSql } from "../../../core/platform/database/database.ts";

/** The parts `name as (…)` of a statement that does several things at once; empty if there is nothing to do. */
export type Parts = PendingQuery<Row[]>[];

/** `isActiveBooking`, of a row. */
const isActive = (tx: TransactionSql) => tx`status <> 'cancelled' and offer is distinct from 'made'`;

/**
 * Counts the changed customers again from their rows, and changes the venue's totals by the difference. A customer whose last booking got
 * another email has no row any more.
 */
export function countedCustomers(
  tx: TransactionSql,
  tableOf: (table: string) => string,
  customers: string[],
  inquiries: number,
): Parts {
  if (customers.length === 0) return [];
  const kept = tx(tableOf("analytics_customers"));
  const venue = tx(tableOf("analytics_venue"));
  const totals = (rows: string) => tx`
    select count(*) filter (where bookings > 0) as customers,
      count(*) filter (where bookings > 1) as returning_customers,
      count(first_inquired_on) as inquirers,
      count(*) filter (where last_booked_on >= first_inquired_on) as converted_inquirers
    from ${tx(rows)}`;
  return [
    tx`touched as (
      select unnest(${customers}::text[]) as customer
    )`,
    tx`booked as (
      select customer, count(*) filter (where ${isActive(tx)}) as bookings,
        max(created_on) filter (where ${isActive(tx)}) as last_booked_on
      from ${tx(tableOf("analytics_bookings"))} where customer = any(${customers}) group by customer
    )`,
    tx`inquired as (
      select customer, min(received_on) as first_inquired_on
      from ${tx(tableOf("analytics_inquiries"))} where customer = any(${customers}) group by customer
    )`,
    tx`counted as materialized (
      select customer, coalesce(bookings, 0) as bookings, first_inquired_on, last_booked_on
      from touched left join booked using (customer) left join inquired using (customer)
      where booked.customer is not null or inquired.customer is not null
    )`,
    tx`before as materialized (
      select * from ${kept} where customer = any(${customers})
    )`,
    tx`gone as (
      delete from ${kept} where customer = any(${customers}) and customer not in (select customer from counted)
    )`,
    tx`stored as (
      insert into ${kept} (customer, bookings, first_inquired_on, last_booked_on)
      select customer, bookings, first_inquired_on, last_booked_on from counted
      on conflict (customer) do update set bookings = excluded.bookings,
        first_inquired_on = excluded.first_inquired_on, last_booked_on = excluded.last_booked_on
    )`,
    tx`totals as (
      insert into ${venue} as v (customers, returning_customers, inquiries, inquirers, converted_inquirers)
      select now.customers - was.customers, now.returning_customers - was.returning_customers, ${inquiries}::bigint,
        now.inquirers - was.inquirers, now.converted_inquirers - was.converted_inquirers
      from (${totals("counted")}) now, (${totals("before")}) was
      on conflict (only_row) do update set
        customers = v.customers + excluded.customers,
        returning_customers = v.returning_customers + excluded.returning_customers,
        inquiries = v.inquiries + excluded.inquiries,
        inquirers = v.inquirers + excluded.inquirers,
        converted_inquirers = v.converted_inquirers + excluded.converted_inquirers
    )`,
  ];
}

/** Counts all customers at once, into tables that have no totals yet, so that a rebuild need not count batch by batch. */
export async function countAllCustomers(
  tx: TransactionSql,
  tableOf: (table: string) => string,
): Promise<void> {
  const kept = tx(tableOf("analytics_customers"));
  const inquiries = tx(tableOf("analytics_inquiries"));
  // Aggregates before the first row is written, since a transaction that writes holds every follower back.
  await tx`
    insert into ${kept} (customer, bookings, first_inquired_on, last_booked_on)
    select customer, coalesce(sum(booked), 0), min(inquired_on), max(booked_on) from (
      select customer, (${isActive(tx)})::int as booked, null::date as inquired_on,
        case when ${isActive(tx)} then created_on end as booked_on
      from ${tx(tableOf("analytics_bookings"))}
      union all
      select customer, 0, received_on, null from ${inquiries}
    ) known
    group by customer`;
  await tx`
    insert into ${tx(tableOf("analytics_venue"))}
      (customers, returning_customers, inquiries, inquirers, converted_inquirers)
    select count(*) filter (where bookings > 0), count(*) filter (where bookings > 1),
      (select count(*) from ${inquiries}), count(first_inquired_on),
      count(*) filter (where last_booked_on >= first_inquired_on)
    from ${kept} having count(*) > 0`;
}
