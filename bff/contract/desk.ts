/** The wire shapes of the desk: money taken and returned, and receipts (decision 109). */
import { z } from "zod";
import { toCents } from "../../core/booking/money.ts";
import { DESK_METHODS } from "../../core/booking/statuses.ts";
import { Amount, AmountInput, optionalText, requiredText } from "./wire.ts";

/** Cents once read. */
const amount = AmountInput.transform((given, context) => {
  const cents = toCents(given);
  if (cents !== null && cents > 0 && cents <= 100_000_000) return cents;
  context.addIssue({ code: "custom", message: "Amount must be above zero, such as 75.00" });
  return z.NEVER;
});

export const DeskMoney = z
  .object({
    kind: z.enum(["received", "returned"], { error: "Kind must be received or returned" }),
    method: z.enum(DESK_METHODS, { error: `Method must be one of ${DESK_METHODS.join(", ")}` }),
    amount,
    reference: optionalText("Reference", 200).meta({ description: "The number of a slip, say" }),
  })
  .meta({ id: "DeskMoney" });
export type DeskMoney = z.input<typeof DeskMoney>;

export const CardRefund = z
  .object({ amount, reason: requiredText("Reason", 2_000) })
  .meta({ id: "CardRefund" });
export type CardRefund = z.input<typeof CardRefund>;

export const Receipt = z
  .object({
    lines: z
      .array(z.object({ text: z.string(), amount: Amount }))
      .meta({ description: "Add up to the total" }),
    tax: Amount.meta({ description: "Contained in the total" }),
    total: Amount.meta({ description: "The price; of a cancelled booking what the house keeps" }),
    received: Amount,
    returned: Amount.meta({
      description: "Given back to cards, or on its way there, handed back at the desk, or away for a dispute",
    }),
    disputed: Amount.meta({ description: "The part of it that is away for a dispute which is open or lost" }),
    balance: Amount.meta({ description: "Still due; below zero: still to be given back" }),
  })
  .meta({ id: "Receipt" });
export type Receipt = z.infer<typeof Receipt>;
