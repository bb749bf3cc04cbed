/** Owns asking for a code of the second factor: six digits from the app, or one of the recovery codes; with the password where the change asks for both. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { SecondFactorChange } from "../../../../bff/contract/staff/second-factor.ts";
import { fieldComplaints, serverWords, useFieldErrors } from "../../api/refusal.ts";
import { Button, type Density } from "../../ui/button.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
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
  const form = useForm<SecondFactorChange>({
    resolver: zodResolver(withPassword ? SecondFactorChange : CodeAlone),
    defaultValues: { currentPassword: "", code: "" },
  });
  const { field, showComplaints } = useFieldErrors(form, ["currentPassword", "code"]);
  useEffect(() => form.setFocus(withPassword ? "currentPassword" : "code"), [form, withPassword]);

  const sending = useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onError: (error) => {
      const complaints = fieldComplaints(error);
      if (complaints.has("code") || complaints.has("currentPassword")) showComplaints(error);
      else {
        const words = serverWords(error, "The code could not be checked. Please try again.");
        form.setError("code", { type: "server", message: words });
        form.setFocus("code", { shouldSelect: true });
      }
      onRefused?.(error);
    },
  });

  const switchKind = () => {
    setRecovery(!recovery);
    form.resetField("code");
    form.setFocus("code");
  };

  return (
    <form
      noValidate
      aria-label={title}
      className="grid max-w-md gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending.isPending) void form.handleSubmit((typed) => sending.mutate(typed))(event);
      }}
    >
      {withPassword && (
        <PasswordField
          {...field("currentPassword")}
          label="Your password"
          density={density}
          control={form.register("currentPassword")}
          purpose="current-password"
        />
      )}
      <Field
        label={recovery ? "Recovery code" : "6-digit code"}
        required
        density={density}
        hint={recovery ? "One of the ten you were given; each works once" : "From your authenticator app"}
        {...field("code")}
      >
        {(aria) => (
          <TextInput
            {...aria}
            key={recovery ? "recovery" : "digits"}
            density={density}
            inputMode={recovery ? "text" : "numeric"}
            autoComplete={recovery ? "off" : "one-time-code"}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={recovery ? 40 : 12}
            className="figures tracking-widest"
            {...form.register("code")}
          />
        )}
      </Field>
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
