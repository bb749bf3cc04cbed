/** Owns what somebody signed in does to their own access: a new password, and out on every device. Of customers and staff alike. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { PasswordChange } from "../../../../bff/contract/password.ts";
import { fieldComplaints, serverWords, useFieldErrors } from "../../api/refusal.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { Notice } from "./auth-sheet.tsx";

const EMPTY: PasswordChange = { currentPassword: "", password: "" };

interface OwnAccessProps {
  change(typed: PasswordChange): Promise<{ message: string }>;
  signOutEverywhere(): Promise<void>;
  /** As the page's other buttons are. */
  density?: "dense";
}

export function OwnAccess({ change, signOutEverywhere, density }: OwnAccessProps) {
  const formId = useId();
  const [open, setOpen] = useState(false);
  const dense = density ? { density } : {};
  const everywhere = useMutation({
    mutationFn: signOutEverywhere,
    onError: (error) =>
      toast({
        title: "Not Logged Out",
        description: serverWords(error, "Your sessions could not be ended. Please try again."),
        variant: "danger",
      }),
  });
  return (
    <section className="grid gap-5 border-2 border-ink bg-sheet p-5">
      <h2 className={density ? "text-lg font-semibold" : "poster-type text-2xl"}>Security and devices</h2>
      <Button
        {...dense}
        variant="outline"
        aria-expanded={open}
        aria-controls={formId}
        className="justify-self-start"
        onClick={() => setOpen(!open)}
      >
        New password
      </Button>
      <div id={formId} hidden={!open}>
        {open && <PasswordForm change={change} dense={dense} />}
      </div>
      <div className="grid justify-items-start gap-3 border-t border-rule pt-5">
        <p>Lost a device, or signed in somewhere that is not yours?</p>
        <Button {...dense} variant="outline" busy={everywhere.isPending} onClick={() => everywhere.mutate()}>
          Sign out everywhere
        </Button>
      </div>
    </section>
  );
}

function PasswordForm({ change, dense }: Pick<OwnAccessProps, "change"> & { dense: { density?: "dense" } }) {
  const form = useForm<PasswordChange>({ resolver: zodResolver(PasswordChange), defaultValues: EMPTY });
  const { field, showComplaints } = useFieldErrors(form, ["currentPassword", "password"]);
  const changing = useMutation({
    mutationFn: change,
    onSuccess: ({ message }) => {
      toast({ title: "New password set", description: `${message} Other devices have been signed out.` });
      form.reset(EMPTY);
    },
    onError: showComplaints,
  });
  return (
    <form
      noValidate
      aria-label="Change your password"
      className="grid max-w-md gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!changing.isPending) void form.handleSubmit((typed) => changing.mutate(typed))(event);
      }}
    >
      {changing.isError && fieldComplaints(changing.error).size === 0 && (
        <Notice tone="danger">
          {serverWords(changing.error, "The password could not be set. Please try again.")}
        </Notice>
      )}
      <PasswordField
        {...field("currentPassword")}
        label="Current password"
        control={form.register("currentPassword")}
        purpose="current-password"
      />
      <PasswordField
        {...field("password")}
        label="New password"
        control={form.register("password")}
        hint="At least 6 characters"
        purpose="new-password"
      />
      <Button {...dense} type="submit" busy={changing.isPending} className="mr-1 justify-self-start">
        {changing.isPending ? "Changing…" : "Change password"}
      </Button>
    </form>
  );
}
