/** Opens the third colour, of two inks over one another, to the browser: apart, since the landing page does without. */
export { overprint } from "../../core/venue/overprint.ts";
