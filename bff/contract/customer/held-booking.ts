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

const booked = BookingSubmission.shape;

/** The new hours, and the price that was shown for them. */
const HOURS = [
  "startDate",
  "startTime",
  "endTime",
  "totalAmount",
  "downpaymentAmount",
  "remainingAmount",
] as const;
const DETAILS = [
  "firstName",
  "lastName",
  "email",
  "phone",
  "eventType",
  "attendees",
  "specialRequirements",
  "engineerRequired",
] as const;

/**
 * Other hours or another length of an unpaid booking, with the price that was shown, or other details, or both. What is left out stays; room
 * and deadline stay. A change of the price needs the hours and amounts too.
 */
export const HoldChange = BookingSubmission.pick({
  startDate: true,
  startTime: true,
  endTime: true,
  totalAmount: true,
  downpaymentAmount: true,
  remainingAmount: true,
  firstName: true,
  lastName: true,
  email: true,
  phone: true,
  eventType: true,
  attendees: true,
  specialRequirements: true,
})
  .partial()
  .extend({
    bookingDuration: booked.bookingDuration,
    hourCount: booked.hourCount,
    engineerRequired: booked.engineerRequired.unwrap().optional(),
  })
  .superRefine((change, context) => {
    const gives = (field: (typeof HOURS | typeof DETAILS)[number]): boolean => change[field] !== undefined;
    if (DETAILS.some(gives) && !HOURS.some(gives)) return;
    for (const field of HOURS) {
      const { error } = booked[field].safeParse(change[field]);
      if (error) {
        context.addIssue({ code: "custom", path: [field], message: error.issues[0]?.message ?? "Required" });
      }
    }
  })
  .meta({ id: "HoldChange" });
export type HoldChange = z.input<typeof HoldChange>;

/** Who comes to a visit. The email stays: it tells whose booking it is. */
export const DetailsChange = BookingSubmission.pick({
  firstName: true,
  lastName: true,
  phone: true,
  attendees: true,
}).meta({ id: "DetailsChange" });
export type DetailsChange = z.input<typeof DetailsChange>;

/** The guest link's token that permits releasing a hold where neither session nor cookie does. */
export const HoldRelease = namedObject("HoldRelease", {
  token: LinkToken.shape.token.optional().meta({ description: "Of the link in the booking's mail" }),
});
export type HoldRelease = z.infer<typeof HoldRelease>;
