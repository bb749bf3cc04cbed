/** Recomputes a period's figures from the events alone, hour by hour, to compare the projection with them. */

import { closureStream } from "../../../core/closure/closure.ts";
import { eventsOf, type RawEvent } from "../../../core/log/stream.ts";
import { roomStream } from "../../../core/venue/rooms/room.ts";
import { type OpeningSchedule, openingOn, WEEKDAYS } from "../../../core/venue/time/opening-hours.ts";
import {
  addDays,
  hoursBetween,
  type VenueDay,
  venueClockOf,
  venueDayOf,
} from "../../../core/venue/time/venue-time.ts";
import type { Period } from "./period.ts";
import type { PeriodReport } from "./period-report.ts";
import { invoiceMoneyIn } from "./recomputed-account-fixture.ts";
import { readFacts } from "./recomputed-bookings-fixture.ts";

const METHODS = ["cash", "terminal", "transfer", "card", "marked"] as const;

/** Whether the room could be booked on that day, by its events up to the day's end. */
function roomsByDay(events: readonly RawEvent[], timeZone: string) {
  const changes = eventsOf(roomStream, events).flatMap(({ id, type, meta, occurredAt }) => {
    const on =
      type === "RoomAdded" && meta.actor.kind === "system" ? "1970-01-01" : venueDayOf(occurredAt, timeZone);
    if (type === "RoomAdded" || type === "RoomReinstated") return [{ id, on, there: true }];
    return type === "RoomRetired" ? [{ id, on, there: false }] : [];
  });
  const ids = [...new Set(changes.map(({ id }) => id))];
  return (day: VenueDay): number[] =>
    ids.filter((id) => {
      const own = changes.filter((change) => change.id === id);
      // On a day with several changes the last one counts.
      return own.findLast(({ on }) => on <= day)?.there ?? false;
    });
}

const total = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

const share = (booked: number, offered: number): number | null =>
  offered === 0 ? null : Math.min(100, Math.round((booked * 1_000) / offered) / 10);

