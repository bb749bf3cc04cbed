/** Lists faults that are planted in the log, the hour claims and the read tables: each alone, in a transaction that is undone. */
import type { TransactionSql } from "../../../../core/platform/database/database.ts";
import type { Claim } from "../evidence/claims.ts";
import type { CleanWorld } from "./clean-world-fixture.ts";

export interface PlantedDatabaseFault {
  fault: string;
  /** The first claim is the one that the fault is planted for; the others are broken by it too. */
  finds: readonly [Claim, ...Claim[]];
  plant(db: TransactionSql, world: CleanWorld): Promise<unknown>;
}

const stream = (id: number): string => `booking-${id}`;

/** Read tables that follow all events of a booking. */
const BOOKING_VIEWS: readonly Claim[] = ["views.bookings", "views.analytics_bookings"];
/** Claims that break when an event that returned the venue's money is missing. */
const WITHOUT_REFUND: readonly Claim[] = [
  ...BOOKING_VIEWS,
  "heads.leaves",
  "mails.caused",
  "money.refunds",
  "views.analytics_room_days",
  "views.analytics_rooms",
  "views.audit_events",
  "views.availability",
  "views.feed_changes",
  "views.loyalty",
  "views.public_events",
  "views.takings",
];

const IN_LOG: readonly PlantedDatabaseFault[] = [
  {
    fault: "a gap in a stream's versions",
    finds: ["streams.versions", "heads.leaves", "views.audit_events", "views.staff"],
    plant: (db) => db`update events set version = 3 where type = 'StaffAccountDeactivated'`,
  },
  {
    fault: "a command whose first event is not number 0",
    finds: ["streams.commands"],
    plant: (db) => db`update events set command_seq = 1 where type = 'InquiryAnswered'`,
  },
  {
    fault: "a command that was appended twice",
    finds: ["streams.commands", "heads.leaves"],
    plant: async (db) => {
      await db`drop index events_one_command`;
      await db`
        update events set command_id = (select command_id from events where type = 'InquiryAnswered')
        where type = 'BlockLifted'`;
    },
  },
  {
    fault: "a stream with a later version before an earlier one",
    finds: ["streams.order", "heads.leaves", "reads.cursor", "views.public_events"],
    plant: (db) => db`update events set xid = '1' where type = 'StaffAccountDeactivated'`,
  },
  {
    fault: "a stream of an unknown kind",
    finds: ["streams.categories", "followers.behind", "heads.sealed", "views.audit_events"],
    plant: (db) => db`
      insert into events (stream, version, type, schema_version, data, meta, command_id, command_seq, occurred_at)
      values ('ghost-1', 1, 'Appeared', 1, '{}', '{"actor":{"kind":"system"},"requestId":"ghost"}', 'ghost', 0, now())`,
  },
  {
    fault: "an hour that two bookings had at once in the middle of the log",
    finds: [
      "hours.twice",
      ...BOOKING_VIEWS,
      "heads.leaves",
      "reads.true",
      "views.availability",
      "views.audit_events",
    ],
    plant: (db, { bookings }) => db`
      update events set data = data || (
        select jsonb_build_object('startsAt', data -> 'startsAt', 'endsAt', data -> 'endsAt')
        from events where stream = ${stream(bookings.paid)} and version = 1)
      where stream = ${stream(bookings.released)} and version = 1`,
  },
  {
    fault: "an unanswered write that was made twice",
    finds: ["answers.twice", "answers.lost", "heads.leaves"],
    plant: (db, { bookings }) => db`
      update events set meta = meta || (
        select jsonb_build_object('requestId', meta -> 'requestId')
        from events where stream = ${stream(bookings.unanswered)} and version = 1)
      where stream = ${stream(bookings.held)} and version = 1`,
  },
  {
    fault: "an expired hold that was not released",
    finds: [
      "hours.released",
      "hours.claims",
      "hours.availability",
      "heads.leaves",
      "views.availability",
      "views.bookings",
    ],
    plant: (db, { bookings }) => db`
      update events set data = data || '{"holdUntil":"2026-01-01T00:00:00.000Z"}'
      where stream = ${stream(bookings.held)} and version = 1`,
  },
  {
    fault: "a cancellation that refunded less than its terms say",
    finds: [
      "money.owed",
      "money.refunds",
      "heads.leaves",
      "views.bookings",
      "views.analytics_bookings",
      "views.analytics_room_days",
      "views.analytics_rooms",
      "views.loyalty",
      "views.takings",
    ],
    plant: (db, { bookings }) => db`
      update events set data = jsonb_set(data, '{amountCents}', to_jsonb((data ->> 'amountCents')::int - 1))
      where stream = ${stream(bookings.cancelled)} and type in ('RefundRequested', 'RefundIssued')`,
  },
  {
    fault: "a late payment that is not refunded",
    finds: ["money.owed", ...WITHOUT_REFUND],
    plant: (db, { bookings }) => db`
      delete from events where stream = ${stream(bookings.expired)} and type in ('RefundRequested', 'RefundIssued')`,
  },
  {
    fault: "a series with one date missing",
    finds: [
      "streams.series",
      ...BOOKING_VIEWS,
      "heads.leaves",
      "hours.availability",
      "hours.claims",
      "mails.caused",
      "mails.missing",
      "money.charges",
      "reads.true",
      "views.analytics_customers",
      "views.analytics_day_hours",
      "views.analytics_room_days",
      "views.analytics_rooms",
      "views.analytics_venue",
      "views.audit_events",
      "views.availability",
      "views.feed_changes",
      "views.loyalty",
      "views.public_events",
      "views.takings",
    ],
    plant: (db, { bookings }) => db`delete from events where stream = ${stream(bookings.date)}`,
  },
  {
    fault: "a booking that is a date of a series that does not name it",
    finds: ["streams.series", "heads.leaves", "views.bookings"],
    plant: (db, { bookings }) => db`
      update events set data = data || ${db.json({ series: { id: bookings.series, number: 4 } })}
      where stream = ${stream(bookings.held)} and version = 1`,
  },
  {
    fault: "shares of a charge that do not add up to it",
    finds: [
      "money.charges",
      ...BOOKING_VIEWS,
      "heads.leaves",
      "reads.true",
      "views.analytics_room_days",
      "views.analytics_rooms",
      "views.loyalty",
      "views.takings",
    ],
    plant: (db, { bookings }) => db`
      update events set data = jsonb_set(data, '{amountCents}', to_jsonb((data ->> 'amountCents')::int - 1))
      where stream = ${stream(bookings.date)} and type = 'DownpaymentReceived'`,
  },
  {
    fault: "a refund without a result",
    // The cancellation's mail told the refund, so no mail is without its event.
    finds: ["money.unanswered", ...WITHOUT_REFUND.filter((claim) => claim !== "mails.caused")],
    plant: (db, { bookings }) => db`
      delete from events where stream = ${stream(bookings.cancelled)} and type = 'RefundIssued'`,
  },
];

