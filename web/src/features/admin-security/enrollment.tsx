/** Sets up a second factor: the password, the QR code or its secret for an authenticator app, then a first code. */
import { useState } from "react";
import {
  type SecondFactorEnrolment,
  SecondFactorStart,
} from "../../../../bff/contract/staff/second-factor.ts";
import { serverMessage } from "../../api/refusal.ts";
import { RequestError } from "../../api/request.ts";
import { toastRefusal } from "../../form/after-change.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { beginEnrollment, confirmEnrollment } from "./calls.ts";
import { CodeForm } from "./code-form.tsx";
import { QrCode } from "./qr-code.tsx";

/** `onDone` gets the recovery codes. */
export function Enrollment({ onDone }: { onDone(recoveryCodes: string[]): void }) {
  const [begun, setBegun] = useState<SecondFactorEnrolment | null>(null);
  if (begun === null) return <BeginEnrollment onBegun={setBegun} />;
  const { secret, uri, enrolment } = begun;
  return (
    <ol className="grid gap-6">
      <li className="grid gap-3">
        <h3 className="font-semibold">1. Scan this with your authenticator app</h3>
        <QrCode text={uri} label="QR code for an authenticator app" />
        <p>
          Or type this secret into it:{" "}
          <code data-secret={secret} className="figures font-semibold break-all select-all">
            {secret.match(/.{1,4}/g)?.join(" ")}
          </code>
        </p>
      </li>
      <li className="grid gap-3">
        <h3 className="font-semibold">2. Enter the code that the app shows</h3>
        <CodeForm
          title="First code"
          submit="Turn On"
          submitting="Turning On..."
          orRecovery={false}
          send={({ code }) => confirmEnrollment({ enrolment, code })}
          onDone={({ recoveryCodes, message }) => {
            toast({ title: "Second Factor On", description: `${message}.` });
            onDone(recoveryCodes);
          }}
          onRefused={(error) => {
            const ended = error instanceof RequestError && error.problem?.code === "EnrolmentEnded";
            if (!ended) return;
            toast({ title: "Not Set Up", description: serverMessage(error, ""), variant: "danger" });
            setBegun(null);
          }}
        />
      </li>
    </ol>
  );
}

/** The first step: the password, after which the secret is shown. */
function BeginEnrollment({ onBegun }: { onBegun(enrolment: SecondFactorEnrolment): void }) {
  const { field, sending, isComplaint, frame } = useSentForm({
    schema: SecondFactorStart,
    defaults: { currentPassword: "" },
    send: beginEnrollment,
    onSuccess: onBegun,
    onError: (error) =>
      isComplaint(error) ||
      toastRefusal("Not Set Up", "The setup could not be started. Please try again.")(error),
  });
  return (
    <form {...frame} aria-label="Set up a second factor" className="grid max-w-md gap-4">
      <PasswordField
        {...field("currentPassword")}
        label="Your password"
        density="dense"
        purpose="current-password"
      />
      <div>
        <Button type="submit" density="dense" variant="solid" busy={sending.isPending}>
          {sending.isPending ? "Preparing..." : "Set Up"}
        </Button>
      </div>
    </form>
  );
}
