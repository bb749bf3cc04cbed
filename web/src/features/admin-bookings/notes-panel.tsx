/** The Notes tab of a booking: what staff wrote about it. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Note } from "../../../../bff/contract/staff/guest.ts";
import {
  addBookingNote,
  BOOKINGS_KEY,
  bookingNotesQuery,
  removeBookingNote,
} from "../../api/staff-bookings.ts";
import { toastRefusal } from "../../form/after-change.ts";
import { refreshShown } from "../../live/refresh.ts";
import { Notes } from "../../ui/booking/notes.tsx";
import { QueryPlaceholder } from "../../ui/state-notice.tsx";

export function NotesPanel({ booking: { id: bookingId } }: { booking: { id: number } }) {
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
  );
}
