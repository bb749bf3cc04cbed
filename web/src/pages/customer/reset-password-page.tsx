/** Owns setting a new password by a mailed link. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import { PasswordReset } from "../../../../bff/contract/customer/customer.ts";
import { setNewPassword } from "../../api/customer-accounts.ts";
import { fieldComplaints, serverWords, useFieldErrors } from "../../api/refusal.ts";
import { RequestError } from "../../api/request.ts";
import { AuthSheet, Notice } from "../../features/auth/auth-sheet.tsx";
import { clearCustomer } from "../../session/signed-in-customer.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { toast } from "../../ui/toast/toast.tsx";

const NewPassword = PasswordReset.pick({ password: true });

const route = getRouteApi("/(account)/reset-password");

export function ResetPasswordPage() {
  const { token = "" } = route.useSearch();
  const router = useRouter();
  const form = useForm<{ password: string }>({
    resolver: zodResolver(NewPassword),
    defaultValues: { password: "" },
  });
  const { field, showComplaints } = useFieldErrors(form, ["password"]);
  const reset = useMutation({
    mutationFn: ({ password }: { password: string }) => setNewPassword({ token, password }),
    onSuccess: ({ message }) => {
      toast({ title: "New password set", description: message });
      // The old sessions are over: the way on is to sign in.
      clearCustomer(localStorage);
      void router.navigate({ to: "/user-auth", replace: true });
    },
    onError: showComplaints,
  });
  const linkDead = token === "" || (reset.error instanceof RequestError && reset.error.status === 403);

  return (
    <AuthSheet
      title="Set a new password"
      lead={<p>Wherever you are signed in now, you will be signed out.</p>}
    >
      {linkDead ? (
        <div className="grid justify-items-start gap-5">
          <Notice tone="danger">This link is not valid or has expired.</Notice>
          <p>A link works once and holds for an hour. Ask for a new one.</p>
          <a href="/forgot-password" className={buttonClass({ className: "mr-1" })}>
            Send a new link
          </a>
        </div>
      ) : (
        <form
          noValidate
          aria-label="Set a new password"
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            if (!reset.isPending) void form.handleSubmit((typed) => reset.mutate(typed))(event);
          }}
        >
          {reset.isError && fieldComplaints(reset.error).size === 0 && (
            <Notice tone="danger">
              {serverWords(reset.error, "The password could not be set. Please try again.")}
            </Notice>
          )}
          <PasswordField
            {...field("password")}
            label="New password"
            control={form.register("password")}
            hint="At least 6 characters"
            purpose="new-password"
          />
          <Button type="submit" size="lg" busy={reset.isPending} className="mr-1 justify-self-start">
            {reset.isPending ? "Setting…" : "Set new password"}
          </Button>
        </form>
      )}
    </AuthSheet>
  );
}
