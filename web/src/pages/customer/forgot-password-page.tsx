/** Owns asking for a link to set a new password; the answer never tells whether there is an account. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { ForgottenPassword } from "../../../../bff/contract/customer/customer.ts";
import { askForNewPassword } from "../../api/customer-accounts.ts";
import { serverWords, useFieldErrors } from "../../api/refusal.ts";
import { AuthSheet, Notice } from "../../features/auth/auth-sheet.tsx";
import { EmailField } from "../../features/auth/email-field.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";

export function ForgotPasswordPage() {
  const form = useForm<ForgottenPassword>({
    resolver: zodResolver(ForgottenPassword),
    defaultValues: { email: "" },
  });
  const { field } = useFieldErrors(form, ["email"]);
  const ask = useMutation({ mutationFn: ({ email }: ForgottenPassword) => askForNewPassword(email) });
  return (
    <AuthSheet
      title="Forgot your password?"
      lead={<p>Say which email your account has. We send it a link to set a new password.</p>}
    >
      {ask.isSuccess ? (
        <div className="grid justify-items-start gap-5">
          <Notice tone="plain">{ask.data.message}</Notice>
          <p>The link holds for an hour and works once. Look in the spam folder too.</p>
          <a href="/user-auth" className={buttonClass({ variant: "outline" })}>
            Back to Sign In
          </a>
        </div>
      ) : (
        <form
          noValidate
          aria-label="Forgot your password?"
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            if (!ask.isPending) void form.handleSubmit((asked) => ask.mutate(asked))(event);
          }}
        >
          {ask.isError && (
            <Notice tone="danger">
              {serverWords(ask.error, "The link could not be sent. Please try again.")}
            </Notice>
          )}
          <EmailField {...field("email")} control={form.register("email")} />
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pr-1">
            <Button type="submit" size="lg" busy={ask.isPending}>
              {ask.isPending ? "Sending…" : "Send the link"}
            </Button>
            <a
              href="/user-auth"
              className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-action"
            >
              Back to Sign In
            </a>
          </div>
        </form>
      )}
    </AuthSheet>
  );
}
