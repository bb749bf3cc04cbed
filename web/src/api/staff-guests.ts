/** Staff's calls about guests: finding them, reading everything that is stored about one, and notes on them. */
import { keepPreviousData } from "@tanstack/react-query";
import type {
  Guest,
  GuestCorrected,
  GuestCorrection,
  GuestRecord,
  Note,
} from "../../../bff/contract/staff/guest.ts";
import { GUESTS_KEY } from "./staff-bookings.ts";
import { staffQuery, staffRequest } from "./staff-request.ts";

const pathOf = (id: string): string => `/api/staff/guests/${encodeURIComponent(id)}`;

/** `GET /api/staff/guests`: by phone, email or name. The last result stays on screen until the next one arrives. */
export const guestsQuery = (search: string) => ({
  ...staffQuery<Guest[]>(
    [...GUESTS_KEY, "found", search],
    `/api/staff/guests?${new URLSearchParams({ search })}`,
  ),
  placeholderData: keepPreviousData,
});

/** `GET /api/staff/guests/{id}`. An unknown guest is a RequestError of status 404. */
export const guestQuery = (id: string) => staffQuery<GuestRecord>([...GUESTS_KEY, "one", id], pathOf(id));

/** `POST /api/staff/guests/{id}/notes`. */
export const addGuestNote = (id: string, text: string): Promise<Note> =>
  staffRequest<Note>("POST", `${pathOf(id)}/notes`, { text });

/** `DELETE /api/staff/guests/{id}/notes/{noteId}`: erases the note's text. */
export const removeGuestNote = (id: string, noteId: string): Promise<unknown> =>
  staffRequest("DELETE", `${pathOf(id)}/notes/${noteId}`);

/** `PATCH /api/staff/guests/{id}`: in all of their bookings. @throws RequestError 400 with field errors. */
export const correctGuest = (id: string, correction: GuestCorrection): Promise<GuestCorrected> =>
  staffRequest<GuestCorrected>("PATCH", pathOf(id), correction);
