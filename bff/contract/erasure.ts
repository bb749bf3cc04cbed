/** Owns the wire shapes of erasing a person: what an admin asks for, and who waits for it. */
import { z } from "zod";
import { emailAddress, Id, Instant, requiredText } from "./wire.ts";

/** `POST /api/erasures`: typed twice, since nothing brings the person back. */
export const ErasureOrder = z
  .object({ email: emailAddress(), confirm: requiredText("The email, typed again,", 254) })
  .refine(({ email, confirm }) => email.toLowerCase() === confirm.toLowerCase(), {
    path: ["confirm"],
    error: "Type the same email again",
  })
  .meta({ id: "ErasureOrder" });
export type ErasureOrder = z.input<typeof ErasureOrder>;

/** What has been erased; the same again erases nothing more. */
export const ErasureDone = z
  .object({
    records: z
      .number()
      .int()
      .meta({ description: "Rows of personal data that said something until now; 0 where nothing is kept" }),
    account: z.boolean().meta({ description: "Whether a customer's account is gone with them" }),
    upcomingBookings: z.number().int().meta({ description: "Those keep their hours, without a name" }),
    message: z.string(),
  })
  .meta({ id: "ErasureDone" });
export type ErasureDone = z.infer<typeof ErasureDone>;

/** A customer who has asked to be erased and waits for it. */
export const ErasureRequest = z
  .object({ customerId: Id, email: z.string(), requestedAt: Instant })
  .meta({ id: "ErasureRequest" });
export type ErasureRequest = z.infer<typeof ErasureRequest>;
