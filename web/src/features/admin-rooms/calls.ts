/** Staff's calls about the settings of rooms, and about their photos. */
import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { RoomPhoto } from "../../../../bff/contract/room.ts";
import type {
  NewLaterPrices,
  NewRoomSettings,
  RoomSettings,
  RoomSettingsChange,
} from "../../../../bff/contract/venue/room-settings.ts";
import { staffRequest } from "../../api/staff-request.ts";
import { staffUpload } from "../../api/staff-upload.ts";
import { STAFF_KEY } from "../../session/staff-session.ts";

export const ROOM_SETTINGS_KEY = [...STAFF_KEY, "rooms"] as const;

/** `GET /api/staff/rooms`: the settings of every room, including retired ones. */
export const roomSettingsQuery = queryOptions({
  queryKey: ROOM_SETTINGS_KEY,
  queryFn: ({ signal }) => staffRequest<RoomSettings[]>("GET", "/api/staff/rooms", undefined, { signal }),
  staleTime: 0,
});

/** `POST /api/rooms`. @throws RequestError 400 with field errors. */
export const addRoom = (room: z.input<typeof NewRoomSettings>): Promise<RoomSettings> =>
  staffRequest<RoomSettings>("POST", "/api/rooms", room);

/** `PATCH /api/rooms/{id}`. @throws RequestError 400 with field errors, 409 if someone has changed the room since `version`. */
export const changeRoom = (id: number, change: z.input<typeof RoomSettingsChange>): Promise<RoomSettings> =>
  staffRequest<RoomSettings>("PATCH", `/api/rooms/${id}`, change);

/** `POST /api/rooms/{id}/prices`. @throws RequestError 400 with field errors. */
export const schedulePrices = (id: number, prices: z.input<typeof NewLaterPrices>): Promise<RoomSettings> =>
  staffRequest<RoomSettings>("POST", `/api/rooms/${id}/prices`, prices);

/** `DELETE /api/rooms/{id}/prices/{from}`. @throws RequestError 400 once they apply. */
export const withdrawPrices = (id: number, from: string): Promise<RoomSettings> =>
  staffRequest<RoomSettings>("DELETE", `/api/rooms/${id}/prices/${from}`);

/** `PATCH /api/rooms/{id}/photos/{photoId}`. */
export const describePhoto = (id: number, photoId: string, alt: string): Promise<RoomPhoto[]> =>
  staffRequest<RoomPhoto[]>("PATCH", `/api/rooms/${id}/photos/${photoId}`, { alt });

/** `DELETE /api/rooms/{id}/photos/{photoId}`. */
export const removePhoto = (id: number, photoId: string): Promise<RoomPhoto[]> =>
  staffRequest<RoomPhoto[]>("DELETE", `/api/rooms/${id}/photos/${photoId}`);

/**
 * `POST /api/rooms/{id}/photos`. `onSent` gets the share that has been sent, from 0 to 1; the call has no time limit.
 *
 * @throws RequestError 400 and 413 with a message about the photo; NoAnswerError if the connection breaks.
 */
export function uploadPhoto(
  id: number,
  { photo, alt }: { photo: File; alt: string },
  onSent: (share: number) => void,
): Promise<RoomPhoto> {
  const form = new FormData();
  form.set("photo", photo);
  form.set("alt", alt);
  return staffUpload<RoomPhoto>(`/api/rooms/${id}/photos`, form, onSent);
}
