/** The Notes tab of a booking: what staff wrote about it and about its guest. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Note } from "../../../../bff/contract/staff/guest.ts";
import type { StaffBooking } from "../../../../bff/contract/staff/staff-booking.ts";
import {
  addBookingNote,
  BOOKINGS_KEY,
  bookingNotesQuery,
  removeBookingNote,
} from "../../api/staff-bookings.ts";
import { guestQuery } from "../../api/staff-guests.ts";
import { toastRefusal } from "../../form/after-change.ts";
import { refreshShown } from "../../live/refresh.ts";
import { NoteList, Notes } from "../../ui/booking/notes.tsx";
import { QueryPlaceholder } from "../../ui/state-notice.tsx";

export function NotesPanel({ booking }: { booking: Pick<StaffBooking, "id" | "guestId" | "email"> }) {
  const { id: bookingId } = booking;
  const client = useQueryClient();
  const query = bookingNotesQuery(bookingId);
  const notesQuery = useQuery(query);
  const { data: notes } = notesQuery;
  const outcome = {
    onError: toastRefusal("Update Failed", "The note was not saved"),
    onSettled: () => void refreshShown(client, BOOKINGS_KEY),
  };
  const adding = useMutation({
    mutationFn: (text: string) => addBookingNote(bookingId, text),
    onSuccess: (note: Note) => client.setQueryData(query.queryKey, (old) => [note, ...(old ?? [])]),
    ...outcome,
  });
  const removing = useMutation({
    mutationFn: (noteId: string) => removeBookingNote(bookingId, noteId),
    onSuccess: (_: unknown, id: string) =>
      client.setQueryData(query.queryKey, (old) => old?.filter((note) => note.id !== id)),
    ...outcome,
  });
  if (!notes) return <QueryPlaceholder of={notesQuery} failed="Failed to fetch the notes" className="h-48" />;
  return (
    <div className="grid gap-6">
      {booking.email && <NotesOnGuest guestId={booking.guestId} />}
      <Notes
        about="on this booking"
        notes={notes}
        busy={adding.isPending || removing.isPending}
        onAdd={(text) =>
          adding.mutateAsync(text).then(
            () => true,
            () => false,
          )
        }
        onRemove={({ id }) => removing.mutate(id)}
      />
    </div>
  );
}

/** They are read before each visit of the guest, and changed on the guest's page. */
function NotesOnGuest({ guestId }: { guestId: string }) {
  const { data: guest } = useQuery(guestQuery(guestId));
  if (!guest || guest.notes.length === 0) return null;
  return (
    <section className="grid gap-2">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm font-medium">
        Notes on this guest
        <Link
          to="/admin/guests/$guest"
          params={{ guest: guestId }}
          className="inline-flex min-h-6 items-center underline decoration-1 underline-offset-4 hover:text-action"
        >
          Open the guest
        </Link>
      </h3>
      <NoteList about="on this guest" notes={guest.notes} />
    </section>
  );
}
