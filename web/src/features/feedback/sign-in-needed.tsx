/** Shown on the feedback page to a visitor who is not signed in. */
import { buttonClass } from "../../ui/button.tsx";

export const LOG_IN_FOR_FEEDBACK = "Please log in to access the feedback system.";

export function SignInNeeded() {
  return (
    <div className="grid justify-items-start gap-4 border-2 border-danger bg-sheet p-5">
      <p role="alert" className="font-semibold">
        {LOG_IN_FOR_FEEDBACK}
      </p>
      <a href="/user-auth?redirect=/feedback" className={buttonClass({ className: "mr-1" })}>
        Sign In
      </a>
    </div>
  );
}
