/** The wire shapes of money that staff take and return. */
import { z } from "zod";
import { toCents } from "../../../core/booking/money.ts";
import { DESK_METHODS } from "../../../core/booking/statuses.ts";
import { AmountInput, optionalText, requiredText, shape } from "../wire.ts";

/** Dollars on the wire; cents once parsed. */
const amount = AmountInput.transform((given, context) => {
  const cents = toCents(given);
  if (cents !== null && cents > 0 && cents <= 100_000_000) return cents;
  context.addIssue({ code: "custom", message: "Amount must be above zero, such as 75.00" });
  return z.NEVER;
});

export const DeskMoney = shape("DeskMoney", {
  kind: z.enum(["received", "returned"], { error: "Kind must be received or returned" }),
  method: z.enum(DESK_METHODS, { error: `Method must be one of ${DESK_METHODS.join(", ")}` }),
  amount,
  reference: optionalText("Reference", 200).meta({ description: "The number of a slip, say" }),
});
export type DeskMoney = z.input<typeof DeskMoney>;

export const CardRefund = shape("CardRefund", { amount, reason: requiredText("Reason", 2_000) });
export type CardRefund = z.input<typeof CardRefund>;
