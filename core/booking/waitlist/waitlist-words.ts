/** The words by which the waitlist's events and calls name states and reasons. Pure, safe in a browser. */

export const WAITLIST_STATES = ["waiting", "offered", "claimed", "declined", "lapsed", "withdrawn"] as const;
export type WaitlistState = (typeof WAITLIST_STATES)[number];

/** Why an entry before the one that is served was passed. */
export const PASSED_REASONS = ["does not fit", "already offered"] as const;
export type PassedReason = (typeof PASSED_REASONS)[number];

/** Why an entry left without an answer to an offer: `lapses` after two, `over` once its last day has passed. */
export const LEFT_REASONS = ["withdrawn", "erased", "lapses", "over"] as const;
export type LeftReason = (typeof LEFT_REASONS)[number];
