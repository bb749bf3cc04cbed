/** Owns finding the room a booking is for: its answer names it, but zone and ink are the room's own. */
import { useQuery } from "@tanstack/react-query";
import type { Room } from "../../../../bff/contract/room.ts";
import { roomsQuery } from "../../api/rooms.ts";

/** The room, or undefined until the list of rooms is there (it nearly always is). */
export function useBookedRoom(roomId: number): Room | undefined {
  return useQuery({ ...roomsQuery, select: (rooms) => rooms.find((room) => room.id === roomId) }).data;
}
