/** The dialogs for free hours that were chosen on the board: to book them for a guest, or to close them. */
import type { Room } from "../../../../bff/contract/room.ts";
import { CloseHoursDialog } from "../../features/admin-closures/close-hours-dialog.tsx";
import { PhoneBookingDialog } from "../../features/admin-phone-booking/phone-booking-dialog.tsx";
import type { ChosenHours } from "../../features/board/board-grid.tsx";
import { clockOf } from "../../format/hours.ts";

/** Venue-local hours, from `first` to `end`. */
export interface AskedHours extends ChosenHours {
  what: "book" | "close";
}

interface ChosenHoursDialogsProps {
  /** Null while no hours are chosen. */
  chosen: AskedHours | null;
  rooms: readonly Room[];
  onDone(): void;
  /** Called in addition to `onDone` after the hours were booked. */
  onBooked(bookingId: number): void;
}

/** The board is live, so it shows the new booking or closure by itself. */
export function ChosenHoursDialogs({ chosen, rooms, onDone, onBooked }: ChosenHoursDialogsProps) {
  const asked = (what: AskedHours["what"]) => (chosen?.what === what ? timesOf(chosen) : null);
  const closing = asked("close");
  return (
    <>
      <PhoneBookingDialog open={asked("book")} rooms={rooms} onClose={onDone} onBooked={onBooked} />
      <CloseHoursDialog
        open={closing && { ...closing, roomIds: [closing.roomId] }}
        rooms={rooms}
        onClose={onDone}
        onPlaced={onDone}
      />
    </>
  );
}

const timesOf = ({ roomId, day, first, end }: ChosenHours) => ({
  roomId,
  day,
  startTime: clockOf(first),
  endTime: clockOf(end),
});
