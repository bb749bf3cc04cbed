/** The wire shapes of a booking as its holder sees and changes it before and after payment (decisions 35 to 37). */
import { z } from "zod";
import { BookingSubmission } from "../booking.ts";
import { namedObject } from "../fields.ts";
import { LinkToken, OwnBooking } from "./customer.ts";

/** A booking as its holder sees it: the customer it belongs to, or the browser that made it. */
export const HeldBooking = OwnBooking.extend({
  manageUrl: z.string().nullable().meta({
    description:
      "The page of this booking that needs no session, as in its mails; a path. Null for a customer's own",
  }),
}).meta({ id: "HeldBooking" });
export type HeldBooking = z.infer<typeof HeldBooking>;

/** Other hours or another length of an unpaid booking, with the price that was shown. Room, person and deadline stay. */
export const HoldChange = BookingSubmission.pick({
  startDate: true,
  startTime: true,
  endTime: true,
  bookingDuration: true,
  hourCount: true,
  totalAmount: true,
  downpaymentAmount: true,
  remainingAmount: true,
}).meta({ id: "HoldChange" });
export type HoldChange = z.input<typeof HoldChange>;

/** The guest link's token that permits releasing a hold where neither session nor cookie does. */
export const HoldRelease = namedObject("HoldRelease", {
  token: LinkToken.shape.token.optional().meta({ description: "Of the link in the booking's mail" }),
});
export type HoldRelease = z.infer<typeof HoldRelease>;
