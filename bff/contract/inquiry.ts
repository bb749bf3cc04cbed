/** Owns the wire shapes of an inquiry, as a visitor leaves it and as staff read and answer it (SPEC §2 contact form, §3 contact_submissions). */
import { z } from "zod";
import { Paging } from "./staff-booking.ts";
import { emailAddress, Id, Instant, phoneNumber, printable, requiredText } from "./wire.ts";

/** The seven room categories the form offers: the rooms' slugs. */
export const INTERESTED_ROOMS = [
  "recording-studio",
  "auditorium",
  "media-production",
  "black-box-theater",
  "rehearsal-room",
  "conference-room",
  "classroom",
] as const;

export const InquirySubmission = z
  .object({
    firstName: requiredText("First name"),
    lastName: requiredText("Last name"),
    email: emailAddress(),
    phone: z
      .union([z.literal("").transform(() => null), phoneNumber], {
        error: "Enter a phone number with at least five digits",
      })
      .nullish(),
    interestedRoom: z
      .union([z.literal("").transform(() => null), z.enum(INTERESTED_ROOMS)], {
        error: "Choose one of the rooms",
      })
      .nullish(),
    message: requiredText("Message", 5_000),
  })
  .meta({ id: "InquirySubmission" });
export type InquirySubmission = z.input<typeof InquirySubmission>;

export const InquiryReceived = z
  .object({ id: Id, success: z.literal(true), message: z.string() })
  .meta({ id: "InquiryReceived" });
export type InquiryReceived = z.infer<typeof InquiryReceived>;

/** What SPEC §3 lists of an inquiry; texts are null once they are erased. */
const ContactSubmission = z.object({
  id: Id,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  interestedRoom: z.string().nullable().meta({ description: "A room's slug" }),
  message: z.string().nullable(),
  createdAt: Instant,
});

/** An inquiry as whoever wrote it downloads it, with what they were answered. */
export const OwnInquiry = ContactSubmission.extend({
  answers: z.array(z.object({ text: z.string().nullable(), answeredAt: Instant })),
}).meta({ id: "OwnInquiry" });

const INQUIRY_STAGES = ["new", "answered", "done"] as const;
export type InquiryStage = (typeof INQUIRY_STAGES)[number];

/** One thing that staff did with an inquiry. */
const InquiryStep = z.object({
  version: z.number().int().meta({ description: "Of the event in the log" }),
  kind: z.enum(["answered", "booked", "done", "reopened"]),
  at: Instant,
  by: z.string().meta({ description: "The colleague's name" }),
  text: z.string().nullable().meta({ description: "What was answered; null once it is erased" }),
  delivery: z
    .enum(["waiting", "sent", "refused"])
    .nullable()
    .meta({ description: "Of an answer: its mail is on its way, was sent, or is refused for good" }),
  bookingId: Id.nullable().meta({ description: "Which booking it became" }),
});
export type InquiryStep = z.infer<typeof InquiryStep>;

/** An inquiry as staff read it. */
export const StaffInquiry = ContactSubmission.extend({
  stage: z.enum(INQUIRY_STAGES),
  thread: z.array(InquiryStep).meta({ description: "What staff did with it, the oldest first" }),
}).meta({ id: "StaffInquiry" });
export type StaffInquiry = z.infer<typeof StaffInquiry>;

/** Open: new or answered. */
export const INQUIRY_FILTERS = ["all", "open", ...INQUIRY_STAGES] as const;
export type InquiryFilter = (typeof INQUIRY_FILTERS)[number];

export const InquiriesQuery = z.object({
  stage: z
    .enum(INQUIRY_FILTERS, { error: `Stage must be one of ${INQUIRY_FILTERS.join(", ")}` })
    .default("all")
    .meta({ description: "`open`: new or answered" }),
  search: z
    .string()
    .max(200, "Search must be at most 200 characters")
    .refine(...printable("Search"))
    .default("")
    .meta({ description: "Each word is part of the name, the email, the phone or the message" }),
  ...Paging.shape,
});

/** How many messages there are, in all and of each stage. */
export const InquirySummary = z
  .object({
    total: z.number().int(),
    new: z.number().int(),
    answered: z.number().int(),
    done: z.number().int(),
  })
  .meta({ id: "InquirySummary" });
export type InquirySummary = z.infer<typeof InquirySummary>;

/** `POST /api/contact/{id}/answers`: mailed to whoever wrote. */
export const InquiryAnswer = z.object({ text: requiredText("Answer", 5_000) }).meta({ id: "InquiryAnswer" });
export type InquiryAnswer = z.input<typeof InquiryAnswer>;

/** `PATCH /api/contact/{id}` */
export const InquiryChange = z
  .object({
    done: z
      .boolean({ error: "Done must be true or false" })
      .meta({ description: "False takes it up again: new, or answered where it was" }),
  })
  .meta({ id: "InquiryChange" });

/** `POST /api/contact/{id}/booking`: which booking the message became. */
export const InquiryBooking = z
  .object({
    bookingId: z
      .int({ error: "Booking must be a booking's number" })
      .positive("Booking must be a booking's number"),
  })
  .meta({ id: "InquiryBooking" });

/** How a message stands after staff changed it. */
export const InquiryChanged = z
  .object({ id: Id, stage: z.enum(INQUIRY_STAGES), message: z.string() })
  .meta({ id: "InquiryChanged" });
export type InquiryChanged = z.infer<typeof InquiryChanged>;
