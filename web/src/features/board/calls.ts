/** Staff's calls for the board: what fills the hours of a day or of a room's week. */
import { queryOptions } from "@tanstack/react-query";
import type { Board } from "../../../../bff/contract/staff/board.ts";
import type { VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { BOOKINGS_KEY } from "../../api/staff-bookings.ts";
import { staffRequest } from "../../api/staff-request.ts";

interface BoardAsked {
  day: VenueDay;
  /** One day, or a week. */
  days: 1 | 7;
  /** Null means every room. */
  roomId: number | null;
}

/** `GET /api/board`. The old content stays until the next day, or the room's next week, has loaded. */
export const boardQuery = ({ day, days, roomId }: BoardAsked) =>
  queryOptions<Board>({
    queryKey: [...BOOKINGS_KEY, "board", { day, days, roomId }],
    queryFn: ({ signal }) => {
      const asked = new URLSearchParams({
        day,
        ...(days === 1 ? {} : { days: String(days) }),
        ...(roomId === null ? {} : { roomId: String(roomId) }),
      });
      return staffRequest<Board>("GET", `/api/board?${asked}`, undefined, { signal });
    },
    placeholderData: (previous) =>
      previous?.days.length === days && (roomId === null || previous.rooms[0]?.id === roomId)
        ? previous
        : undefined,
    staleTime: 0,
  });
