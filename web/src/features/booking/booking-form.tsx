/** The two versions of the booking form (decisions 16, 27). */
import type { ReactNode } from "react";
import { BookingFormFields, type SheetProps } from "./booking-form-fields.tsx";

export const BookingForm = (props: SheetProps) => <BookingFormFields {...props} dialog={false} />;

export const BookingDialogForm = (props: SheetProps & { ticket: ReactNode }) => (
  <BookingFormFields {...props} dialog />
);
