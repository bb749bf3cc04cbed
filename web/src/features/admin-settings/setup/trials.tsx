/** Tries what the operator has set: a mail to oneself, and the payment provider's keys. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toastRefusal } from "../../../form/after-change.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { tryMail, tryPayments } from "./calls.ts";

const FAILED = "The server could not be reached. Please try again.";

export function MailTrial() {
  const [to, setTo] = useState("");
  const trial = useMutation({ mutationFn: tryMail, onError: toastRefusal("Mail Not Sent", FAILED) });
  return (
    <div className="grid gap-2">
      <form
        aria-label="Test mail"
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          trial.mutate(to);
        }}
      >
        <TextField
          density="dense"
          label="Send a test mail to"
          type="email"
          required
          autoComplete="email"
          className="min-w-60 grow"
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
        <Button density="dense" type="submit" busy={trial.isPending}>
          {trial.isPending ? "Sending..." : "Send Test Mail"}
        </Button>
      </form>
      <div role="status" className="grid gap-1 text-sm">
        {trial.data && (
          <>
            <p className={trial.data.success ? "font-semibold text-success" : "font-semibold text-danger"}>
              {trial.data.success ? `A mail server took it for ${trial.data.sentTo}.` : trial.data.error}
            </p>
            <ul className="grid gap-1">
              {trial.data.checks.map(({ name, found, hint }) => (
                <li key={name}>
                  <strong>{name}:</strong> {found ?? hint}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}

export function PaymentTrial() {
  const trial = useMutation({ mutationFn: tryPayments, onError: toastRefusal("Not Tried", FAILED) });
  return (
    <div className="grid justify-items-start gap-2">
      <Button density="dense" busy={trial.isPending} onClick={() => trial.mutate()}>
        {trial.isPending ? "Trying..." : "Try the Keys"}
      </Button>
      <p role="status" className="text-sm">
        {trial.data && wordsOf(trial.data)}
      </p>
    </div>
  );
}

function wordsOf({ success, simulated, live, error }: Awaited<ReturnType<typeof tryPayments>>): string {
  if (!success) return error ?? FAILED;
  if (simulated) return "The simulated provider answers. No card is charged.";
  return `Stripe knows the keys, in ${live ? "live" : "test"} mode.`;
}
