/** Lets customers and staff who are signed in change their password or sign out on every device. */

import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { PasswordChange } from "../../../../bff/contract/password.ts";
import { toastRefusal } from "../../form/after-change.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { Notice } from "./auth-layout.tsx";

interface OwnAccessProps {
  change(typed: PasswordChange): Promise<{ message: string }>;
  signOutEverywhere(): Promise<void>;
  /** Matches the page's other buttons. */
  density?: "dense" | undefined;
}

export function PasswordAndSessions({ change, signOutEverywhere, density }: OwnAccessProps) {
  const formId = useId();
  const [open, setOpen] = useState(false);
  const everywhere = useMutation({
    mutationFn: signOutEverywhere,
    onError: toastRefusal("Not Logged Out", "Your sessions could not be ended. Please try again."),
  });
  return (
    <section className="grid gap-5 border-2 border-ink bg-sheet p-5">
      <h2 className={density ? "text-lg font-semibold" : "poster-type text-2xl"}>Security and devices</h2>
      <Button
        density={density}
        variant="outline"
        aria-expanded={open}
        aria-controls={formId}
        className="justify-self-start"
        onClick={() => setOpen(!open)}
      >
        New password
      </Button>
      <div id={formId} hidden={!open}>
        {open && <PasswordForm change={change} density={density} />}
      </div>
      <div className="grid justify-items-start gap-3 border-t border-rule pt-5">
        <p>Did you lose a device, or sign in on a device that is not yours?</p>
        <Button
          density={density}
          variant="outline"
          busy={everywhere.isPending}
          onClick={() => everywhere.mutate()}
        >
          Sign out everywhere
        </Button>
      </div>
    </section>
  );
}

function PasswordForm({ change, density }: Pick<OwnAccessProps, "change" | "density">) {
  const { form, field, sending, refused, frame } = useSentForm({
    schema: PasswordChange,
    defaults: { currentPassword: "", password: "" },
    send: change,
    onSuccess({ message }) {
      toast({ title: "New password set", description: `${message} Other devices have been signed out.` });
      form.reset();
    },
    refusal: "The password could not be set. Please try again.",
  });
  return (
    <form {...frame} aria-label="Change your password" className="grid max-w-md gap-4">
      {refused && <Notice tone="danger">{refused}</Notice>}
      <PasswordField {...field("currentPassword")} label="Current password" purpose="current-password" />
      <PasswordField
        {...field("password")}
        label="New password"
        hint="At least 6 characters"
        purpose="new-password"
      />
      <Button density={density} type="submit" busy={sending.isPending} className="mr-1 justify-self-start">
        {sending.isPending ? "Changing…" : "Change password"}
      </Button>
    </form>
  );
}
