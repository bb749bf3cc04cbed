/** The wire shapes of money that staff take and return. */
import { z } from "zod";
import { DESK_METHODS } from "../../../core/booking/rules/statuses.ts";
import { Amount, cents, integer, namedObject, optionalText, requiredText } from "../fields.ts";

const amount = cents("Amount must be above zero, such as 75.00", { min: 1 });

export const DeskMoney = namedObject("DeskMoney", {
  kind: z.enum(["received", "returned"], { error: "Kind must be received or returned" }),
  method: z.enum(DESK_METHODS, { error: `Method must be one of ${DESK_METHODS.join(", ")}` }),
  amount,
  reference: optionalText("Reference", 200).meta({ description: "The number of a slip, say" }),
  reason: optionalText("Reason", 2_000).meta({
    description: "Why money is returned. The desk's own form requires it",
  }),
});
export type DeskMoney = z.input<typeof DeskMoney>;

export const CardRefund = namedObject("CardRefund", { amount, reason: requiredText("Reason", 2_000) });
export type CardRefund = z.input<typeof CardRefund>;

const ONE_OF_THEM = "Enter either an amount or a percentage";

/** By how much a price falls: an amount or a percentage, exactly one. */
const reduction = { amount: amount.optional(), percent: integer("Percent", 1, 100).optional() };

const isOneOfThem = ({ amount, percent }: { amount?: unknown; percent?: unknown }): boolean =>
  (amount === undefined) !== (percent === undefined);

/** `POST /api/bookings/{id}/price-reduction` */
export const PriceReduction = namedObject("PriceReduction", {
  ...reduction,
  reason: requiredText("Reason", 2_000),
}).refine(isOneOfThem, { path: ["amount"], error: ONE_OF_THEM });
export type PriceReduction = z.input<typeof PriceReduction>;

export const PriceReductionQuery = z
  .object({
    ...reduction,
    percent: z.coerce
      .number()
      .pipe(integer("Percent", 1, 100))
      .optional(),
  })
  .refine(isOneOfThem, { path: ["amount"], error: ONE_OF_THEM });

/** What a reduction would make of the price and the money. */
export const ReducedPrice = namedObject("ReducedPrice", {
  totalAmount: Amount,
  refundAmount: Amount.meta({ description: "What the card is refunded automatically" }),
  toReturnAmount: Amount.meta({ description: "What the desk must return, in all" }),
  dueAmount: Amount.meta({ description: "What is still due" }),
});
export type ReducedPrice = z.infer<typeof ReducedPrice>;
