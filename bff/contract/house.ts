/** Opens the house's own particulars to the browser. */
export { HOUSE, phoneUrl } from "../../core/venue/house.ts";
