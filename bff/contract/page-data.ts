/** The data that a page carries, so that the browser need not fetch what the server knew when it sent the page. */
import type { Room, RoomBooking } from "./room.ts";

/** The id of the element that holds the venue as JSON, if it differs from the one that the site is built with. */
export const VENUE_DATA_ID = "house-data";

/** The id of the element that holds a room with its bookings, as JSON. */
export const PAGE_DATA_ID = "page-data";

/** The same JSON as the answers of the API. */
export interface PageData {
  room: Room;
  /** The calendar month at the venue that the page shows first, `YYYY-MM`, and the taken hours in it. */
  month: string;
  bookings: RoomBooking[];
}
