/** Owns the first step of setting a second factor up: the password, then a secret is shown. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import {
  SecondFactorBeginning,
  type SecondFactorEnrolment,
} from "../../../../bff/contract/staff/second-factor.ts";
import { fieldComplaints, refusalWords, useFieldErrors } from "../../api/refusal.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { beginEnrolment } from "./calls.ts";

export function BeginEnrolment({ onBegun }: { onBegun(enrolment: SecondFactorEnrolment): void }) {
  const form = useForm<SecondFactorBeginning>({
    resolver: zodResolver(SecondFactorBeginning),
    defaultValues: { currentPassword: "" },
  });
  const { field, showComplaints } = useFieldErrors(form, ["currentPassword"]);
  const begin = useMutation({
    mutationFn: beginEnrolment,
    onSuccess: onBegun,
    onError: (error) => {
      if (fieldComplaints(error).has("currentPassword")) showComplaints(error);
      else {
        const description = refusalWords(error, "Setting up could not begin. Please try again.");
        toast({ title: "Not Set Up", description, variant: "danger" });
      }
    },
  });
  return (
    <form
      noValidate
      aria-label="Set up a second factor"
      className="grid max-w-md gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!begin.isPending) void form.handleSubmit((typed) => begin.mutate(typed))(event);
      }}
    >
      <PasswordField
        {...field("currentPassword")}
        label="Your password"
        density="dense"
        control={form.register("currentPassword")}
        purpose="current-password"
      />
      <div>
        <Button type="submit" density="dense" variant="solid" busy={begin.isPending}>
          {begin.isPending ? "Preparing..." : "Set Up"}
        </Button>
      </div>
    </form>
  );
}
