/** Owns asking for the password once more: a session alone does not change how an account is kept from others. */
import type { ComponentProps } from "react";
import type { Density } from "../../ui/button.tsx";
import { Field, TextInput } from "../../ui/field.tsx";

interface CurrentPasswordFieldProps {
  id: string;
  error: string | undefined;
  density: Density;
  control: ComponentProps<typeof TextInput>;
}

export function CurrentPasswordField({ id, error, density, control }: CurrentPasswordFieldProps) {
  return (
    <Field id={id} error={error} label="Your password" required density={density}>
      {(aria) => (
        <TextInput {...aria} {...control} type="password" density={density} autoComplete="current-password" />
      )}
    </Field>
  );
}
