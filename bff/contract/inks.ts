/** Opens the rooms' inks to the browser, and the third colour, of two over one another. */
export { INKS, type Ink, inksOf, type RoomInks } from "../../core/venue/inks.ts";
export { overprint } from "../../core/venue/overprint.ts";
