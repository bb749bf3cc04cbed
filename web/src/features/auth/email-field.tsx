/** Owns the email field that the account forms share. */
import type { ComponentProps } from "react";
import { Field, TextInput } from "../../ui/field.tsx";

interface EmailFieldProps {
  id: string;
  error: string | undefined;
  /** From the form's `register`. */
  control: ComponentProps<"input">;
}

export function EmailField({ id, error, control }: EmailFieldProps) {
  return (
    <Field label="Email" required id={id} error={error}>
      {(aria) => (
        <TextInput
          {...aria}
          {...control}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  );
}
