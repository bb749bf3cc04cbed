/** Opens the rooms' inks to the browser. */
export { INKS, type Ink, inksOf, type RoomInks } from "../../core/venue/inks.ts";
