/** The wire shape of a loyalty record (decision 141). */
import { z } from "zod";
import { Amount, namedObject, printableText } from "../fields.ts";

/** The person whose record is asked for. A text that cannot be an email (too long, not printable) is refused before any search. */
export const LoyaltyPath = z.object({
  email: z
    .string()
    .max(254, "Invalid email")
    .refine(...printableText("Email")),
});

const LOYALTY_TIERS = ["Bronze", "Silver", "Gold", "Platinum"] as const;
export type LoyaltyTier = (typeof LOYALTY_TIERS)[number];

/** The answer to `GET /api/customer/{email}/loyalty`. */
export const LoyaltyRecord = namedObject("LoyaltyRecord", {
  loyaltyTier: z.enum(LOYALTY_TIERS),
  totalBookings: z.number().int().meta({ description: "Bookings that are not cancelled" }),
  totalSpent: Amount.meta({ description: "Paid for them, less refunds" }),
  loyaltyPoints: z.number().int(),
  benefits: z.array(z.string()),
});
export type LoyaltyRecord = z.infer<typeof LoyaltyRecord>;
