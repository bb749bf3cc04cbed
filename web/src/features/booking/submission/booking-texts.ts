/** The texts about the chosen hours that pages show before the form is loaded (decisions 159, 175). */

export const MISSING_SLOT_TEXT = "Please select a date and time slot from the calendar first.";
export const SLOT_TAKEN_TEXT = "This time slot is no longer available. Please select a different time.";
