/** The two versions of the booking form (decisions 16, 27). */
import type { ReactNode } from "react";
import { TERMS_MESSAGE } from "../../../../bff/contract/booking.ts";
import { DIALOG_TERMS_MESSAGE } from "./booking-fields.ts";
import { BookingSheet, type SheetProps } from "./booking-sheet.tsx";

/** On the room page: attendees are optional, and the text says that terms are accepted. */
export const BookingForm = (props: SheetProps) => (
  <BookingSheet
    {...props}
    termsVerb="accept"
    rules={{ capacity: props.room.capacity, attendeesRequired: false, termsMessage: TERMS_MESSAGE }}
  />
);

/** In the booking page's dialog: attendees are required, and the text says that terms are agreed to. */
export const BookingDialogForm = (props: SheetProps & { ticket: ReactNode }) => (
  <BookingSheet
    {...props}
    termsVerb="agree to"
    rules={{ capacity: props.room.capacity, attendeesRequired: true, termsMessage: DIALOG_TERMS_MESSAGE }}
  />
);
