/** Asks for a code of the second factor: six digits from the app, or a recovery code; with the password if the change needs both. */
import { type ReactNode, useEffect, useState } from "react";
import { z } from "zod";
import { SecondFactorChange } from "../../../../bff/contract/staff/second-factor.ts";
import { serverMessage } from "../../api/refusal.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { Button, type Density } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { PasswordField } from "../../ui/password-field.tsx";

/** A login has already sent the password. */
const CodeAlone = SecondFactorChange.extend({ currentPassword: z.string() });

interface CodeFormProps<Answer> {
  /** The form's name. */
  title: string;
  /** The button's text, and its text while it works. */
  submit: string;
  submitting: string;
  danger?: boolean;
  density?: Density;
  /** Whether a recovery code is accepted too. */
  orRecovery: boolean;
  /** Whether the password is asked for too. */
  withPassword?: boolean;
  /** `currentPassword` is empty if it is not asked for. */
  send(typed: SecondFactorChange): Promise<Answer>;
  onDone(answer: Answer): void;
  onRefused?(error: unknown): void;
  /** Other buttons next to the first one. */
  children?: ReactNode;
}

export function CodeForm<Answer>(props: CodeFormProps<Answer>) {
  const { title, density = "dense", orRecovery, withPassword = false, send, onDone, onRefused } = props;
  const [recovery, setRecovery] = useState(false);
  const { form, field, sending, isComplaint, frame } = useSentForm<SecondFactorChange, Answer>({
    schema: withPassword ? SecondFactorChange : CodeAlone,
    defaults: { currentPassword: "", code: "" },
    send,
    onSuccess: onDone,
    onError(error) {
      if (!isComplaint(error)) {
        const words = serverMessage(error, "The code could not be checked. Please try again.");
        form.setError("code", { type: "server", message: words });
        form.setFocus("code", { shouldSelect: true });
      }
      onRefused?.(error);
    },
  });
  useEffect(() => form.setFocus(withPassword ? "currentPassword" : "code"), [form, withPassword]);

  const switchKind = () => {
    setRecovery(!recovery);
    form.resetField("code");
    form.setFocus("code");
  };

  return (
    <form {...frame} aria-label={title} className="grid max-w-md gap-4">
      {withPassword && (
        <PasswordField
          {...field("currentPassword")}
          label="Your password"
          density={density}
          purpose="current-password"
        />
      )}
      <TextField
        {...field("code")}
        label={recovery ? "Recovery code" : "6-digit code"}
        required
        density={density}
        hint={recovery ? "One of your ten codes; each works once" : "From your authenticator app"}
        key={recovery ? "recovery" : "digits"}
        inputMode={recovery ? "text" : "numeric"}
        autoComplete={recovery ? "off" : "one-time-code"}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={recovery ? 40 : 12}
        controlClass="figures tracking-widest"
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          density={density}
          size="lg"
          variant={props.danger ? "danger" : "solid"}
          busy={sending.isPending}
        >
          {sending.isPending ? props.submitting : props.submit}
        </Button>
        {props.children}
      </div>
      {orRecovery && (
        <p>
          <Button density="dense" variant="ghost" className="-ml-3.5" onClick={switchKind}>
            {recovery ? "Use the app's code instead" : "Use a recovery code instead"}
          </Button>
        </p>
      )}
    </form>
  );
}
