/** A field for a password, with a button that shows and hides it. */
import { useState } from "react";
import { Field, type TextFieldProps, TextInput } from "./field.tsx";

interface PasswordFieldProps extends Omit<TextFieldProps, "label"> {
  label?: string;
  /** What the button shows and hides, for assistive technology. */
  what?: string;
  /** The `autocomplete` value for password managers. */
  purpose: "current-password" | "new-password";
}

export function PasswordField({ what = "what you typed", purpose, ...props }: PasswordFieldProps) {
  const { label = "Password", id, error, hint, density, ...control } = props;
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} required id={id} error={error} hint={hint} density={density}>
      {(aria) => (
        <div className="relative">
          <TextInput
            {...control}
            {...aria}
            density={density}
            type={shown ? "text" : "password"}
            autoComplete={purpose}
            autoCapitalize="none"
            spellCheck={false}
            className="pr-20"
          />
          <button
            type="button"
            aria-label={`${shown ? "Hide" : "Show"} ${what}`}
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
