/** Owns the fields that say who is coming: name, email, phone. */
import { Field, TextInput } from "../../ui/field.tsx";
import { FieldGroup } from "./field-group.tsx";
import { type BookingFlow, fieldId } from "./use-booking-form.ts";

export function PersonFields({ flow }: { flow: BookingFlow }) {
  const { register } = flow.form;
  const { messages } = flow;
  return (
    <FieldGroup legend="Who is coming">
      <Field label="First name" required id={fieldId("firstName")} error={messages.firstName}>
        {(aria) => <TextInput {...aria} {...register("firstName")} autoComplete="given-name" />}
      </Field>
      <Field label="Last name" required id={fieldId("lastName")} error={messages.lastName}>
        {(aria) => <TextInput {...aria} {...register("lastName")} autoComplete="family-name" />}
      </Field>
      <Field label="Email" required id={fieldId("email")} error={messages.email}>
        {(aria) => (
          <TextInput
            {...aria}
            {...register("email")}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label="Phone" required id={fieldId("phone")} error={messages.phone}>
        {(aria) => (
          <TextInput {...aria} {...register("phone")} type="tel" inputMode="tel" autoComplete="tel" />
        )}
      </Field>
    </FieldGroup>
  );
}
