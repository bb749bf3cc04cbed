/** The wire shape of all that is kept of a customer, as they download it. */
import { z } from "zod";
import { Amount, Instant, namedObject, span } from "../fields.ts";
import { OwnInquiry } from "../visitor/inquiry.ts";
import { WaitlistEntry } from "../visitor/waitlist.ts";
import { CustomerUser, OwnBooking } from "./customer.ts";
import { Review } from "./feedback.ts";
import { LoyaltyRecord } from "./loyalty.ts";

export const MyData = namedObject("MyData", {
  generatedAt: Instant,
  account: CustomerUser,
  bookings: z.array(
    OwnBooking.extend({
      history: z
        .array(
          z.object({
            at: Instant,
            by: z.enum(["visitor", "customer", "staff", "token", "provider", "system"]),
            text: z.string(),
            amount: Amount.nullable().meta({ description: "Received; negative for a refund" }),
            paymentReference: z.string().nullable().meta({ description: "The payment provider's" }),
          }),
        )
        .meta({ description: "What happened to it and its money, the oldest first" }),
    }),
  ),
  feedback: z.array(Review.omit({ customerName: true, customerEmail: true })),
  messages: z.array(OwnInquiry).meta({
    description: "Those sent from the contact form with the account's email, once that is verified",
  }),
  waitlist: z
    .array(
      WaitlistEntry.pick({ id: true, state: true, wish: true, joinedAt: true }).extend({
        offers: z.array(
          z.object({
            roomName: z.string(),
            ...span,
            until: Instant,
            outcome: z.enum(["claimed", "declined", "lapsed"]).nullable(),
          }),
        ),
      }),
    )
    .meta({ description: "What was waited for, and what was offered" }),
  loyalty: LoyaltyRecord,
  sessions: z.array(z.object({ createdAt: Instant, expiresAt: Instant, current: z.boolean() })),
  mails: z.array(
    z.object({ about: z.string().meta({ examples: ["booking-confirmed"] }), sentAt: Instant.nullable() }),
  ),
});
export type MyData = z.infer<typeof MyData>;
