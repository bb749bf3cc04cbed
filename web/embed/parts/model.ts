/** What the parts of the element draw, and what they can ask for. */
import type { VenueDay, VenueMonth } from "../../../core/venue/time/venue-time.ts";
import type { ChoiceNote } from "../../src/features/availability/choice-note.ts";
import type { ConnectionState } from "../../src/live/live-connection.ts";
import type { BookingChoice } from "../../src/session/booking-choice.ts";
import type { Returned } from "../addresses.ts";
import type { ReadTrouble } from "../room-data.ts";
import type { View } from "../view.ts";

export interface Actions {
  retry(): void;
  showMonth(month: VenueMonth): void;
  /** Moves the focus within the grid. */
  goToDay(day: VenueDay): void;
  chooseDay(day: VenueDay): void;
  press(hour: number): void;
  /** Makes the visit an hour longer or shorter. */
  stretch(by: 1 | -1, hour: number): void;
  focusHour(hour: number): void;
  choose(next: Partial<BookingChoice>): void;
}

export interface Model {
  /** Where our server is. */
  base: string;
  slug: string;
  /** The page to which the visitor returns; null if there is none. */
  back: string | null;
  /** What the visitor has booked on our pages, just before. */
  returned: Returned | null;
  trouble: ReadTrouble | null;
  live: ConnectionState;
  /** What has just happened in the room; empty if nothing has. */
  news: string;
  /** Null while the room is not known. */
  view: View | null;
  month: VenueMonth;
  gridDay: VenueDay | null;
  note: ChoiceNote | null;
  act: Actions;
}

/** The same with a room that is known. */
export type Shown = Model & { view: View };
