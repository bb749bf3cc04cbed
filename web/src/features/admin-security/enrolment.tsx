/** Owns setting a second factor up: the QR code or its secret for an authenticator app, then a first code. */
import { useMutation } from "@tanstack/react-query";
import { serverWords } from "../../api/refusal.ts";
import { RequestError } from "../../api/request.ts";
import { beginEnrolment, confirmEnrolment } from "../../api/staff-second-factor.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { CodeForm } from "./code-form.tsx";
import { QrCode } from "./qr-code.tsx";

/** `onDone` is told the recovery codes. */
export function Enrolment({ onDone }: { onDone(recoveryCodes: string[]): void }) {
  const begin = useMutation({
    mutationFn: beginEnrolment,
    onError: (error) =>
      toast({
        title: "Not Set Up",
        description: serverWords(error, "Setting up could not begin. Please try again."),
        variant: "danger",
      }),
  });
  if (!begin.data) {
    return (
      <div>
        <Button density="dense" variant="solid" busy={begin.isPending} onClick={() => begin.mutate()}>
          {begin.isPending ? "Preparing..." : "Set Up"}
        </Button>
      </div>
    );
  }
  const { secret, uri, enrolment } = begin.data;
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
          send={(code) => confirmEnrolment({ enrolment, code })}
          onDone={({ recoveryCodes, message }) => {
            toast({ title: "Second Factor On", description: `${message}.` });
            onDone(recoveryCodes);
          }}
          onRefused={(error) => {
            const ended = error instanceof RequestError && error.problem?.code === "EnrolmentEnded";
            if (!ended) return;
            toast({ title: "Not Set Up", description: serverWords(error, ""), variant: "danger" });
            begin.reset();
          }}
        />
      </li>
    </ol>
  );
}