export function recomputePeriod(
  events: readonly RawEvent[],
  { from, to }: Period,
  { timeZone, opening }: { timeZone: string; opening: OpeningSchedule },
): PeriodReport {
  const days: VenueDay[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  const within = new Set(days);
  const { bookings, movements } = readFacts(events, timeZone);
  const standing = bookings.filter(({ end }) => end === null);
  const made = bookings.filter(({ madeOn }) => within.has(madeOn));
  const moved = movements.filter(({ on }) => within.has(on));
  const ofInvoices = invoiceMoneyIn(events, timeZone).filter(({ on }) => within.has(on));

  const bookedHours = standing.flatMap(({ roomId, startsAt, endsAt }) =>
    hoursBetween(startsAt, endsAt).map((start) => ({
      roomId,
      day: venueDayOf(start, timeZone),
      hour: venueClockOf(start, timeZone).hour,
    })),
  );
  const booked = bookedHours.filter(({ day }) => within.has(day));
  const bookedKeys = new Set(booked.map(({ roomId, day, hour }) => `${roomId} ${day} ${hour}`));
  const blocks = new Map<string, { roomIds: readonly number[]; startsAt: Date; endsAt: Date }>();
  for (const event of eventsOf(closureStream, events)) {
    if (event.type === "BlockLifted") blocks.delete(event.stream);
    else if (event.type === "BlockExtended") {
      const placed = blocks.get(event.stream);
      if (placed) {
        blocks.set(event.stream, { ...placed, roomIds: [...placed.roomIds, ...event.data.roomIds] });
      }
    } else if (event.type === "BlockPlaced") {
      const { roomIds, startsAt, endsAt } = event.data;
      blocks.set(event.stream, { roomIds, startsAt: new Date(startsAt), endsAt: new Date(endsAt) });
    }
  }
  const closed = new Set(
    [...blocks.values()].flatMap(({ roomIds, startsAt, endsAt }) =>
      hoursBetween(startsAt, endsAt).flatMap((start) =>
        roomIds.map((id) => `${id} ${venueDayOf(start, timeZone)} ${venueClockOf(start, timeZone).hour}`),
      ),
    ),
  );
  const inHouse = roomsByDay(events, timeZone);
  const openHours = (day: VenueDay): number[] => {
    const hours = openingOn(opening, day);
    return hours ? Array.from({ length: hours.close - hours.open }, (_, i) => hours.open + i) : [];
  };
  const offered = days.flatMap((day) =>
    inHouse(day).flatMap((roomId) =>
      openHours(day)
        .map((hour) => ({ roomId, key: `${roomId} ${day} ${hour}` }))
        .filter(({ key }) => !closed.has(key) || bookedKeys.has(key)),
    ),
  );
  const roomIds = new Set([
    ...days.flatMap(inHouse),
    ...bookings.filter(({ madeOn }) => within.has(madeOn)).map(({ roomId }) => roomId),
    ...moved.map(({ roomId }) => roomId),
    ...booked.map(({ roomId }) => roomId),
  ]);

  const leads = made
    .filter(({ end }) => end === null)
    .map(({ madeOn, startsAt }) => {
      let lead = 0;
      while (addDays(madeOn, lead) < venueDayOf(startsAt, timeZone)) lead += 1;
      return lead;
    });
  const bounds = [0, 1, 3, 7, 14, 28];
  const hours = [...days.flatMap(openHours), ...booked.map(({ hour }) => hour)];
  const firstHour = hours.length === 0 ? 0 : Math.min(...hours);
  const width = hours.length === 0 ? 0 : Math.max(...hours) - firstHour + 1;
  return {
    from,
    to,
    days: days.length,
    bookings: made.length,
    receivedCents: total(moved, ({ receivedCents }) => receivedCents),
    refundedCents: total(moved, ({ refundedOrDisputedCents }) => refundedOrDisputedCents),
    revenueCents: total(
      moved,
      ({ receivedCents, refundedOrDisputedCents }) => receivedCents - refundedOrDisputedCents,
    ),
    cancelled: {
      byCustomer: bookings.filter(({ end }) => end?.how === "customer" && within.has(end.on)).length,
      byVenue: bookings.filter(({ end }) => end?.how === "venue" && within.has(end.on)).length,
    },
    unpaid: bookings.filter(({ end }) => end?.how === "unpaid" && within.has(end.on)).length,
    noShows: bookings.filter((b) => b.noShow && within.has(venueDayOf(b.startsAt, timeZone))).length,
    bookedHours: booked.length,
    offeredHours: offered.length,
    occupancy: share(booked.length, offered.length),
    lead: {
      averageDays:
        leads.length === 0 ? null : Math.round((total(leads, (lead) => lead) / leads.length) * 10) / 10,
      buckets: bounds.map((fromDays, i) => {
        const end = bounds[i + 1];
        return {
          fromDays,
          toDays: end === undefined ? null : end - 1,
          bookings: leads.filter((lead) => lead >= fromDays && (end === undefined || lead < end)).length,
        };
      }),
    },
    rooms: [...roomIds]
      .sort((a, b) => a - b)
      .map((roomId) => {
        const hoursBooked = booked.filter((hour) => hour.roomId === roomId).length;
        const hoursOffered = offered.filter((hour) => hour.roomId === roomId).length;
        const money = moved.filter((movement) => movement.roomId === roomId);
        return {
          roomId,
          inHouse: days.some((day) => inHouse(day).includes(roomId)),
          bookings: made.filter((booking) => booking.roomId === roomId).length,
          bookedHours: hoursBooked,
          offeredHours: hoursOffered,
          revenueCents: total(
            money,
            ({ receivedCents, refundedOrDisputedCents }) => receivedCents - refundedOrDisputedCents,
          ),
          occupancy: share(hoursBooked, hoursOffered),
        };
      })
      .filter((room) => room.inHouse || room.bookings > 0 || room.bookedHours > 0 || room.revenueCents !== 0),
    heat: {
      firstHour,
      weekdays: [...WEEKDAYS.slice(1), WEEKDAYS[0]].map((weekday) => ({
        weekday,
        bookedHours: Array.from(
          { length: width },
          (_, i) =>
            booked.filter(
              ({ day, hour }) =>
                hour === firstHour + i && WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] === weekday,
            ).length,
        ),
      })),
    },
    // The random histories have none; `waitlist-figures.test.ts` counts it.
    waitlist: { joined: 0, waiting: 0, offers: 0, taken: 0, hours: 0, revenueCents: 0 },
    bySource: {
      web: made.filter(({ byStaff }) => !byStaff).length,
      staff: made.filter(({ byStaff }) => byStaff).length,
    },
    takingsCents: Object.fromEntries(
      METHODS.map((way) => [
        way,
        total(
          moved.filter((m) => m.way === way),
          ({ takenCents }) => takenCents,
        ) +
          total(
            ofInvoices.filter((m) => m.way === way),
            ({ cents }) => cents,
          ),
      ]),
    ) as PeriodReport["takingsCents"], // its keys are the methods
  };
}
