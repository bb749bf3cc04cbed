/** Owns what becomes of free hours that were chosen on the board: the dialogs in which they are booked for somebody, or closed. */
import type { Room } from "../../../../bff/contract/room.ts";
import { BlockDialog } from "../../features/admin-blocks/block-dialog.tsx";
import { CallerDialog } from "../../features/admin-caller/caller-dialog.tsx";
import type { ChosenHours } from "../../features/board/board-grid.tsx";
import { clockOf } from "../../format/hours.ts";

/** Hours of the venue's clock, from `first` to `end`. */
export interface AskedHours extends ChosenHours {
  what: "book" | "close";
}

interface ChosenHoursDialogsProps {
  /** Null while none are. */
  chosen: AskedHours | null;
  rooms: readonly Room[];
  onDone(): void;
  /** After they were booked, and `onDone`. */
  onBooked(bookingId: number): void;
}

/** The board is live: what was booked or closed shows on it by itself. */
export function ChosenHoursDialogs({ chosen, rooms, onDone, onBooked }: ChosenHoursDialogsProps) {
  const asked = (what: AskedHours["what"]) => (chosen?.what === what ? timesOf(chosen) : null);
  const closing = asked("close");
  return (
    <>
      <CallerDialog open={asked("book")} rooms={rooms} onClose={onDone} onBooked={onBooked} />
      <BlockDialog
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
