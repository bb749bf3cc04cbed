/** Owns asking for a code of the second factor: six digits from the app, or one of the recovery codes; with the password where the change asks for both. */
import { type ReactNode, useEffect, useState } from "react";
import { z } from "zod";
import { SecondFactorChange } from "../../../../bff/contract/staff/second-factor.ts";
import { serverWords } from "../../api/refusal.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { Button, type Density } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { PasswordField } from "../../ui/password-field.tsx";

/** A login's password was typed before. */
const CodeAlone = SecondFactorChange.extend({ currentPassword: z.string() });

interface CodeFormProps<Answer> {
  /** Names the form. */
  title: string;
  /** What the button says, and while it works. */
  submit: string;
  submitting: string;
  danger?: boolean;
  density?: Density;
  /** A recovery code does it too. */
  orRecovery: boolean;
  /** The password is asked for too. */
  withPassword?: boolean;
  /** `currentPassword` is empty where it is not asked for. */
  send(typed: SecondFactorChange): Promise<Answer>;
  onDone(answer: Answer): void;
  onRefused?(error: unknown): void;
  /** Other buttons beside the first. */
  children?: ReactNode;
}

export function CodeForm<Answer>(props: CodeFormProps<Answer>) {
  const { title, density = "dense", orRecovery, withPassword = false, send, onDone, onRefused } = props;
  const [recovery, setRecovery] = useState(false);
  const { form, field, sending, isComplaint, frame } = useSentForm<
    SecondFactorChange,
    SecondFactorChange,
    Answer
  >({
    schema: withPassword ? SecondFactorChange : CodeAlone,
    defaults: { currentPassword: "", code: "" },
    send,
    onSuccess: onDone,
    onError(error) {
      if (!isComplaint(error)) {
        const words = serverWords(error, "The code could not be checked. Please try again.");
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
        hint={recovery ? "One of the ten you were given; each works once" : "From your authenticator app"}
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
