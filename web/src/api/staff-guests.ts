/** Staff's calls about guests: finding them, reading everything that is kept of one, and notes on them. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Guest, GuestRecord, Note } from "../../../bff/contract/staff/guest.ts";
import { GUESTS_KEY } from "./staff-bookings.ts";
import { staffRequest } from "./staff-request.ts";

/** `GET /api/staff/guests`: by phone, email or name. The last result stays on screen until the next one arrives. */
export const guestsQuery = (search: string) =>
  queryOptions({
    queryKey: [...GUESTS_KEY, "found", search],
    queryFn: ({ signal }) =>
      staffRequest<Guest[]>("GET", `/api/staff/guests?${new URLSearchParams({ search })}`, undefined, {
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** `GET /api/staff/guests/{id}`. An unknown guest is a RequestError of status 404. */
export const guestQuery = (id: string) =>
  queryOptions({
    queryKey: [...GUESTS_KEY, "one", id],
    queryFn: ({ signal }) =>
      staffRequest<GuestRecord>("GET", `/api/staff/guests/${encodeURIComponent(id)}`, undefined, { signal }),
    staleTime: 0,
  });

/** `POST /api/staff/guests/{id}/notes`. */
export const noteGuest = (id: string, text: string): Promise<Note> =>
  staffRequest<Note>("POST", `/api/staff/guests/${encodeURIComponent(id)}/notes`, { text });

/** `DELETE /api/staff/guests/{id}/notes/{noteId}`: erases the note's text. */
export const removeGuestNote = (id: string, noteId: string): Promise<unknown> =>
  staffRequest("DELETE", `/api/staff/guests/${encodeURIComponent(id)}/notes/${noteId}`);
