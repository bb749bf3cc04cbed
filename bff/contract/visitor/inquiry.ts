/** The wire shapes of a message, as a visitor sends it and gets it back. */
import { z } from "zod";
import { emailAddress, Id, Instant, namedObject, optionalPhone, requiredText } from "../fields.ts";

/** A room's slug that is unknown is refused with this text. */
export const UNKNOWN_ROOM = "Choose one of the rooms";

export const InquirySubmission = namedObject("InquirySubmission", {
  firstName: requiredText("First name"),
  lastName: requiredText("Last name"),
  email: emailAddress(),
  phone: optionalPhone,
  interestedRoom: z
    .union([z.literal("").transform(() => null), z.string().regex(/^[a-z0-9-]{1,80}$/)], {
      error: UNKNOWN_ROOM,
    })
    .nullish()
    .meta({ description: "The slug of a room that visitors see" }),
  message: requiredText("Message", 5_000),
});
export type InquirySubmission = z.input<typeof InquirySubmission>;

export const InquiryReceived = namedObject("InquiryReceived", {
  id: Id,
  success: z.literal(true),
  message: z.string(),
});
export type InquiryReceived = z.infer<typeof InquiryReceived>;

/** The fields of a message; texts are null once they are erased. */
export const ContactSubmission = z.object({
  id: Id,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  interestedRoom: z.string().nullable().meta({ description: "A room's slug" }),
  message: z.string().nullable(),
  createdAt: Instant,
});

/** A message as its author downloads it, with the answers they got. */
export const OwnInquiry = ContactSubmission.extend({
  answers: z.array(z.object({ text: z.string().nullable(), answeredAt: Instant })),
}).meta({ id: "OwnInquiry" });
