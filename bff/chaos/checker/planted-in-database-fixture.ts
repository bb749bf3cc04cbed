/** Owns the faults that are planted in the log, the guard, the read tables and the provider's ledger: each alone, in a transaction that is undone. */
import type { TransactionSql } from "../../../core/platform/database.ts";
import type { Claim } from "./claims.ts";
import type { CleanWorld } from "./clean-world-fixture.ts";

export interface DatabasePlant {
  fault: string;
  /** The first is the one that it is planted for; the others cannot but find it too. */
  finds: readonly [Claim, ...Claim[]];
  plant(db: TransactionSql, world: CleanWorld): Promise<unknown>;
}

const stream = (id: number): string => `booking-${id}`;

/** What the log says of a booking is told by all of these. */
const BOOKING_VIEWS: readonly Claim[] = ["views.bookings", "views.analytics_bookings"];

const IN_LOG: readonly DatabasePlant[] = [
  {
    fault: "a gap in a stream's versions",
    finds: ["streams.versions", "heads.leaves", "views.audit_events", "views.staff"],
    plant: (db) => db`update events set version = 3 where type = 'StaffAccountDeactivated'`,
  },
  {
    fault: "a command that is not one from its beginning",
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
    fault: "a stream whose later version lies first",
    finds: ["streams.order", "heads.leaves"],
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
    fault: "an hour that two had in the middle of the log, and one let go again",
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
    fault: "an unanswered write that was done twice",
    finds: ["answers.twice", "answers.lost", "heads.leaves"],
    plant: (db, { bookings }) => db`
      update events set meta = meta || (
        select jsonb_build_object('requestId', meta -> 'requestId')
        from events where stream = ${stream(bookings.unanswered)} and version = 1)
      where stream = ${stream(bookings.held)} and version = 1`,
  },
  {
    fault: "a hold that ran out and was not let go",
    finds: [
      "hours.released",
      "hours.guard",
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
    fault: "a cancellation that gave back less than its terms say",
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
    fault: "late money that does not go back",
    finds: ["money.owed", "money.refunds", "heads.leaves"],
    plant: (db, { bookings }) => db`
      delete from events where stream = ${stream(bookings.expired)} and type in ('RefundRequested', 'RefundIssued')`,
  },
  {
    fault: "a refund that nobody has answered",
    finds: ["money.under-way", "money.refunds", "heads.leaves"],
    plant: (db, { bookings }) => db`
      delete from events where stream = ${stream(bookings.cancelled)} and type = 'RefundIssued'`,
  },
];

const GUARD: readonly DatabasePlant[] = [
  {
    fault: "an hour that the guard has lost",
    finds: ["hours.guard"],
    plant: (db, { bookings }) => db`
      delete from room_hours where (room_id, starts_at) = (
        select room_id, starts_at from room_hours where booking_id = ${bookings.paid} limit 1)`,
  },
  {
    fault: "an hour that the guard has of nobody's",
    finds: ["hours.guard"],
    plant: (db, { bookings }) => db`
      insert into room_hours (room_id, starts_at, booking_id)
      values (7, '2026-12-20T15:00:00Z', ${bookings.cancelled})`,
  },
  {
    fault: "a closed hour that the guard has open",
    finds: ["hours.guard"],
    plant: (db, { bookings }) => db`
      delete from room_hours where ${bookings.block} = any (block_ids)`,
  },
  {
    fault: "a hold that the guard takes for paid",
    finds: ["hours.guard"],
    plant: (db, { bookings }) => db`
      update room_hours set held_until = null where booking_id = ${bookings.held}`,
  },
  {
    fault: "hours of a booking that are told elsewhere",
    finds: ["hours.availability", "views.availability"],
    plant: (db, { bookings }) => db`
      update availability set ends_at = ends_at + interval '1 hour' where booking_id = ${bookings.paid}`,
  },
];

const LEDGER: readonly DatabasePlant[] = [
  {
    fault: "a charge that the log does not know",
    finds: ["money.charges"],
    plant: async (db) => {
      await db`
        insert into simulated_stripe.payment_intents
          (id, client_secret, amount, currency, allow_redirects, metadata, status, latest_charge, created_at)
        values ('pi_ghost', 'secret', 5000, 'usd', 'never', '{"bookingId":"1"}', 'succeeded', 'ch_ghost', now())`;
      await db`
        insert into simulated_stripe.charges (id, payment_intent, amount, status, payment_method, created_at)
        values ('ch_ghost', 'pi_ghost', 5000, 'succeeded', '{}', now())`;
    },
  },
  {
    fault: "a charge of one cent more than the log says",
    finds: ["money.charges"],
    plant: (db, { bookings }) => db`
      update simulated_stripe.charges c set amount = c.amount + 1 from simulated_stripe.payment_intents i
      where i.id = c.payment_intent and i.metadata ->> 'bookingId' = ${String(bookings.paid)}`,
  },
  {
    fault: "a payment in the log that was never charged",
    finds: ["money.charges"],
    plant: (db, { bookings }) => db`
      update simulated_stripe.charges c set status = 'failed', amount_refunded = 0
      from simulated_stripe.payment_intents i
      where i.id = c.payment_intent and i.metadata ->> 'bookingId' = ${String(bookings.moved)}`,
  },
  {
    fault: "a refund of another amount than the log says",
    finds: ["money.refunds"],
    plant: async (db) => {
      await db`update simulated_stripe.refunds set amount = amount - 1`;
      await db`
        update simulated_stripe.charges c set amount_refunded = amount_refunded - 1
        where exists (select from simulated_stripe.refunds r where r.charge = c.id)`;
    },
  },
  {
    fault: "a refund that the bank sent back and the log has as issued",
    finds: ["money.refunds", "money.refunded-once"],
    plant: (db) =>
      db`update simulated_stripe.refunds set status = 'failed', failure_reason = 'lost_or_stolen_card'`,
  },
  {
    fault: "a refund in the log that was never made",
    finds: ["money.refunds", "money.refunded-once"],
    plant: (db) => db`delete from simulated_stripe.refunds`,
  },
  {
    fault: "money that was given back twice",
    finds: ["money.refunded-once", "money.refunds"],
    plant: (db) => db`
      insert into simulated_stripe.refunds (id, charge, payment_intent, amount, metadata, created_at)
      select id || '_again', charge, payment_intent, amount, metadata, created_at from simulated_stripe.refunds limit 1`,
  },
  {
    fault: "a dispute that was won, which the log has open",
    finds: ["money.disputes"],
    plant: (db) => db`update simulated_stripe.disputes set status = 'won'`,
  },
  {
    fault: "a dispute that only the log knows",
    finds: ["money.disputes"],
    plant: (db) => db`delete from simulated_stripe.disputes`,
  },
];

const stale = (
  fault: string,
  claim: Claim,
  plant: DatabasePlant["plant"],
  ...more: Claim[]
): DatabasePlant => ({
  fault,
  finds: [claim, ...more],
  plant,
});

const VIEWS: readonly DatabasePlant[] = [
  stale(
    "a stale booking",
    "views.bookings",
    (db) => db`update bookings set received_cents = received_cents + 1`,
  ),
  stale(
    "a missing booking",
    "views.bookings",
    (db, { bookings }) => db`delete from bookings where booking_id = ${bookings.paid}`,
  ),
  stale(
    "a booking too many",
    "views.loyalty",
    (db) => db`
    insert into loyalty select 99999, version, person_id, user_id, paid_cents, status from loyalty limit 1`,
  ),
  stale(
    "a stale hold",
    "views.availability",
    (db, { bookings }) => db`
    update availability set version = version - 1 where booking_id = ${bookings.paid}`,
  ),
  stale("stale loyalty", "views.loyalty", (db) => db`update loyalty set paid_cents = paid_cents + 1`),
  stale("a stale closure", "views.room_blocks", (db) => db`update room_blocks set public = not public`),
  stale(
    "a stale account",
    "views.staff",
    (db) => db`update staff set last_login = last_login + interval '1 minute'`,
  ),
  stale("stale feedback", "views.feedback", (db) => db`update feedback set rating = rating - 1`),
  stale("a stale inquiry", "views.messages", (db) => db`update messages set stage = 'done'`),
  stale("stale takings", "views.takings", (db) => db`update takings set cents = cents + 1`),
  stale(
    "an event that auditors do not find",
    "views.audit_events",
    (db) => db`
    delete from audit_events where position = (select max(position) from audit_events)`,
  ),
  stale(
    "somebody who was erased and is not",
    "views.personal_data",
    (db) => db`
    update personal_data set first_name = 'Gil' where id::text in (
      select jsonb_array_elements_text(data -> 'personIds') from events where type = 'PersonErased')`,
  ),
  stale(
    "two emails that are one customer",
    "views.known_customers",
    (db) => db`update known_customers set customer = (select min(customer) from known_customers)`,
    "views.analytics_bookings",
    "views.analytics_customers",
    "views.analytics_inquiries",
    "views.analytics_venue",
  ),
  stale(
    "stale figures of a booking",
    "views.analytics_bookings",
    (db) => db`
    update analytics_bookings set card_cents = card_cents + 1`,
  ),
  stale(
    "a stale inquirer",
    "views.analytics_inquiries",
    (db) => db`
    update analytics_inquiries set received_on = received_on - 1`,
  ),
  stale(
    "a stale customer",
    "views.analytics_customers",
    (db) => db`
    update analytics_customers set bookings = bookings + 1`,
  ),
  stale(
    "stale figures of the house",
    "views.analytics_venue",
    (db) => db`
    update analytics_venue set customers = customers + 1`,
  ),
  stale(
    "stale figures of a room",
    "views.analytics_rooms",
    (db) => db`
    update analytics_rooms set gone_cents = gone_cents + 1`,
  ),
  stale(
    "stale figures of a day",
    "views.analytics_room_days",
    (db) => db`
    update analytics_room_days set booked_hours = booked_hours + 1`,
  ),
  stale(
    "stale hours of a day",
    "views.analytics_day_hours",
    (db) => db`
    update analytics_day_hours set booked_hours = booked_hours - 1`,
  ),
  stale(
    "stale inquiries of a day",
    "views.analytics_days",
    (db) => db`
    update analytics_days set inquiries = inquiries + 1`,
  ),
  stale(
    "a room that was never in the house",
    "views.analytics_house_rooms",
    (db) => db`
    insert into analytics_house_rooms values (99, 1, '{2026-01-01}', '{}')`,
  ),
];

const FOLLOWERS: readonly DatabasePlant[] = [
  stale(
    "a follower that stays behind",
    "followers.behind",
    (db) => db`
    update projection_cursors set position = position - 1 where name = 'loyalty'`,
  ),
  stale(
    "a follower that is parked",
    "followers.parked",
    (db) => db`
    update projection_cursors set state = 'parked', parked_error = 'the disk is full', parked_at = now()
    where name = 'loyalty'`,
  ),
  stale(
    "a stream that is set aside",
    "followers.set-aside",
    (db, { bookings }) => db`
    insert into streams_set_aside (follower, stream, rebuild, since_version, reason)
    values ('loyalty', ${stream(bookings.paid)}, false, 2, 'cannot be read')`,
  ),
  stale(
    "a job that has died",
    "jobs.dead",
    (db) => db`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'gone', locked_at = null
    where id = (select min(id) from graphile_worker._private_jobs)`,
  ),
  stale(
    "a job that nobody takes",
    "jobs.left",
    (db) => db`
    update graphile_worker._private_jobs set run_at = now() - interval '1 minute', locked_at = null
    where id = (select min(id) from graphile_worker._private_jobs)`,
  ),
];

const SEAL: readonly DatabasePlant[] = [
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

export const DATABASE_PLANTS: readonly DatabasePlant[] = [
  ...IN_LOG,
  ...GUARD,
  ...LEDGER,
  ...VIEWS,
  ...FOLLOWERS,
  ...SEAL,
];
