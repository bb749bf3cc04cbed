/** Opens the rooms' inks to the browser. */
export { INKS, type Ink, inksOf, type RoomInks } from "../../core/venue/inks.ts";
export { overprint } from "../../core/venue/overprint.ts";
