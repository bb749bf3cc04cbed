/** The wire shapes of messages as staff read, answer and close them (decision 114). */
import { z } from "zod";
import { Id, Instant, namedObject, numberOf, requiredText, searchText } from "../fields.ts";
import { ContactSubmission } from "../visitor/inquiry.ts";
import { PageQuery } from "./staff-booking.ts";

const INQUIRY_STAGES = ["new", "answered", "done"] as const;
export type InquiryStage = (typeof INQUIRY_STAGES)[number];

/** One action of staff on a message. */
const InquiryStep = z.object({
  version: z.number().int().meta({ description: "Of the event in the log" }),
  kind: z.enum(["answered", "booked", "done", "reopened"]),
  at: Instant,
  by: z.string().meta({ description: "The colleague's name" }),
  text: z.string().nullable().meta({ description: "What was answered; null once it is erased" }),
  delivery: z
    .enum(["waiting", "sent", "refused"])
    .nullable()
    .meta({ description: "Of an answer: its mail waits to be sent, was sent, or was refused permanently" }),
  bookingId: Id.nullable().meta({ description: "Which booking it became" }),
});
export type InquiryStep = z.infer<typeof InquiryStep>;

/** A message as staff read it. */
export const StaffInquiry = ContactSubmission.extend({
  stage: z.enum(INQUIRY_STAGES),
  thread: z.array(InquiryStep).meta({ description: "What staff did with it, the oldest first" }),
}).meta({ id: "StaffInquiry" });
export type StaffInquiry = z.infer<typeof StaffInquiry>;

/** Open: new or answered. */
const INQUIRY_FILTERS = ["all", "open", ...INQUIRY_STAGES] as const;
export type InquiryFilter = (typeof INQUIRY_FILTERS)[number];

export const InquiriesQuery = z.object({
  stage: z
    .enum(INQUIRY_FILTERS, { error: `Stage must be one of ${INQUIRY_FILTERS.join(", ")}` })
    .default("all")
    .meta({ description: "`open`: new or answered" }),
  search: searchText("Each word is part of the name, the email, the phone or the message"),
  ...PageQuery.shape,
});

/** How many messages there are, in all and of each stage. */
export const InquirySummary = namedObject("InquirySummary", {
  total: z.number().int(),
  new: z.number().int(),
  answered: z.number().int(),
  done: z.number().int(),
});
export type InquirySummary = z.infer<typeof InquirySummary>;

/** `POST /api/contact/{id}/answers`: the answer is mailed to the author of the message. */
export const InquiryAnswer = namedObject("InquiryAnswer", { text: requiredText("Answer", 5_000) });
export type InquiryAnswer = z.input<typeof InquiryAnswer>;

/** `PATCH /api/contact/{id}` */
export const InquiryChange = namedObject("InquiryChange", {
  done: z
    .boolean({ error: "Done must be true or false" })
    .meta({ description: "False reopens it: as new, or as answered if it was answered" }),
});

/** `POST /api/contact/{id}/booking`: the booking that was made for the message. */
export const InquiryBooking = namedObject("InquiryBooking", {
  bookingId: numberOf("Booking"),
});

/** A message after staff changed it. */
export const InquiryChanged = namedObject("InquiryChanged", {
  id: Id,
  stage: z.enum(INQUIRY_STAGES),
  message: z.string(),
});
export type InquiryChanged = z.infer<typeof InquiryChanged>;
