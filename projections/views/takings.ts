/** Projects the read tables `takings` and `invoice_takings`: what each event brought in or returned, by venue day and method. Integer cents. */

import { accountStream } from "../../core/booking/billing/account.ts";
import {
  accountMoneyMovedBy,
  type InvoiceMoneyMoved,
} from "../../core/booking/billing/account-money-moved.ts";
import type { TakingsMethod } from "../../core/booking/rules/statuses.ts";
import { bookingStream } from "../../core/booking/state/booking-stream.ts";
import { moneyMovedBy } from "../../core/booking/state/money-moved.ts";
import type { Core } from "../../core/context.ts";
import type { Actor } from "../../core/log/append-request.ts";
import type { Sql, TransactionSql } from "../../core/platform/database/database.ts";
import { type VenueDay, venueDayOf } from "../../core/venue/time/venue-time.ts";
import type { Projection } from "../engine/projection.ts";

interface TakingsRow {
  booking_id: number;
  version: number;
  day: VenueDay;
  method: TakingsMethod;
  cents: number;
}

interface InvoiceTakingsRow extends InvoiceMoneyMoved {
  account_id: number;
  version: number;
  day: VenueDay;
}

/** An event moves money by one method at most, so its row is keyed by the event: applied twice, it is there once. */
export function takingsOf({ timeZone }: Pick<Core, "timeZone">): Projection {
  return {
    name: "takings",
    version: 2,
    tables: ["takings", "invoice_takings"],
    streams: [bookingStream, accountStream],
    async fold(tx, batch, tableOf) {
      const ofBookings = batch.stepsOf(bookingStream).flatMap((step): TakingsRow[] => {
        const [method, cents] = moneyMovedBy(step);
        const { id, event } = step;
        const day = cents === 0 ? null : venueDayOf(event.occurredAt, timeZone);
        return day === null ? [] : [{ booking_id: id, version: event.version, day, method, cents }];
      });
      const ofInvoices = batch.stepsOf(accountStream).flatMap((step): InvoiceTakingsRow[] => {
        const moved = accountMoneyMovedBy(step);
        const { id, event } = step;
        if (moved === null) return [];
        return [
          { account_id: id, version: event.version, day: venueDayOf(event.occurredAt, timeZone), ...moved },
        ];
      });
      await insertOnce(tx, tableOf("takings"), ofBookings);
      await insertOnce(tx, tableOf("invoice_takings"), ofInvoices);
    },
  };
}

async function insertOnce(
  tx: TransactionSql,
  table: string,
  rows: readonly (TakingsRow | InvoiceTakingsRow)[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx`
    insert into ${tx(table)}
    select * from jsonb_populate_recordset(null::${tx(table)}, ${tx.json(rows as never)})
    on conflict do nothing`;
}

/** A movement of money with who paid or got it and the person who recorded it. */
export interface TakingsEntry {
  /** Null for money of an invoice. */
  bookingId: number | null;
  /** The billing account and the number of its invoice; null for money of a booking. */
  accountId: number | null;
  invoice: string | null;
  /** Of its event, in the stream of the booking or the account. */
  version: number;
  method: TakingsMethod;
  cents: number;
  /** The position of its event in the log. */
  position: number;
  at: Date;
  actor: Actor;
  /** The name of a billing account is its first name. */
  firstName: string | null;
  lastName: string | null;
}

/** The columns of an entry. */
export const entryColumns = (sql: Sql) => sql`
  t.booking_id as "bookingId", t.account_id as "accountId", t.invoice, t.version, t.method, t.cents, e.position, e.occurred_at as at,
  e.meta -> 'actor' as actor, p.first_name as "firstName", p.last_name as "lastName"`;

/**
 * The movements `t` of venue days, both included, with their events `e`, bookings `b` and persons `p`: those after the last one read
 * (null: all).
 */
export const movementsAfter = (
  sql: Sql,
  { from, to }: { from: VenueDay; to: VenueDay },
  after: Pick<TakingsEntry, "at" | "position"> | null,
) => sql`
  (
    select 'booking-' || booking_id as stream, booking_id, null::bigint as account_id, null as invoice, version, method, cents
    from takings where day between ${from} and ${to}
    union all
    select 'account-' || account_id, null, account_id, invoice, version, method, cents
    from invoice_takings where day between ${from} and ${to}
  ) t
  join events e on e.stream = t.stream and e.version = t.version
    ${after ? sql`and (e.occurred_at, e.position) > (${after.at}, ${after.position})` : sql``}
  left join bookings b on b.booking_id = t.booking_id
  left join billing_accounts a on a.account_id = t.account_id
  left join personal_data p on p.id = coalesce(b.person_id, a.person_id)`;

/** The movements of a venue day, the earliest first. Who recorded each is read from the log. */
export const readTakingsEntries = (sql: Sql, day: VenueDay): Promise<TakingsEntry[]> => sql<TakingsEntry[]>`
  select ${entryColumns(sql)} from ${movementsAfter(sql, { from: day, to: day }, null)}
  order by e.occurred_at, e.position`;

/** A movement of money with what a bookkeeper needs of its booking, which is null while the projection is behind. */
export interface MoneyEntry extends TakingsEntry {
  /** The event's name in the log. */
  type: string;
  roomId: number | null;
  startsAt: Date | null;
  /** Of its booking; an invoice says its own. */
  taxPercent: number;
}

/** A page of the bookkeeper's files. */
export const MONEY_PAGE = 2_000;

/** The movements of venue days, both included, the earliest first; a page after the last one read (null: from the beginning). */
export const readMoney = (
  sql: Sql,
  period: { from: VenueDay; to: VenueDay },
  after: Pick<MoneyEntry, "at" | "position"> | null,
): Promise<MoneyEntry[]> => sql<MoneyEntry[]>`
  select ${entryColumns(sql)}, e.type, b.room_id as "roomId", b.starts_at as "startsAt",
    coalesce((b.terms ->> 'taxPercent')::float8, 0) as "taxPercent"
  from ${movementsAfter(sql, period, after)}
  order by e.occurred_at, e.position limit ${MONEY_PAGE}`;
