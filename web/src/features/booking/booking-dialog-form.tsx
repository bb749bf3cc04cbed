/** Owns the booking form as the booking page's dialog has it: attendees are asked for, terms are agreed to (SPEC §2, §5). */

import { DIALOG_TERMS_MESSAGE } from "./booking-fields.ts";
import { BookingSheet } from "./booking-sheet.tsx";
import type { BookingFormProps } from "./use-booking-form.ts";

export function BookingDialogForm(props: BookingFormProps) {
  return (
    <BookingSheet
      {...props}
      termsVerb="agree to"
      rules={{ capacity: props.room.capacity, attendeesRequired: true, termsMessage: DIALOG_TERMS_MESSAGE }}
    />
  );
}
