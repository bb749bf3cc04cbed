/** Owns the fields that say who is coming: name, email, phone. */
import { TextField } from "../../ui/field.tsx";
import { FieldGroup } from "./field-group.tsx";
import { type BookingFlow, fieldId } from "./use-booking-form.ts";

export function PersonFields({ flow }: { flow: BookingFlow }) {
  const { register } = flow.form;
  const { messages } = flow;
  return (
    <FieldGroup legend="Who is coming">
      <TextField
        label="First name"
        required
        id={fieldId("firstName")}
        error={messages.firstName}
        {...register("firstName")}
        autoComplete="given-name"
      />
      <TextField
        label="Last name"
        required
        id={fieldId("lastName")}
        error={messages.lastName}
        {...register("lastName")}
        autoComplete="family-name"
      />
      <TextField
        label="Email"
        required
        id={fieldId("email")}
        error={messages.email}
        {...register("email")}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        label="Phone"
        required
        id={fieldId("phone")}
        error={messages.phone}
        {...register("phone")}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
      />
    </FieldGroup>
  );
}
