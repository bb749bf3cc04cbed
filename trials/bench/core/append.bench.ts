/**
 * Measures the append of one event with two hours against the bare statement that writes the same: on bare tables, and
 * on the product's tables, whose indexes take time.
 */
import { randomUUID } from "node:crypto";
import type { HourOperation } from "../../../core/booking/hold/hours.ts";
import { append } from "../../../core/log/append.ts";
import type { Append } from "../../../core/log/append-request.ts";
import type { Sql } from "../../../core/platform/database/database.ts";
import { bareStatement, freshHours } from "./bare-statement.ts";
import { measureRivals, perSecond, ratio, report } from "./measure.ts";

/** How many appends run at a time; each pool should have as many connections. */
export const CLIENTS = 32;

const meta = { actor: { kind: "visitor" }, requestId: "bench" } as const;
const data = {
  roomId: 1,
  personId: randomUUID(),
  userId: null,
  heldBy: "mailbox",
  startsAt: "2026-12-12T15:00:00.000Z",
  endsAt: "2026-12-12T17:00:00.000Z",
  duration: "hourly",
  hourCount: 2,
  eventType: "Rehearsal",
  attendees: null,
  engineerRequired: false,
  totalCents: 15_000,
  downpaymentCents: 7_500,
  holdUntil: "2026-12-01T15:00:00.000Z",
};

/** A new booking of these hours. */
export const appendOf = (claim: Date[], occurredAt: Date, { roomId }: { roomId: number }): Append => ({
  stream: { category: "booking" },
  expectedVersion: 0,
  commandId: randomUUID(),
  events: [{ type: "BookingRequested", schemaVersion: 1, data }],
  meta,
  occurredAt,
  appendRules: [hours(claim, roomId)],
});

/** The product's append; `bareStatement` is what it is measured against. */
export const appendOurs = (
  sql: Sql,
  claim: Date[],
  occurredAt: Date,
  room: { roomId: number } = { roomId: 1 },
): Promise<unknown> => append(sql, appendOf(claim, occurredAt, room));

const hours = (claim: Date[], roomId: number): HourOperation => ({
  operation: "claim",
  roomId,
  hours: claim,
  heldUntil: null,
  holder: null,
});

/**
 * `sql` and `ownerSql` are the product's database with the login of its processes and of its owner; `bare` is the
 * database with the bare tables.
 */
export async function benchAppend(sql: Sql, ownerSql: Sql, bare: Sql): Promise<void> {
  const twoHours = freshHours();
  const occurredAt = new Date();
  const event = { data, meta, occurredAt };
  const rates = await measureRivals(
    {
      append: () => appendOurs(sql, twoHours(), occurredAt),
      floor: () => bareStatement(bare, twoHours(), event),
      ownTables: () => bareStatement(ownerSql, twoHours(), event),
    },
    { concurrency: CLIENTS },
  );
  report(
    "append, 1 event + 2 hours",
    perSecond(rates.append, "appends"),
    ratio(
      rates.append.perSecond / rates.floor.perSecond,
      `the bare statement on bare tables (${perSecond(rates.floor, "")})`,
      0.8,
    ),
  );
  report(
    "the bare statement on our tables",
    perSecond(rates.ownTables, ""),
    `${(rates.ownTables.perSecond / rates.floor.perSecond).toFixed(2)} × the same on bare tables: what our indexes cost`,
  );
}
