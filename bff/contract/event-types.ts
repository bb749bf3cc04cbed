/** Opens the core's kinds of event to the browser. */
export { EVENT_TYPES } from "../../core/booking/event-types.ts";
