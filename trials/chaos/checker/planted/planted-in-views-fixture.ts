/** Lists faults that are planted in what follows the log: an outdated row for each read table, a follower that stopped, a dead job. */
import type { Claim } from "../evidence/claims.ts";
import type { PlantedDatabaseFault } from "./planted-in-database-fixture.ts";

const stale = (fault: string, claim: Claim, statement: string, ...more: Claim[]): PlantedDatabaseFault => ({
  fault,
  finds: [claim, ...more],
  plant: (db) => db.unsafe(statement),
});

export const READ_TABLE_FAULTS: readonly PlantedDatabaseFault[] = [
  stale("a stale booking", "views.bookings", "update bookings set received_cents = received_cents + 1"),
  {
    fault: "a missing booking",
    finds: ["views.bookings"],
    plant: (db, { bookings }) => db`delete from bookings where booking_id = ${bookings.paid}`,
  },
  stale(
    "a row of a booking that does not exist",
    "views.loyalty",
    "insert into loyalty select 99999, version, person_id, user_id, paid_cents, status from loyalty limit 1",
  ),
  {
    fault: "a stale hold",
    finds: ["views.availability"],
    plant: (db, { bookings }) =>
      db`update availability set version = version - 1 where booking_id = ${bookings.paid}`,
  },
  stale("stale loyalty", "views.loyalty", "update loyalty set paid_cents = paid_cents + 1"),
  stale("a stale series", "views.series", "update series set dates = dates + 1"),
  stale("a stale closure", "views.room_blocks", "update room_blocks set public = not public"),
  stale("a stale account", "views.staff", "update staff set last_login = last_login + interval '1 minute'"),
  stale("a stale feed", "views.feed_changes", "update feed_changes set position = position - 1"),
  stale("stale feedback", "views.feedback", "update feedback set rating = rating - 1"),
  stale("a stale message", "views.messages", "update messages set stage = 'done'"),
  stale(
    "an event that programs are told of at another place",
    "views.public_events",
    "update public_events set position = position + 1 where position = (select max(position) from public_events)",
  ),
  stale("stale takings", "views.takings", "update takings set cents = cents + 1"),
  stale(
    "an event that auditors do not find",
    "views.audit_events",
    "delete from audit_events where position = (select max(position) from audit_events)",
  ),
  stale(
    "an erased person whose data is still there",
    "views.personal_data",
    `update personal_data set first_name = 'Gil' where id::text in (
      select jsonb_array_elements_text(data -> 'personIds') from events where type = 'PersonErased')`,
  ),
  stale(
    "two emails that are one customer",
    "views.known_customers",
    "update known_customers set customer = (select min(customer) from known_customers)",
    "views.analytics_bookings",
    "views.analytics_customers",
    "views.analytics_inquiries",
    "views.analytics_venue",
  ),
  stale(
    "stale figures of a booking",
    "views.analytics_bookings",
    "update analytics_bookings set card_cents = card_cents + 1",
  ),
  stale(
    "a stale sender of a message",
    "views.analytics_inquiries",
    "update analytics_inquiries set received_on = received_on - 1",
  ),
  stale(
    "a stale customer",
    "views.analytics_customers",
    "update analytics_customers set bookings = bookings + 1",
  ),
  stale(
    "stale figures of the venue",
    "views.analytics_venue",
    "update analytics_venue set customers = customers + 1",
  ),
  stale(
    "stale figures of a room",
    "views.analytics_rooms",
    "update analytics_rooms set gone_cents = gone_cents + 1",
  ),
  stale(
    "stale figures of a day",
    "views.analytics_room_days",
    "update analytics_room_days set booked_hours = booked_hours + 1",
  ),
  stale(
    "stale hours of a day",
    "views.analytics_day_hours",
    "update analytics_day_hours set booked_hours = booked_hours - 1",
  ),
  stale(
    "stale messages of a day",
    "views.analytics_days",
    "update analytics_days set inquiries = inquiries + 1",
  ),
  stale(
    "a room that the venue never had",
    "views.analytics_house_rooms",
    "insert into analytics_house_rooms values (99, 1, '{2026-01-01}', '{}')",
  ),
];

export const FOLLOWER_FAULTS: readonly PlantedDatabaseFault[] = [
  stale(
    "a follower that stays behind",
    "followers.behind",
    "update projection_cursors set position = position - 1 where name = 'loyalty'",
  ),
  stale(
    "a follower that is parked",
    "followers.parked",
    "update projection_cursors set state = 'parked', parked_error = 'the disk is full', parked_at = now() where name = 'loyalty'",
  ),
  {
    fault: "a stream that is set aside",
    finds: ["followers.set-aside"],
    plant: (db, { bookings }) =>
      db`insert into streams_set_aside (follower, stream, rebuild, since_version, reason) values ('loyalty', ${`booking-${bookings.paid}`}, false, 2, 'cannot be read')`,
  },
  stale(
    "a job that has died",
    "jobs.dead",
    "update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'gone', locked_at = null where id = (select min(id) from graphile_worker._private_jobs)",
  ),
  stale(
    "a job that no worker takes",
    "jobs.left",
    "update graphile_worker._private_jobs set run_at = now() - interval '1 minute', locked_at = null where id = (select min(id) from graphile_worker._private_jobs)",
  ),
];
