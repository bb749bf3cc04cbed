/** Projects the read table `feed_changes`: the newest event of everything that a calendar feed may be about (decision 305). */
import type { Booking } from "../../../core/booking/state/booking-state.ts";
import { bookingStream } from "../../../core/booking/state/booking-stream.ts";
import { type ClosureState, closureStream } from "../../../core/closure/closure.ts";
import { customerStream } from "../../../core/customer/customer.ts";
import { erasureStream } from "../../../core/erasure/erasure.ts";
import { comparePositions, type LogPosition } from "../../../core/log/position.ts";
import type { TransactionSql } from "../../../core/platform/database/database.ts";
import type { Batch } from "../../engine/batch.ts";
import type { Projection } from "../../engine/projection.ts";

/** What a feed may be about. Guests' bookings have no account: they are found by the row of the person, whose email is an account's. */
const ABOUT = {
  /** Every booking and closure. */
  venue: "house",
  room: (id: number) => `room-${id}`,
  customer: (id: number) => `customer-${id}`,
  person: (id: string) => `person-${id}`,
  /** There once the email of the account is verified: from then on, guests' bookings under it are shown too. */
  verified: (customerId: number) => `verified-${customerId}`,
  /** Persons who were erased, since names are shown as they are now. */
  names: "names",
} as const;

const TABLE = "feed_changes";

export const feeds: Projection = {
  name: "feeds",
  version: 1,
  tables: [TABLE],
  streams: [bookingStream, closureStream, customerStream, erasureStream],
  async fold(tx, batch, tableOf) {
    await writeNewest(tx, tableOf(TABLE), newestIn(batch));
  },
};

const aboutBooking = (booking: { exists: false } | Booking): string[] =>
  booking.exists
    ? [
        ABOUT.venue,
        ABOUT.room(booking.roomId),
        booking.userId === null ? ABOUT.person(booking.personId) : ABOUT.customer(booking.userId),
      ]
    : [];

const aboutClosure = (closure: ClosureState): string[] =>
  closure.exists ? [ABOUT.venue, ...closure.roomIds.map(ABOUT.room)] : [];

/** Both sides of a change count: a feed that a booking has left has changed too. */
function newestIn(batch: Batch): Map<string, LogPosition> {
  const newest = new Map<string, LogPosition>();
  const note = (at: LogPosition, about: readonly string[]) => {
    for (const one of about) {
      const known = newest.get(one);
      if (!known || comparePositions(known, at) < 0) newest.set(one, at);
    }
  };
  for (const { before, after, event } of batch.stepsOf(bookingStream))
    note(event.at, [...aboutBooking(before), ...aboutBooking(after)]);
  for (const { before, after, event } of batch.stepsOf(closureStream))
    note(event.at, [...aboutClosure(before), ...aboutClosure(after)]);
  for (const event of batch.eventsOf(customerStream))
    if (event.type === "CustomerEmailVerified") note(event.at, [ABOUT.verified(event.id)]);
  for (const event of batch.eventsOf(erasureStream)) note(event.at, [ABOUT.names]);
  return newest;
}

/** An event that is applied twice changes nothing. */
async function writeNewest(
  tx: TransactionSql,
  table: string,
  newest: ReadonlyMap<string, LogPosition>,
): Promise<void> {
  if (newest.size === 0) return;
  const at = [...newest.values()];
  await tx`
    insert into ${tx(table)} as stored (about, epoch, xid, position)
    select * from unnest(${[...newest.keys()]}::text[], ${at.map(({ epoch }) => epoch)}::int[],
      ${at.map(({ xid }) => String(xid))}::xid8[], ${at.map(({ position }) => position)}::bigint[])
    on conflict (about) do update set epoch = excluded.epoch, xid = excluded.xid, position = excluded.position
    where (stored.epoch, stored.xid, stored.position) < (excluded.epoch, excluded.xid, excluded.position)`;
}
