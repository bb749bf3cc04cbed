/** Projects on which venue days each room could be booked, for the hours that a period offered. */

import { type RoomEvent, type RoomState, roomStream } from "../../../core/venue/rooms/room.ts";
import { FIRST_DAY } from "../../../core/venue/settings.ts";
import type { VenueDay } from "../../../core/venue/time/venue-time.ts";
import type { ProjectedRow, View } from "../../engine/projection.ts";

/** The room is not retired from each day of `opened_on` until before the day of `retired_on` at the same index, if there is one. */
export interface BookableRoom extends ProjectedRow {
  room_id: number;
  opened_on: readonly VenueDay[];
  retired_on: readonly VenueDay[];
}

export const bookableRooms = (
  dayOf: (instant: Date) => VenueDay,
): View<RoomState, RoomEvent, BookableRoom> => ({
  table: "analytics_house_rooms",
  stream: roomStream,
  keyColumn: "room_id",
  readsRow: true,
  rowOf({ id, event }, row) {
    const { opened_on = [], retired_on = [] } = row ?? {};
    const room = { room_id: id, version: event.version, opened_on, retired_on };
    switch (event.type) {
      case "RoomAdded":
        // The seed adds the venue's first rooms. On a venue that is older than its log, it ran late.
        return {
          ...room,
          opened_on: [event.meta.actor.kind === "system" ? FIRST_DAY : dayOf(event.occurredAt)],
        };
      case "RoomReinstated":
        return { ...room, opened_on: [...opened_on, dayOf(event.occurredAt)] };
      case "RoomRetired":
        return { ...room, retired_on: [...retired_on, dayOf(event.occurredAt)] };
      default:
        return room;
    }
  },
});
