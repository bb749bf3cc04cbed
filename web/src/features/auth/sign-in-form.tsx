/** The sign-in form: email and password, and the error when they do not match. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { CustomerLogin } from "../../../../bff/contract/customer/customer.ts";
import { signInCustomer } from "../../api/customer-accounts.ts";
import { serverWords, useFieldErrors } from "../../api/refusal.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { Notice } from "./auth-sheet.tsx";
import { EmailField } from "./email-field.tsx";

export function SignInForm({ onSignedIn }: { onSignedIn(): void }) {
  const form = useForm<CustomerLogin>({
    resolver: zodResolver(CustomerLogin),
    defaultValues: { email: "", password: "" },
  });
  const { field } = useFieldErrors(form, ["email", "password"]);

  const signIn = useMutation({
    mutationFn: signInCustomer,
    onSuccess: ({ user }) => {
      toast({ title: "Logged in successfully!", description: `Welcome back, ${user.firstName}.` });
      onSignedIn();
    },
    onError: (error) => {
      toast({ title: "Login Failed", description: refusal(error), variant: "danger" });
      form.setFocus("password", { shouldSelect: true });
    },
  });

  return (
    <form
      noValidate
      aria-label="Sign In"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!signIn.isPending) void form.handleSubmit((login) => signIn.mutate(login))(event);
      }}
    >
      {signIn.isError && <Notice tone="danger">{refusal(signIn.error)}</Notice>}
      <EmailField {...field("email")} control={form.register("email")} />
      <PasswordField {...field("password")} control={form.register("password")} purpose="current-password" />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 pr-1">
        <Button type="submit" size="lg" busy={signIn.isPending}>
          {signIn.isPending ? "Signing in…" : "Sign In"}
        </Button>
        <a
          href="/forgot-password"
          className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-action"
        >
          Forgot your password?
        </a>
      </div>
    </form>
  );
}

const refusal = (error: unknown): string => serverWords(error, "Invalid email or password");