const CLAIMED_HOURS: readonly PlantedDatabaseFault[] = [
  {
    fault: "a missing hour claim",
    finds: ["hours.claims"],
    plant: (db, { bookings }) => db`
      delete from room_hours where (room_id, starts_at) = (
        select room_id, starts_at from room_hours where booking_id = ${bookings.paid} limit 1)`,
  },
  {
    fault: "an hour claim of a cancelled booking",
    finds: ["hours.claims"],
    plant: (db, { bookings }) => db`
      insert into room_hours (room_id, starts_at, booking_id)
      values (7, '2026-12-20T15:00:00Z', ${bookings.cancelled})`,
  },
  {
    fault: "a closed hour without an hour claim",
    finds: ["hours.claims"],
    plant: (db, { bookings }) => db`
      delete from room_hours where ${bookings.block} = any (block_ids)`,
  },
  {
    fault: "an hour claim that shows a hold as paid",
    finds: ["hours.claims"],
    plant: (db, { bookings }) => db`
      update room_hours set held_until = null where booking_id = ${bookings.held}`,
  },
  {
    fault: "a booking that is shown as an hour longer",
    finds: ["hours.availability", "views.availability"],
    plant: (db, { bookings }) => db`
      update availability set ends_at = ends_at + interval '1 hour' where booking_id = ${bookings.paid}`,
  },
];

const SEAL: readonly PlantedDatabaseFault[] = [
  {
    fault: "an event that was altered after it was sealed",
    finds: ["heads.leaves"],
    plant: (db) => db`
      update events set meta = meta || '{"note":"altered"}' where type = 'InquiryAnswered'`,
  },
  {
    fault: "a leaf that was altered",
    finds: ["heads.leaves", "heads.root"],
    plant: async (db) => {
      await db`alter table log_leaves disable trigger all`;
      await db`update log_leaves set hash = decode(repeat('07', 32), 'hex') where index = 2`;
    },
  },
  {
    fault: "an event that is not sealed",
    finds: ["heads.sealed", "heads.root"],
    plant: async (db) => {
      await db`alter table log_leaves disable trigger all`;
      await db`delete from log_leaves where index = (select max(index) from log_leaves)`;
    },
  },
];

export const DATABASE_FAULTS: readonly PlantedDatabaseFault[] = [...IN_LOG, ...CLAIMED_HOURS, ...SEAL];
