/** Owns the dialog in which staff book for a caller: opened from the dashboard, the board, a guest's page or a message. */
import type { Room } from "../../../../bff/contract/room.ts";
import { DeskDialog, DialogDescription, DialogTitle } from "../../ui/dialog.tsx";
import { CallerForm } from "./caller-form.tsx";
import type { CallerStart } from "./caller-start.ts";

interface CallerDialogProps {
  /** Null while it is closed. */
  open: CallerStart | null;
  rooms: readonly Room[];
  onClose(): void;
  /** After it was booked, and closed. */
  onBooked(bookingId: number): void;
}

export function CallerDialog({ open, rooms, onClose, onBooked }: CallerDialogProps) {
  return (
    <DeskDialog
      open={open !== null}
      onClose={onClose}
      className="sm:top-[4vh] sm:max-h-[92dvh] sm:w-[min(52rem,calc(100vw-2rem))] sm:translate-y-0 sm:p-6"
      onEscapeKeyDown={(event) => {
        // A list that is open closes first.
        if (document.activeElement?.getAttribute("aria-expanded") === "true") event.preventDefault();
      }}
    >
      <DialogTitle size="desk">Book for a Caller</DialogTitle>
      <DialogDescription>
        Any length on the hour, also hours of today that have begun and rooms that visitors cannot book.
      </DialogDescription>
      {open !== null && (
        <CallerForm
          start={open}
          rooms={rooms}
          onCancel={onClose}
          onBooked={(bookingId) => {
            onClose();
            onBooked(bookingId);
          }}
        />
      )}
    </DeskDialog>
  );
}
