/** Owns staff's notes on a guest, on the guest's page. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { GuestRecord } from "../../../../bff/contract/staff/guest.ts";
import { refusalWords } from "../../api/refusal.ts";
import { GUESTS_KEY } from "../../api/staff-bookings.ts";
import { noteGuest, removeGuestNote } from "../../api/staff-guests.ts";
import { refreshShown } from "../../live/refresh.ts";
import { Notes } from "../../ui/notes.tsx";
import { toast } from "../../ui/toast/toast.tsx";

export function GuestNotes({ guest }: { guest: GuestRecord }) {
  const client = useQueryClient();
  const outcome = {
    onError: (error: Error) =>
      toast({
        title: "Update Failed",
        description: refusalWords(error, "The note was not saved"),
        variant: "danger" as const,
      }),
    onSettled: () => refreshShown(client, GUESTS_KEY),
  };
  const adding = useMutation({ mutationFn: (text: string) => noteGuest(guest.id, text), ...outcome });
  const removing = useMutation({
    mutationFn: (noteId: string) => removeGuestNote(guest.id, noteId),
    ...outcome,
  });
  return (
    <Notes
      about="on this guest"
      notes={guest.notes}
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
