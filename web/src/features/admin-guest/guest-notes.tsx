/** Shows staff's notes on a guest's page. */
import { useMutation } from "@tanstack/react-query";
import type { GuestRecord } from "../../../../bff/contract/staff/guest.ts";
import { GUESTS_KEY } from "../../api/staff-bookings.ts";
import { addGuestNote, removeGuestNote } from "../../api/staff-guests.ts";
import { toastRefusal, useRefresh } from "../../form/after-change.ts";
import { Notes } from "../../ui/booking/notes.tsx";

export function GuestNotes({ guest }: { guest: GuestRecord }) {
  const refresh = useRefresh();
  const outcome = {
    onError: toastRefusal("Update Failed", "The note was not saved"),
    onSettled: () => refresh(GUESTS_KEY),
  };
  const adding = useMutation({ mutationFn: (text: string) => addGuestNote(guest.id, text), ...outcome });
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
