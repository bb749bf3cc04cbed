/** The wire shape of a booking's receipt. */
import { z } from "zod";
import { InvoiceNumber } from "./billing/invoices.ts";
import { Amount, Instant, namedObject } from "./fields.ts";

export const Receipt = namedObject("Receipt", {
  lines: z.array(z.object({ text: z.string(), amount: Amount })).meta({ description: "Add up to the total" }),
  number: z.string().meta({ description: "Of the receipt: one for each booking" }),
  taxNumber: z.string().meta({ description: "The venue's; empty if it has none" }),
  payments: z
    .array(z.object({ at: Instant, way: z.string(), amount: Amount }))
    .meta({ description: "Each payment and return (negative) with its date and way, the oldest first" }),
  onAccount: Amount.nullable().meta({
    description:
      "What is still on the billing account that pays it; null for a booking that is paid otherwise",
  }),
  invoices: z.array(InvoiceNumber).meta({ description: "Those that it is on, the latest last" }),
  tax: Amount.meta({ description: "Included in the total" }),
  total: Amount.meta({
    description: "The price; for a cancelled booking, what the venue keeps; on account, what it owes",
  }),
  received: Amount,
  returned: Amount.meta({
    description: "Refunded to cards (also requested refunds), returned at the desk, or withheld by a dispute",
  }),
  disputed: Amount.meta({ description: "The part of `returned` that an open or lost dispute withholds" }),
  balance: Amount.meta({ description: "Still due; negative: still to be refunded" }),
});
export type Receipt = z.infer<typeof Receipt>;
