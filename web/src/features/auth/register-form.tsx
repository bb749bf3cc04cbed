/** The form that creates a customer account: its fields, their errors, and the outcome. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { Registration } from "../../../../bff/contract/customer/customer.ts";
import { registerCustomer } from "../../api/customer-accounts.ts";
import { serverWords, useFieldErrors } from "../../api/refusal.ts";
import { pixel } from "../../browser/pixel.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { Notice } from "./auth-sheet.tsx";
import { EmailField } from "./email-field.tsx";

const FIELDS = ["firstName", "lastName", "email", "phone", "password"] as const;

/** What a person types: an empty phone is none. */
const Draft = Registration.extend({ phone: Registration.shape.phone.unwrap().unwrap() });
type Draft = z.input<typeof Draft>;

export function RegisterForm({ onRegistered }: { onRegistered(): void }) {
  const form = useForm<Draft, unknown, z.output<typeof Draft>>({
    resolver: zodResolver(Draft),
    defaultValues: { firstName: "", lastName: "", email: "", phone: "", password: "" },
  });
  const { field, wrong, showComplaints } = useFieldErrors(form, FIELDS);
  // In the order of the page: after a failed try the focus goes to the first of them that is wrong.
  const controls = {
    firstName: form.register("firstName"),
    lastName: form.register("lastName"),
    email: form.register("email"),
    phone: form.register("phone"),
    password: form.register("password"),
  };

  const register = useMutation({
    mutationFn: registerCustomer,
    onSuccess: ({ user }) => {
      pixel.completeRegistration();
      toast({
        title: "Account created successfully!",
        description: `Welcome, ${user.firstName}. We have sent a link to ${user.email} to verify it.`,
      });
      onRegistered();
    },
    onError: (error) => {
      toast({ title: "Registration Failed", description: refusal(error), variant: "danger" });
      showComplaints(error);
    },
  });

  return (
    <form
      noValidate
      aria-label="Create Account"
      className="grid gap-5 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!register.isPending) void form.handleSubmit((account) => register.mutate(account))(event);
      }}
    >
      {wrong.length > 1 && (
        <div className="sm:col-span-2">
          <ErrorSummary errors={wrong} />
        </div>
      )}
      {register.isError && wrong.length === 0 && (
        <div className="sm:col-span-2">
          <Notice tone="danger">{refusal(register.error)}</Notice>
        </div>
      )}
      <Field label="First name" required {...field("firstName")}>
        {(aria) => <TextInput {...aria} {...controls.firstName} autoComplete="given-name" />}
      </Field>
      <Field label="Last name" required {...field("lastName")}>
        {(aria) => <TextInput {...aria} {...controls.lastName} autoComplete="family-name" />}
      </Field>
      <div className="grid gap-5 sm:col-span-2">
        <EmailField {...field("email")} control={controls.email} />
        <Field label="Phone" {...field("phone")}>
          {(aria) => (
            <TextInput {...aria} {...controls.phone} type="tel" inputMode="tel" autoComplete="tel" />
          )}
        </Field>
        <PasswordField
          {...field("password")}
          control={controls.password}
          hint="At least 6 characters"
          purpose="new-password"
        />
        <Button type="submit" size="lg" busy={register.isPending} className="mr-1 justify-self-start">
          {register.isPending ? "Creating…" : "Create Account"}
        </Button>
        <p className="text-sm text-muted">
          By creating an account you agree to the{" "}
          <a href="/terms" className="underline underline-offset-4">
            terms of service
          </a>{" "}
          and the{" "}
          <a href="/privacy" className="underline underline-offset-4">
            privacy policy
          </a>
          .
        </p>
      </div>
    </form>
  );
}

const refusal = (error: unknown): string => serverWords(error, "Failed to create account");
