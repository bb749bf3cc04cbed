/** Owns when each room was in the house, by venue days: which hours a period had to offer. */
import { FROM_EVER } from "../../../core/venue/house.ts";
import { type RoomEvent, type RoomState, roomStream } from "../../../core/venue/room.ts";
import type { VenueDay } from "../../../core/venue/venue-time.ts";
import type { ProjectedRow, View } from "../../engine/projection.ts";

/** In the house from each day of `opened_on` until before the one of `retired_on` at the same place, if there is one. */
export interface HouseRoom extends ProjectedRow {
  room_id: number;
  opened_on: readonly VenueDay[];
  retired_on: readonly VenueDay[];
}

export const houseRooms = (dayOf: (instant: Date) => VenueDay): View<RoomState, RoomEvent, HouseRoom> => ({
  table: "analytics_house_rooms",
  stream: roomStream,
  keyColumn: "room_id",
  readsRow: true,
  rowOf({ id, event }, row) {
    const { opened_on = [], retired_on = [] } = row ?? {};
    const room = { room_id: id, version: event.version, opened_on, retired_on };
    switch (event.type) {
      case "RoomAdded":
        // Those that the house opened with are written down by the seed, which a house older than its log has run late.
        return {
          ...room,
          opened_on: [event.meta.actor.kind === "system" ? FROM_EVER : dayOf(event.occurredAt)],
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
