/** Owns the booking form as the room page has it: attendees may be left open, terms are accepted (SPEC §2, §5). */
import { TERMS_MESSAGE } from "../../../../bff/contract/booking.ts";
import { BookingSheet } from "./booking-sheet.tsx";
import type { BookingFormProps } from "./use-booking-form.ts";

export function BookingForm(props: BookingFormProps) {
  return (
    <BookingSheet
      {...props}
      termsVerb="accept"
      rules={{ capacity: props.room.capacity, attendeesRequired: false, termsMessage: TERMS_MESSAGE }}
    />
  );
}
