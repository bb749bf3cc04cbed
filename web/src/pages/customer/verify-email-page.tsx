/** The page where a mailed link shows the email and verifies it only after a press, so that a mail scanner verifies nothing. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { emailToVerifyQuery, verifyEmail } from "../../api/customer-accounts.ts";
import { fieldErrors, serverMessage } from "../../api/refusal.ts";
import { RequestError } from "../../api/request.ts";
import { AuthLayout, Notice } from "../../features/auth/auth-layout.tsx";
import { VerifyWithPassword } from "../../features/auth/verify-with-password.tsx";
import { CUSTOMER_KEY } from "../../session/customer-session.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

const route = getRouteApi("/(account)/verify-email");

export function VerifyEmailPage() {
  const { token = "" } = route.useSearch();
  return <MailedLink key={token} token={token} />;
}

function MailedLink({ token }: { token: string }) {
  const client = useQueryClient();
  const { data, error, refetch, isFetching } = useQuery({
    ...emailToVerifyQuery(token),
    enabled: token !== "",
  });
  const verify = useMutation({
    mutationFn: (password: string | undefined) =>
      verifyEmail(password === undefined ? { token } : { token, password }),
    onSuccess: () => client.removeQueries({ queryKey: CUSTOMER_KEY }),
  });
  // The customer may have signed out since the link was opened.
  const passwordNeeded = verify.error instanceof RequestError && verify.error.status === 409;
  const refused = verify.error ?? error;
  const linkDead = token === "" || (refused instanceof RequestError && refused.status === 403);

  return (
    <AuthLayout
      title="Verify your email"
      lead={<p>After that, bookings you made with it as a guest appear in your account too.</p>}
    >
      <div className="grid justify-items-start gap-5">
        {linkDead ? (
          <>
            <Notice tone="danger">{serverMessage(refused, "This link is not valid or has expired")}.</Notice>
            <p>A link is valid for seven days. You can request a new one on your account page.</p>
            <AccountLink />
          </>
        ) : error ? (
          <>
            <Notice tone="danger">The link could not be checked.</Notice>
            <Button variant="outline" busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          </>
        ) : !data ? (
          <>
            <p role="status" className="sr-only">
              Checking your link…
            </p>
            <Skeleton className="h-12 w-full" />
            <Skeleton className="h-13 w-48" />
          </>
        ) : verify.isSuccess || data.emailVerified ? (
          <>
            <Notice tone="plain">
              {verify.isSuccess ? verify.data.message : "Your email is already verified."}
            </Notice>
            <AccountLink />
          </>
        ) : (
          <>
            <p>
              This link is for <strong className="break-all">{data.email}</strong>.
            </p>
            {verify.isError && fieldErrors(verify.error).size === 0 && (
              <Notice tone="danger">The email could not be verified. Please try again.</Notice>
            )}
            {data.passwordNeeded || passwordNeeded ? (
              <VerifyWithPassword onVerify={verify.mutateAsync} />
            ) : (
              <Button size="lg" busy={verify.isPending} onClick={() => verify.mutate(undefined)}>
                {verify.isPending ? "Verifying…" : "Verify my email"}
              </Button>
            )}
          </>
        )}
      </div>
    </AuthLayout>
  );
}

function AccountLink() {
  return (
    <a href="/account" className={buttonClass({ className: "mr-1" })}>
      Go to My Account
    </a>
  );
}
