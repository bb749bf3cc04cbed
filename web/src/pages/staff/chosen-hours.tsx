/** Owns what becomes of free hours that were chosen on the board: the dialogs in which they are booked for somebody, or closed. */
import type { Room } from "../../../../bff/contract/room.ts";
import type { ChosenHours } from "../../features/board/board-grid.tsx";

/** Hours of the venue's clock, from `first` to `end`. */
export interface AskedHours extends ChosenHours {
  what: "book" | "close";
}

interface ChosenHoursDialogsProps {
  /** Null while none are. */
  chosen: AskedHours | null;
  rooms: readonly Room[];
  zone: string;
  onDone(): void;
}

/** TO BE WIRED: `CallerDialog` for `book` and `BlockDialog` for `close`, which are built beside this. Until then nothing opens. */
export function ChosenHoursDialogs(_props: ChosenHoursDialogsProps) {
  return null;
}
