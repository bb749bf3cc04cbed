/** Owns `/user-auth`: customers sign in or create an account and go on to where they were (SPEC §2). */
import { useQueryClient } from "@tanstack/react-query";
import { createFileRoute, useRouter } from "@tanstack/react-router";
import { CUSTOMER_KEY } from "../api/customer-request.ts";
import { AuthPage } from "../features/auth/auth-page.tsx";
import { LOG_IN_FOR_FEEDBACK } from "../features/feedback/sign-in-needed.tsx";
import { customerSessionEndedBecause } from "../session/customer-session.ts";
import { useCustomer } from "../session/session.ts";
import { wayBack } from "../session/way-back.ts";

export const Route = createFileRoute("/user-auth")({
  validateSearch: (search: Record<string, unknown>): { redirect?: string } =>
    typeof search.redirect === "string" ? { redirect: search.redirect } : {},
  component: UserAuthRoute,
});

function UserAuthRoute() {
  const { redirect } = Route.useSearch();
  const router = useRouter();
  const client = useQueryClient();
  const customer = useCustomer();
  const address = wayBack(redirect);
  const notice = customerSessionEndedBecause() ?? (address === "/feedback" ? LOG_IN_FOR_FEEDBACK : null);
  return (
    <AuthPage
      notice={customer ? null : notice}
      signedInAs={customer ? (customer.firstName ?? "a customer") : null}
      onSignedIn={() => {
        // Nothing that was read for whoever was signed in before is shown to this one.
        client.removeQueries({ queryKey: CUSTOMER_KEY });
        void router.navigate({ href: address, replace: true });
      }}
    />
  );
}
