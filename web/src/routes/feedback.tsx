/** Owns `/feedback`: the loyalty card and feedback, for customers alone (SPEC §2, §5). */
import { createFileRoute } from "@tanstack/react-router";
import { FeedbackPage } from "../features/feedback/feedback-page.tsx";
import { SignInNeeded } from "../features/feedback/sign-in-needed.tsx";
import { useFeedbackUser } from "../session/customer-session.ts";
import { useCustomerPage } from "./-customer-guard.ts";

export const Route = createFileRoute("/feedback")({ component: FeedbackRoute });

function FeedbackRoute() {
  const user = useFeedbackUser();
  useCustomerPage(user !== null);
  if (user === null) {
    return (
      <div className="page py-16">
        <SignInNeeded />
      </div>
    );
  }
  return <FeedbackPage key={user.email} user={user} />;
}
