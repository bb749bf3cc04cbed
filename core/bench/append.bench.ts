/** Measures the append of one event with two hours beside the same rows written by a bare statement through postgres.js. */
import { randomUUID } from "node:crypto";
import { append } from "../log/append.ts";
import type { Sql } from "../platform/database.ts";
import { perSecond, type Rate, race, ratio, report } from "./measure.ts";

const meta = { actor: { kind: "visitor" }, requestId: "bench" } as const;
const data = {
  roomId: 1,
  personId: randomUUID(),
  userId: null,
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

/** Answers the rate of the bare statement, for what else is compared with it. */
export async function benchAppend(sql: Sql): Promise<Rate> {
  let next = Date.UTC(2100, 0, 1);
  const twoHours = (): [Date, Date] => {
    next += 7_200_000;
    return [new Date(next), new Date(next + 3_600_000)];
  };
  const occurredAt = new Date();
  const rates = await race(
    {
      append: () =>
        append(sql, {
          stream: { category: "booking" },
          expectedVersion: 0,
          commandId: randomUUID(),
          events: [{ type: "BookingRequested", schemaVersion: 1, data }],
          meta,
          occurredAt,
          hours: { roomId: 1, claim: twoHours(), release: [], keep: [], heldUntil: null, holder: null },
        }),
      bare: () => sql`
        with id as materialized (select nextval('booking_ids') as id), hours as (
          insert into room_hours (room_id, starts_at, booking_id)
          select 1, unnest(${twoHours().map((hour) => hour.toISOString())}::timestamptz[]), id from id
        )
        insert into events (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
        select 'booking-' || id, 1, 'BookingRequested', 1, ${sql.json(data)}, ${sql.json(meta)}, ${randomUUID()}, 0, ${occurredAt}
        from id`,
    },
    { concurrency: 16 },
  );
  const { append: ours, bare } = rates;
  if (!ours || !bare) throw new Error("nothing was measured");
  report(
    "append, 1 event + 2 hours",
    perSecond(ours, "appends"),
    ratio(ours.perSecond / bare.perSecond, `the bare statement (${perSecond(bare, "")})`, 0.8),
  );
  return bare;
}
