/** Owns the wire shapes of how the house is reached and of a contact message (SPEC §2 contact, §3 contact_submissions). */
import { z } from "zod";
import { emailAddress, Id, phoneNumber, requiredText } from "./wire.ts";

/** The house's own particulars, its mail address as its operator set it. */
export const House = z
  .object({
    name: z.string(),
    address: z.object({ street: z.string(), city: z.string() }),
    phone: z.string(),
    email: z.string(),
    openDays: z.string(),
    hours: z.string(),
    directions: z.string(),
    mapUrl: z.string(),
    social: z.array(z.object({ name: z.string(), url: z.string() })),
    timeZone: z.string().meta({ description: "IANA; every opening hour is meant in it" }),
  })
  .meta({ id: "House" });
export type House = z.infer<typeof House>;

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

export const ContactMessage = z
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
  .meta({ id: "ContactMessage" });
export type ContactMessage = z.input<typeof ContactMessage>;

export const ContactReceived = z
  .object({ id: Id, success: z.literal(true), message: z.string() })
  .meta({ id: "ContactReceived" });
export type ContactReceived = z.infer<typeof ContactReceived>;
