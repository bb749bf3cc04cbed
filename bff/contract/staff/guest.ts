/** The wire shapes of guests (a guest is a mailbox), and of staff's notes on guests and bookings (decision 113). */
import { z } from "zod";
import {
  Amount,
  emailAddress,
  Instant,
  namedObject,
  phoneNumber,
  requiredText,
  searchText,
} from "../fields.ts";
import { StaffBooking } from "./staff-booking.ts";

const count = z.number().int().nonnegative();

/** A person who has booked before, or has an account. */
export const Guest = namedObject("Guest", {
  id: z.uuid().meta({ description: "An id of the guest, who may have several" }),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  phone: z.string().nullable(),
  visits: count.meta({ description: "Begun, and neither cancelled nor a no-show" }),
  lastVisit: Instant.nullable(),
  noShows: count,
});
export type Guest = z.infer<typeof Guest>;

export const GuestsQuery = z.object({
  search: searchText(
    "Each word is part of the name, the email or the phone; without a search, the guests who booked last",
  ),
});

/** What staff correct of a guest in all of their bookings; fields that are left out stay. */
export const GuestCorrection = namedObject("GuestCorrection", {
  firstName: requiredText("First name").optional(),
  lastName: requiredText("Last name").optional(),
  email: emailAddress().optional(),
  phone: phoneNumber.optional(),
});
export type GuestCorrection = z.input<typeof GuestCorrection>;

export const GuestCorrected = namedObject("GuestCorrected", {
  id: z.uuid().meta({ description: "The guest\u0027s id from now on" }),
  corrected: count.meta({ description: "Bookings that were corrected" }),
});
export type GuestCorrected = z.infer<typeof GuestCorrected>;

/** A note of staff about a guest or a booking. */
export const Note = namedObject("Note", {
  id: z.uuid(),
  text: z.string(),
  at: Instant,
  by: z.string().meta({ description: "Who wrote it" }),
});
export type Note = z.infer<typeof Note>;

export const NewNote = namedObject("NewNote", { text: requiredText("Note", 2_000) });
export type NewNote = z.input<typeof NewNote>;

export const NoteRemoved = z.object({ message: z.string() });

/** A guest with all that is kept of them for staff. */
export const GuestRecord = Guest.extend({
  hasAccount: z.boolean(),
  upcoming: count,
  cancellations: count.meta({ description: "Without those whose hold expired" }),
  receivedAmount: Amount,
  refundedAmount: Amount.meta({ description: "Issued or requested" }),
  dueAmount: Amount.meta({ description: "Still due on bookings that are not cancelled" }),
  bookings: z.array(StaffBooking).meta({ description: "The latest visits first, 100 at most" }),
  notes: z.array(Note).meta({ description: "The newest first" }),
}).meta({ id: "GuestRecord" });
export type GuestRecord = z.infer<typeof GuestRecord>;
