/** Owns what a page carries along as data, so that it need not ask for what the server knew when it was sent. */
import type { Room, RoomBooking } from "./room.ts";

/** The id of the element that holds the venue as JSON, where it differs from what the site is built with. */
export const HOUSE_DATA_ID = "house-data";

/** The id of the element that holds a room with its bookings, as JSON. */
export const PAGE_DATA_ID = "page-data";

/** As the calls of the API would have answered. */
export interface PageData {
  room: Room;
  /** The calendar month at the venue that the page shows first, `YYYY-MM`, and what is taken in it. */
  month: string;
  bookings: RoomBooking[];
}
