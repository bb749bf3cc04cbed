/** Owns a field for a password, which its owner can show on demand. */
import { type ComponentProps, useState } from "react";
import type { Density } from "./button.tsx";
import { Field, TextInput } from "./field.tsx";

interface PasswordFieldProps {
  id: string;
  error: string | undefined;
  /** From the form's `register`. */
  control: ComponentProps<"input">;
  label?: string;
  hint?: string | undefined;
  density?: Density | undefined;
  /** What a password manager should do here. */
  purpose: "current-password" | "new-password";
}

export function PasswordField({
  id,
  error,
  control,
  label = "Password",
  hint,
  density,
  purpose,
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} required id={id} error={error} hint={hint} density={density}>
      {(aria) => (
        <div className="relative">
          <TextInput
            {...aria}
            {...control}
            density={density}
            type={shown ? "text" : "password"}
            autoComplete={purpose}
            autoCapitalize="none"
            spellCheck={false}
            className="pr-20"
          />
          <button
            type="button"
            aria-label={shown ? "Hide what you typed" : "Show what you typed"}
            aria-controls={aria.id}
            className="absolute inset-y-0.5 right-0.5 px-4 font-semibold text-action underline-offset-4 hover:underline"
            onClick={() => setShown(!shown)}
          >
            {shown ? "Hide" : "Show"}
          </button>
        </div>
      )}
    </Field>
  );
}
