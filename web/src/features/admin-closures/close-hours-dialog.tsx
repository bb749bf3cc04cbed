/** The dialog that closes hours of rooms: which hours, why, and what happens to the conflicting bookings. */
import type { Closure } from "../../../../bff/contract/venue/closure.ts";
import { DeskDialog, DialogDescription, DialogTitle } from "../../ui/dialog/dialog.tsx";
import { CloseHoursForm } from "./close-hours-form.tsx";
import type { RequestedClosure } from "./closure-span.ts";
import type { NamedRoom } from "./closure-words.ts";

interface BlockDialogProps {
  /** Null if the dialog is closed. Times are instants or `HH:mm` of the venue's clock. */
  open: RequestedClosure | null;
  rooms: readonly NamedRoom[];
  onClose(): void;
  /** The closure is made and the dialog should be closed. */
  onPlaced(block: Closure): void;
}

export function CloseHoursDialog({ open, rooms, onClose, onPlaced }: BlockDialogProps) {
  return (
    <DeskDialog
      open={open !== null}
      onClose={onClose}
      className="sm:top-[6vh] sm:max-h-[88dvh] sm:translate-y-0"
    >
      <DialogTitle size="desk">Close hours</DialogTitle>
      <DialogDescription>
        No one can book them. Conflicting bookings are listed before anything is changed.
      </DialogDescription>
      {open !== null && <CloseHoursForm asked={open} rooms={rooms} onClose={onClose} onPlaced={onPlaced} />}
    </DeskDialog>
  );
}
