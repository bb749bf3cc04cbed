/** The second step of a staff login, which asks for the code of the second factor. */
import type { StaffLoggedIn } from "../../../../bff/contract/staff/staff.ts";
import { RequestError } from "../../api/request.ts";
import { sendSecondFactor } from "../../api/staff-sign-in.ts";
import { Button } from "../../ui/button.tsx";
import { CodeForm } from "./code-form.tsx";

interface LoginCodeFormProps {
  challenge: string;
  onSignedIn(loggedIn: StaffLoggedIn): void;
  /** Returns to the password; `because` is the reason if the server wants it again. */
  onLeave(because: string | null): void;
}

export function LoginCodeForm({ challenge, onSignedIn, onLeave }: LoginCodeFormProps) {
  return (
    <div className="grid gap-5">
      <p role="status" className="border-l-4 border-action bg-ground px-4 py-3">
        Your account has a second factor. Enter its code to continue.
      </p>
      <CodeForm
        title="Second factor"
        submit="Continue"
        submitting="Checking..."
        density="roomy"
        orRecovery
        send={({ code }) => sendSecondFactor({ challenge, code })}
        onDone={onSignedIn}
        onRefused={(error) => {
          const problem = error instanceof RequestError ? error.problem : undefined;
          if (problem?.code === "LoginChallengeEnded" || problem?.code === "CodeLoginClosed") {
            onLeave(problem.message);
          }
        }}
      >
        <Button variant="ghost" onClick={() => onLeave(null)}>
          Back
        </Button>
      </CodeForm>
      <p className="text-sm text-muted">
        Lost your device and the recovery codes? A manager or an admin can remove your second factor.
      </p>
    </div>
  );
}
