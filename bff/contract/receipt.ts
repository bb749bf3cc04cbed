/** The wire shape of a booking's receipt. */
import { z } from "zod";
import { Amount } from "./wire.ts";

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
