/** The wire shapes of money that staff take and return. */
import { z } from "zod";
import { DESK_METHODS } from "../../../core/booking/rules/statuses.ts";
import { cents, namedObject, optionalText, requiredText } from "../fields.ts";

const amount = cents("Amount must be above zero, such as 75.00", { min: 1 });

export const DeskMoney = namedObject("DeskMoney", {
  kind: z.enum(["received", "returned"], { error: "Kind must be received or returned" }),
  method: z.enum(DESK_METHODS, { error: `Method must be one of ${DESK_METHODS.join(", ")}` }),
  amount,
  reference: optionalText("Reference", 200).meta({ description: "The number of a slip, say" }),
});
export type DeskMoney = z.input<typeof DeskMoney>;

export const CardRefund = namedObject("CardRefund", { amount, reason: requiredText("Reason", 2_000) });
export type CardRefund = z.input<typeof CardRefund>;
