/** Owns the fields that the account forms share: an email, and a password that is shown on demand. */
import { type ComponentProps, useState } from "react";
import { Field, TextInput } from "../../ui/field.tsx";

interface AccountFieldProps {
  id: string;
  error: string | undefined;
  /** From the form's `register`. */
  control: ComponentProps<"input">;
}

export function EmailField({ id, error, control }: AccountFieldProps) {
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

interface PasswordFieldProps extends AccountFieldProps {
  label?: string;
  hint?: string | undefined;
  /** What a password manager should do here. */
  purpose: "current-password" | "new-password";
}

export function PasswordField({ id, error, control, label = "Password", hint, purpose }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} required id={id} error={error} hint={hint}>
      {(aria) => (
        <div className="relative">
          <TextInput
            {...aria}
            {...control}
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
