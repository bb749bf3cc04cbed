/** Owns the wire shape of a contact message as staff read it (SPEC §3 contact_submissions). */
import { z } from "zod";
import { Id, Instant } from "./wire.ts";

/** Texts are null once they are erased. */
export const StaffMessage = z
  .object({
    id: Id,
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    interestedRoom: z.string().nullable().meta({ description: "A room's slug" }),
    message: z.string().nullable(),
    createdAt: Instant,
  })
  .meta({ id: "StaffMessage" });
export type StaffMessage = z.infer<typeof StaffMessage>;
