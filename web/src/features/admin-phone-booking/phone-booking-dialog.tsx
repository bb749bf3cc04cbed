/** The dialog of a phone booking, opened from the dashboard, the board, a guest's page or a message. */
import type { Room } from "../../../../bff/contract/room.ts";
import { DeskDialog, DialogDescription, DialogTitle } from "../../ui/dialog/dialog.tsx";
import { PhoneBookingForm } from "./phone-booking-form.tsx";
import type { PhoneBookingStart } from "./phone-booking-start.ts";
import { forgetDraft, markClosed } from "./stored-draft.ts";

interface CallerDialogProps {
  /** Whose unfinished booking is kept in this tab. */
  staffId: number;
  /** Null while the dialog is closed. */
  open: PhoneBookingStart | null;
  rooms: readonly Room[];
  onClose(): void;
  /** Called after the booking is made and the dialog is closed. */
  onBooked(bookingId: number): void;
}

/** What was typed stays in this tab until it is booked, cancelled or the colleague logs out, also if the session ends. */
export function PhoneBookingDialog({ open, staffId, rooms, onClose, onBooked }: CallerDialogProps) {
  const close = () => {
    markClosed(staffId);
    onClose();
  };
  return (
    <DeskDialog
      open={open !== null}
      onClose={close}
      className="sm:top-[4vh] sm:max-h-[92dvh] sm:w-[min(52rem,calc(100vw-2rem))] sm:translate-y-0 sm:p-6"
      onEscapeKeyDown={(event) => {
        // Escape first closes an open list, then the dialog.
        if (document.activeElement?.getAttribute("aria-expanded") === "true") event.preventDefault();
      }}
    >
      <DialogTitle size="desk">New Phone Booking</DialogTitle>
      <DialogDescription>
        Any number of full hours, including hours of today that have begun, and rooms that visitors cannot
        book.
      </DialogDescription>
      {open !== null && (
        <PhoneBookingForm
          start={open}
          staffId={staffId}
          rooms={rooms}
          onCancel={() => {
            forgetDraft(staffId);
            onClose();
          }}
          onBooked={(bookingId) => {
            forgetDraft(staffId);
            onClose();
            onBooked(bookingId);
          }}
        />
      )}
    </DeskDialog>
  );
}
