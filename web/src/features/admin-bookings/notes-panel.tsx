/** Owns the Notes tab of a booking: what staff wrote of it. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Note } from "../../../../bff/contract/staff/guest.ts";
import { refusalWords } from "../../api/refusal.ts";
import { BOOKINGS_KEY, bookingNotesQuery, noteBooking, removeBookingNote } from "../../api/staff-bookings.ts";
import { refreshShown } from "../../live/refresh.ts";
import { Notes } from "../../ui/notes.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { FailureNotice } from "../../ui/state-notice.tsx";
import { toast } from "../../ui/toast/toast.tsx";

export function NotesPanel({ bookingId }: { bookingId: number }) {
  const client = useQueryClient();
  const query = bookingNotesQuery(bookingId);
  const { data: notes, isError, refetch } = useQuery(query);
  const outcome = {
    onError: (error: Error) =>
      toast({
        title: "Update Failed",
        description: refusalWords(error, "The note was not saved"),
        variant: "danger" as const,
      }),
    onSettled: () => void refreshShown(client, BOOKINGS_KEY),
  };
  const adding = useMutation({
    mutationFn: (text: string) => noteBooking(bookingId, text),
    onSuccess: (note: Note) => client.setQueryData(query.queryKey, (old) => [note, ...(old ?? [])]),
    ...outcome,
  });
  const removing = useMutation({
    mutationFn: (noteId: string) => removeBookingNote(bookingId, noteId),
    onSuccess: (_: unknown, id: string) =>
      client.setQueryData(query.queryKey, (old) => old?.filter((note) => note.id !== id)),
    ...outcome,
  });
  if (isError && !notes) {
    return <FailureNotice title="Failed to fetch the notes" onRetry={() => void refetch()} />;
  }
  if (!notes) return <Skeleton className="h-48" />;
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
