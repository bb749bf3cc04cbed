/** Writes the figures of a period: units, and rooms by their names. */
import { toUnits } from "../../core/booking/rules/money.ts";
import type { Room, RoomDirectory } from "../../core/venue/rooms/rooms.ts";
import type { PeriodReport } from "../../projections/views/analytics/period-report.ts";
import { oneDecimal } from "../../projections/views/analytics/rows.ts";
import type { PeriodFigures } from "../contract/analytics/analytics-period.ts";

/** A room's name, also of a retired room. */
export const roomNameLookup = (
  rooms: Pick<RoomDirectory, "allIncludingRetired">,
): ((id: number) => string) => {
  const byId = new Map(rooms.allIncludingRetired().map(({ id, name }: Room) => [id, name]));
  return (id) => byId.get(id) ?? "Unknown Room";
};

/** Rooms in display order. */
export function periodJson(
  report: PeriodReport,
  rooms: Pick<RoomDirectory, "allIncludingRetired">,
): PeriodFigures {
  const { takingsCents, cancelled, lead, heat, waitlist } = report;
  const order = rooms.allIncludingRetired().map(({ id }) => id);
  const nameOf = roomNameLookup(rooms);
  const takings = Object.values(takingsCents).reduce((sum, cents) => sum + cents, 0);
  return {
    from: report.from,
    to: report.to,
    days: report.days,
    bookings: report.bookings,
    revenue: toUnits(report.revenueCents),
    received: toUnits(report.receivedCents),
    refunds: toUnits(report.refundedCents),
    cancellations: { total: cancelled.byCustomer + cancelled.byVenue, ...cancelled },
    unpaidHolds: report.unpaid,
    noShows: report.noShows,
    hoursBooked: report.bookedHours,
    hoursOffered: report.offeredHours,
    occupancy: report.occupancy,
    leadTime: lead,
    rooms: report.rooms
      .toSorted((a, b) => order.indexOf(a.roomId) - order.indexOf(b.roomId))
      .map((room) => ({
        roomId: room.roomId,
        roomName: nameOf(room.roomId),
        bookings: room.bookings,
        hoursBooked: room.bookedHours,
        hoursOffered: room.offeredHours,
        revenue: toUnits(room.revenueCents),
        occupancy: room.occupancy,
      })),
    heatMap: {
      firstHour: heat.firstHour,
      weekdays: heat.weekdays.map(({ weekday, bookedHours }) => ({ weekday, hoursBooked: bookedHours })),
    },
    sources: report.bySource,
    takings: {
      cash: toUnits(takingsCents.cash),
      terminal: toUnits(takingsCents.terminal),
      transfer: toUnits(takingsCents.transfer),
      card: toUnits(takingsCents.card),
      marked: toUnits(takingsCents.marked),
      total: toUnits(takings),
    },
    waitlist: {
      joined: waitlist.joined,
      waiting: waitlist.waiting,
      offers: waitlist.offers,
      taken: waitlist.taken,
      takenShare: waitlist.offers === 0 ? null : oneDecimal(waitlist.taken * 100, waitlist.offers),
      hoursSold: waitlist.hours,
      revenue: toUnits(waitlist.revenueCents),
    },
  };
}
