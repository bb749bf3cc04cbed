/** Defines the queues for calls to the payment provider: a hanging call uses at most as many of a worker's slots as there are lanes. */

const BOOKING_LANES = 2;

/** The lane of the sweeps, which never run at the same time. */
export const SWEEP_LANE = "provider-sweeps";

/** How many jobs can wait for the provider at the same time. */
export const PROVIDER_LANES = BOOKING_LANES + 1;

/** The calls of one booking, and of one billing account, run one after another. */
export const providerLaneOf = (id: number): string => `provider-${id % BOOKING_LANES}`;

/** A refund is requested under one key, however often a sweep or a colleague asks; a job that has died is replaced. */
export const refundJobKey = (bookingId: number, refundId: string): string =>
  `issue-refund:booking-${bookingId}:${refundId}`;

/** A refund of an invoice's card payment, as the provider is asked for it. */
export interface InvoiceRefund {
  accountId: number;
  invoice: string;
  refundId: string;
}

export const invoiceRefundJobKey = ({ accountId, invoice, refundId }: InvoiceRefund): string =>
  `issue-refund:account-${accountId}:${invoice}/${refundId}`;
