/** The fields for the person who books: name, email, phone. */
import { EmailField, TextField } from "../../ui/field.tsx";
import { FieldGroup } from "./field-group.tsx";
import type { BookingFlow } from "./use-booking-form.ts";

export function PersonFields({ flow }: { flow: BookingFlow }) {
  const { field } = flow;
  return (
    <FieldGroup legend="Your details">
      <TextField {...field("firstName")} label="First name" required autoComplete="given-name" />
      <TextField {...field("lastName")} label="Last name" required autoComplete="family-name" />
      <EmailField {...field("email")} />
      <TextField {...field("phone")} label="Phone" required type="tel" inputMode="tel" autoComplete="tel" />
    </FieldGroup>
  );
}
