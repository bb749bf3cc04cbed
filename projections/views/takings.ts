/** Projects the read table `takings`: what each event brought in or returned, by venue day and method. Integer cents. */

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

/** An event moves money by one method at most, so its row is keyed by the event: applied twice, it is there once. */
export function takingsOf({ timeZone }: Pick<Core, "timeZone">): Projection {
  return {
    name: "takings",
    version: 1,
    tables: ["takings"],
    streams: [bookingStream],
    async fold(tx, batch, tableOf) {
      const rows = batch.stepsOf(bookingStream).flatMap((step): TakingsRow[] => {
        const [method, cents] = moneyMovedBy(step);
        const { id, event } = step;
        const day = cents === 0 ? null : venueDayOf(event.occurredAt, timeZone);
        return day === null ? [] : [{ booking_id: id, version: event.version, day, method, cents }];
      });
      await insertOnce(tx, tableOf("takings"), rows);
    },
  };
}

async function insertOnce(tx: TransactionSql, table: string, rows: readonly TakingsRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx`
    insert into ${tx(table)} (booking_id, version, day, method, cents)
    select booking_id, version, day, method, cents
    from jsonb_populate_recordset(null::${tx(table)}, ${tx.json(rows as never)})
    on conflict do nothing`;
}

/** A movement of money with the guest and the person who recorded it. */
export interface TakingsEntry {
  bookingId: number;
  version: number;
  method: TakingsMethod;
  cents: number;
  /** The position of its event in the log. */
  position: number;
  at: Date;
  actor: Actor;
  firstName: string | null;
  lastName: string | null;
}

/** A movement of money with what a bookkeeper needs of its booking, which is null while the projection is behind. */
export interface MoneyEntry extends TakingsEntry {
  /** The event's name in the log. */
  type: string;
  roomId: number | null;
  startsAt: Date | null;
  taxPercent: number;
}

const MONEY_PAGE = 2_000;

/** The movements of venue days, both included, the earliest first; a page after the last one read (null: from the beginning). */
export const readMoney = (
  sql: Sql,
  { from, to }: { from: VenueDay; to: VenueDay },
  after: Pick<MoneyEntry, "at" | "bookingId" | "version"> | null,
): Promise<MoneyEntry[]> => sql<MoneyEntry[]>`
  select t.booking_id as "bookingId", t.version, t.method, t.cents, e.position, e.occurred_at as at, e.meta -> 'actor' as actor,
    p.first_name as "firstName", p.last_name as "lastName", e.type, b.room_id as "roomId", b.starts_at as "startsAt",
    coalesce((b.terms ->> 'taxPercent')::float8, 0) as "taxPercent"
  from takings t
  join events e on e.stream = 'booking-' || t.booking_id and e.version = t.version
  left join bookings b on b.booking_id = t.booking_id
  left join personal_data p on p.id = b.person_id
  where t.day between ${from} and ${to}
    ${after ? sql`and (e.occurred_at, t.booking_id, t.version) > (${after.at}, ${after.bookingId}, ${after.version})` : sql``}
  order by e.occurred_at, t.booking_id, t.version limit ${MONEY_PAGE}`;

/** The movements of a venue day, the earliest first. Who recorded each is read from the log. */
export const readTakingsEntries = (sql: Sql, day: VenueDay): Promise<TakingsEntry[]> => sql<TakingsEntry[]>`
  select t.booking_id as "bookingId", t.version, t.method, t.cents, e.position, e.occurred_at as at, e.meta -> 'actor' as actor,
    p.first_name as "firstName", p.last_name as "lastName"
  from takings t
  join events e on e.stream = 'booking-' || t.booking_id and e.version = t.version
  left join bookings b on b.booking_id = t.booking_id
  left join personal_data p on p.id = b.person_id
  where t.day = ${day}
  order by e.occurred_at, t.booking_id, t.version`;
