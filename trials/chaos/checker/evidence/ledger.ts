/** Reads the provider's ledger: charges, refunds and disputes with what they name. In cents. */
import type { Evidence } from "./evidence.ts";

export interface Ledger {
  charges: {
    id: string;
    intent: string;
    cents: number;
    refunded: number;
    /** `booking-42`, `series-7`, or the number of an invoice. */
    names: string;
    reference: string | null;
  }[];
  refunds: {
    id: string;
    intent: string;
    charge: string;
    cents: number;
    failed: boolean;
    /** The name of the refund, and of its booking or invoice. */
    name: string | null;
  }[];
  disputes: { id: string; intent: string; cents: number; status: string }[];
}

export async function readLedger({ provider }: Evidence): Promise<Ledger> {
  const charges = await provider<Ledger["charges"]>`
    select c.id, c.payment_intent as intent, c.amount as cents, c.amount_refunded as refunded,
      coalesce('series-' || (i.metadata ->> 'seriesId'), i.metadata ->> 'invoice', 'booking-' || (i.metadata ->> 'bookingId'), 'nothing')
        as names,
      i.metadata ->> 'reference' as reference
    from simulated_stripe.charges c join simulated_stripe.payment_intents i on i.id = c.payment_intent
    where c.status = 'succeeded' order by i.listed`;
  const refunds = await provider<Ledger["refunds"]>`
    select id, payment_intent as intent, charge, amount as cents, status = 'failed' as failed,
      coalesce(metadata ->> 'invoice', metadata ->> 'bookingId') || ' ' || (metadata ->> 'refundId') as name
    from simulated_stripe.refunds order by listed`;
  const disputes = await provider<Ledger["disputes"]>`
    select id, payment_intent as intent, amount as cents, status from simulated_stripe.disputes order by listed`;
  return { charges, refunds, disputes };
}
