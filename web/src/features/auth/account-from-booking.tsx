/** Makes an account from a booking: its name, email and phone are known, so that only a password is typed. */
import type { z } from "zod";
import { Registration } from "../../../../bff/contract/customer/customer.ts";
import { registerCustomer } from "../../api/customer-accounts.ts";
import { refusalMessage } from "../../api/refusal.ts";
import { RequestError } from "../../api/request.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { signInFor } from "../../session/sign-in-return.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { accountCreated } from "./account-created.ts";

export function AccountFromBooking({ person }: { person: Omit<z.input<typeof Registration>, "password"> }) {
  const { form, field, sending, isComplaint, frame } = useSentForm({
    schema: Registration.pick({ password: true }),
    defaults: { password: "" },
    send: ({ password }) => registerCustomer({ ...person, password }),
    onSuccess({ user }) {
      accountCreated(user);
      // The form disappears when it is no longer needed, and the focus must not be lost with it.
      document.getElementById("main")?.focus({ preventScroll: true });
    },
    onError(error) {
      if (isComplaint(error)) return;
      form.setError("password", { type: "server", message: refusal(error) }, { shouldFocus: true });
    },
    failed: "Registration Failed",
    refusal,
  });
  const taken = sending.error instanceof RequestError && sending.error.status === 409;

  return (
    <section aria-labelledby="account-offer" className="grid gap-4 border-2 border-ink bg-sheet p-5 sm:p-6">
      <div className="grid gap-1.5">
        <h2 id="account-offer" className="poster-type text-3xl">
          Create an account for this booking
        </h2>
        <p>
          An account shows all your bookings and earns points for each. Choose a password. We take the rest
          from your booking; you sign in with <strong className="wrap-anywhere">{person.email}</strong>.
        </p>
      </div>
      <form {...frame} aria-label="Create Account" className="grid gap-4">
        {/* Password managers need the account's email. */}
        <input type="email" autoComplete="username" value={person.email} readOnly hidden />
        <PasswordField {...field("password")} hint="At least 6 characters" purpose="new-password" />
        {taken && (
          <p>
            <a
              href={signInFor(window.location.pathname)}
              className="font-semibold underline decoration-2 underline-offset-4 hover:text-action"
            >
              Sign in
            </a>{" "}
            to your existing account. It shows this booking once its email is verified.
          </p>
        )}
        <Button type="submit" busy={sending.isPending} className="mr-1 justify-self-start">
          {sending.isPending ? "Creating…" : "Create Account"}
        </Button>
      </form>
    </section>
  );
}

const refusal = (error: unknown): string => refusalMessage(error, "Failed to create account");
