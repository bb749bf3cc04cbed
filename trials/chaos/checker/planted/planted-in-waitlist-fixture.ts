/** Lists faults of the waitlist that are planted in the log and its read table: each alone, in a transaction that is undone. */
import type { TransactionSql } from "../../../../core/platform/database/database.ts";
import type { Claim } from "../evidence/claims.ts";
import type { PlantedDatabaseFault } from "./planted-in-database-fixture.ts";

/** Claims that break with the hold of an offered booking. */
const HOLD: readonly Claim[] = [
  "heads.leaves",
  "hours.availability",
  "hours.claims",
  "views.availability",
  "views.bookings",
];

/** The offers of an entry. */
const offersOf = (db: TransactionSql, entry: number) =>
  db`type = 'HoursOffered' and data -> 'entryId' = ${db.json(entry)}`;
const bookingOf = (db: TransactionSql, entry: number) =>
  db`(select 'booking-' || (data ->> 'bookingId') from events where ${offersOf(db, entry)})`;
const LATER = "1 hour";

export const WAITLIST_FAULTS: readonly PlantedDatabaseFault[] = [
  {
    fault: "hours that became free and were not offered to who waited for them",
    finds: [
      "waitlist.skipped",
      ...HOLD,
      "mails.caused",
      "reads.true",
      "streams.versions",
      "views.analytics_bookings",
      "views.audit_events",
      "views.feed_changes",
      "views.loyalty",
      "views.public_events",
      "waitlist.open",
      "waitlist.shown",
    ],
    plant: async (db, { bookings: { offered } }) => {
      await db`delete from events where stream = ${bookingOf(db, offered)}`;
      await db`delete from events where ${offersOf(db, offered)}`;
    },
  },
  {
    fault: "an entry that was skipped: it was passed as one that does not fit, and fits",
    finds: ["waitlist.reasons", "heads.leaves", "waitlist.joins"],
    plant: (db, { bookings }) => db`
      update events set data = data || '{"hours": 2}'
      where type = 'WaitlistJoined' and data -> 'entryId' = ${db.json(bookings.long)}`,
  },
  {
    fault: "an offer whose list is in another order than the log",
    finds: ["waitlist.open", "heads.leaves"],
    plant: (db, { bookings }) => db`
      update events set data = jsonb_set(data, '{open}', (
        select jsonb_agg(one order by place desc) from jsonb_array_elements(data -> 'open') with ordinality as t (one, place)))
      where ${offersOf(db, bookings.running)}`,
  },
  {
    fault: "an offer that lists an entry fewer",
    finds: ["waitlist.open", "heads.leaves"],
    plant: (db, { bookings }) =>
      db`update events set data = data #- '{open,0}' where ${offersOf(db, bookings.running)}`,
  },
  {
    fault: "hours that are offered to two at once",
    finds: ["waitlist.served", "heads.leaves", "waitlist.booking"],
    plant: (db, { bookings }) => db`
      update events set data = data || (
        select jsonb_build_object('startTime', data -> 'startTime', 'endTime', data -> 'endTime')
        from events where ${offersOf(db, bookings.running)})
      where ${offersOf(db, bookings.offered)}`,
  },
  {
    fault: "an entry that was passed without a reason",
    finds: ["waitlist.reasons", "heads.leaves"],
    plant: (db, { bookings }) => db`
      update events set data = data #- '{open,0,why}' where ${offersOf(db, bookings.running)}`,
  },
  {
    fault: "an entry that was passed as already offered, and was offered nothing",
    finds: ["waitlist.reasons", "heads.leaves"],
    plant: (db, { bookings }) => db`
      update events set data = jsonb_set(data, '{open,0,why}', '"already offered"')
      where ${offersOf(db, bookings.running)}`,
  },
  {
    fault: "an offer out of turn without a reason of staff",
    finds: ["waitlist.reasons", "heads.leaves"],
    plant: (db) => db`
      update events set data = data || '{"override": " "}' where type = 'HoursOffered' and data ? 'override'`,
  },
  {
    fault: "a hold that expired, and whose offer did not lapse by the waitlist",
    finds: ["waitlist.ends", "heads.leaves", "waitlist.left", "waitlist.reasons", "waitlist.served"],
    plant: (db) => db`
      update events set data = data || '{"bookingId": 99999}'
      where position = (select min(position) from events where type = 'OfferLapsed')`,
  },
  {
    fault: "an entry that left after its last day, before that day",
    finds: ["waitlist.left", "heads.leaves", "mails.caused"],
    plant: (db) => db`
      update events set data = data || '{"why": "over"}' where type = 'WaitlistLeft' and data ->> 'why' = 'lapses'`,
  },
  {
    fault: "an offer that runs longer than its window",
    finds: ["waitlist.windows", ...HOLD],
    plant: async (db, { bookings: { offered } }) => {
      await later(db, bookingOf(db, offered), "holdUntil");
      await db`
        update events set data = data || jsonb_build_object('until', ${inUtc(db, "until")})
        where ${offersOf(db, offered)}`;
    },
  },
  {
    fault: "an offered booking that is held for longer than the offer",
    finds: ["waitlist.booking", ...HOLD],
    plant: (db, { bookings }) => later(db, bookingOf(db, bookings.offered), "holdUntil"),
  },
  {
    fault: "stale figures of the waitlist",
    finds: ["views.analytics_waitlist"],
    plant: (db) => db`update analytics_waitlist set joined_on = joined_on - 1`,
  },
];

/** An hour later than the field says, as events write it. */
const inUtc = (db: TransactionSql, field: string) =>
  db`to_char((data ->> ${field})::timestamptz + ${LATER}::interval, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const later = (db: TransactionSql, stream: ReturnType<typeof bookingOf>, field: string) => db`
  update events set data = data || jsonb_build_object(${field}::text, ${inUtc(db, field)})
  where stream = ${stream} and version = 1`;
