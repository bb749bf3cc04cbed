/** Opens the house's own particulars, and the links that put a visit there into a calendar, to the browser. */
export { calendarLinks } from "../../core/venue/calendar-links.ts";
export { HOUSE, phoneUrl } from "../../core/venue/house.ts";
