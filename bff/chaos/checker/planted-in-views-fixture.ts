/** Lists faults that are planted in what follows the log: an outdated row for each read table, a follower that stopped, a dead job. */
import type { Claim } from "./claims.ts";
import type { DatabasePlant } from "./planted-in-database-fixture.ts";

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

export const VIEW_PLANTS: readonly DatabasePlant[] = [
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
    "a row of a booking that does not exist",
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
  stale("a stale message", "views.messages", (db) => db`update messages set stage = 'done'`),
  stale("stale takings", "views.takings", (db) => db`update takings set cents = cents + 1`),
  stale(
    "an event that auditors do not find",
    "views.audit_events",
    (db) => db`
    delete from audit_events where position = (select max(position) from audit_events)`,
  ),
  stale(
    "an erased person whose data is still there",
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
    "a stale sender of a message",
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
    "stale figures of the venue",
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
    "stale messages of a day",
    "views.analytics_days",
    (db) => db`
    update analytics_days set inquiries = inquiries + 1`,
  ),
  stale(
    "a room that the venue never had",
    "views.analytics_house_rooms",
    (db) => db`
    insert into analytics_house_rooms values (99, 1, '{2026-01-01}', '{}')`,
  ),
];

export const FOLLOWER_PLANTS: readonly DatabasePlant[] = [
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
    values ('loyalty', ${`booking-${bookings.paid}`}, false, 2, 'cannot be read')`,
  ),
  stale(
    "a job that has died",
    "jobs.dead",
    (db) => db`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'gone', locked_at = null
    where id = (select min(id) from graphile_worker._private_jobs)`,
  ),
  stale(
    "a job that no worker takes",
    "jobs.left",
    (db) => db`
    update graphile_worker._private_jobs set run_at = now() - interval '1 minute', locked_at = null
    where id = (select min(id) from graphile_worker._private_jobs)`,
  ),
];
