/** Owns the queues in which calls to the payment provider wait: one that hangs takes no more of a worker's hands than there are lanes. */

const BOOKING_LANES = 2;

/** That of the sweeps, which never run beside each other. */
export const SWEEP_LANE = "provider-sweeps";

/** How many jobs can wait for the provider at the same time. */
export const PROVIDER_LANES = BOOKING_LANES + 1;

/** A booking's own calls come one after another. */
export const providerLaneOf = (bookingId: number): string => `provider-${bookingId % BOOKING_LANES}`;

/** A refund is asked for under one key, however often a sweep or a colleague asks: a job that has died is replaced. */
export const refundJobKey = (bookingId: number, refundId: string): string =>
  `issue-refund:booking-${bookingId}:${refundId}`;
