/** The wire shape of a booking as its customer and staff see it. */
import { z } from "zod";
import { BOOKING_DURATIONS } from "../../core/booking/rules/pricing.ts";
import { BookingStatus, inKnownSeries, onAccount, PaymentStatus } from "./booking.ts";
import { Amount, Id, Instant, namedObject, span } from "./fields.ts";

/** A person's texts are null once they are erased. */
export const BookingRecord = namedObject("BookingRecord", {
  id: Id,
  roomId: Id,
  roomName: z.string(),
  userId: Id.nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  ...span,
  eventType: z.string(),
  attendees: z.number().int().nullable(),
  specialRequirements: z.string().nullable(),
  engineerRequired: z.boolean(),
  bookingDuration: z.enum(BOOKING_DURATIONS),
  hourCount: z.number().int(),
  totalAmount: Amount,
  downpaymentAmount: Amount,
  remainingAmount: Amount.meta({
    description: "What is due; before any payment, the price less the downpayment",
  }),
  paymentStatus: PaymentStatus,
  stripeChargeId: z.string().nullable(),
  status: BookingStatus,
  createdAt: Instant,
  ...inKnownSeries,
  ...onAccount,
});
export type BookingRecord = z.infer<typeof BookingRecord>;
