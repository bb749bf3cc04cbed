/**
 * The page where a mailed link removes an account that another person opened with the
 * reader's email, only after a press, so that a mail scanner removes nothing.
 */
import { useMutation } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { disownAccount } from "../../api/customer-accounts.ts";
import { serverMessage } from "../../api/refusal.ts";
import { RequestError } from "../../api/request.ts";
import { AuthLayout, Notice } from "../../features/auth/auth-layout.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";

const route = getRouteApi("/(account)/not-my-account");

export function NotMyAccountPage() {
  const { token = "" } = route.useSearch();
  const removal = useMutation({ mutationFn: () => disownAccount(token) });
  const { error } = removal;
  const refused = token === "" || (error instanceof RequestError && error.status < 429);
  return (
    <AuthLayout title="This wasn't me" lead={<p>Someone created an account here with your email.</p>}>
      <div className="grid justify-items-start gap-5">
        {removal.isSuccess ? (
          <>
            <Notice tone="plain">{removal.data.message}</Notice>
            <p>
              The person who created it has been signed out. Bookings made with your email were never shown to
              them.
            </p>
          </>
        ) : refused ? (
          <>
            <Notice tone="danger">{serverMessage(error, "This link is not valid or has expired")}.</Notice>
            <p>
              If there is still an account with your email, set a new password. This signs everyone else out.
            </p>
            <a href="/forgot-password" className={buttonClass({ className: "mr-1" })}>
              Set a new password
            </a>
          </>
        ) : (
          <>
            <p>
              This removes the account and signs out the person who created it. Bookings that were made as a
              guest with your email do not change.
            </p>
            {removal.isError && (
              <Notice tone="danger">The account could not be removed. Please try again.</Notice>
            )}
            <Button size="lg" busy={removal.isPending} onClick={() => removal.mutate()}>
              {removal.isPending ? "Removing…" : "Remove the account"}
            </Button>
          </>
        )}
      </div>
    </AuthLayout>
  );
}
