/** The wire shapes of erasing a person: an admin's request, and the customers who wait to be erased. */
import { z } from "zod";
import { emailAddress, Id, Instant, namedObject, requiredText } from "../fields.ts";

/** `POST /api/erasures`: the email is typed twice, since an erasure cannot be undone. */
export const ErasureSubmission = z
  .object({
    email: emailAddress(),
    confirm: requiredText("The email, typed again,", 254),
    customerId: Id.optional().meta({
      description:
        "Erases only this account's own data: the account and what was booked while signed in to it. The email must be the account's. For a request whose `verified` is false",
    }),
  })
  .refine(({ email, confirm }) => email.toLowerCase() === confirm.toLowerCase(), {
    path: ["confirm"],
    error: "Type the same email again",
  })
  .meta({ id: "ErasureOrder" });
export type ErasureSubmission = z.input<typeof ErasureSubmission>;

/** What has been erased; a repeated request erases nothing more. */
export const ErasureResult = namedObject("ErasureDone", {
  records: z
    .number()
    .int()
    .meta({ description: "Rows of personal data that were erased; 0 if there were none" }),
  account: z.boolean().meta({ description: "Whether a customer's account was erased too" }),
  upcomingBookings: z.number().int().meta({ description: "They keep their hours, without a name" }),
  message: z.string(),
});
export type ErasureResult = z.infer<typeof ErasureResult>;

/** A customer who has asked to be erased and waits for it. */
export const ErasureRequest = namedObject("ErasureRequest", {
  customerId: Id,
  email: z.string(),
  requestedAt: Instant,
  verified: z.boolean().meta({
    description:
      "Whether the email was verified at the request. If so, everything under the email is to be erased; otherwise only the account's own rows: erase with `customerId`",
  }),
  records: z.number().int().meta({ description: "Rows of personal data that would be erased now" }),
  bookings: z.number().int().meta({ description: "Bookings that would lose their name" }),
});
export type ErasureRequest = z.infer<typeof ErasureRequest>;
