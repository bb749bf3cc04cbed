/** The fixed messages that clients recognize (decisions 26, 175). Without schemas, so that a page can read them before any form. */

export const MISSING_BOOKING_INFORMATION = "Missing booking information";
export const INVALID_BOOKING_DATA = "Invalid booking data";
export const HOURS_ARE_FREE = "hours are free";
export const SLOT_TAKEN = "Time slot is already booked";
