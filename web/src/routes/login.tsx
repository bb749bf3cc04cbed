/** Owns `/login`: staff sign in and go on to the dashboard, or back to where their session ended (SPEC §2). */
import { createFileRoute, Link, useRouter } from "@tanstack/react-router";
import { LoginForm } from "../features/staff-login/login-form.tsx";
import { staffSessionEndedBecause, useStaff } from "../session/staff-session.ts";
import { PageHeading } from "../ui/page-title.tsx";
import { wayBackOf } from "./-staff-guard.ts";

export const Route = createFileRoute("/login")({
  validateSearch: (search: Record<string, unknown>): { redirect?: string } =>
    typeof search.redirect === "string" ? { redirect: search.redirect } : {},
  component: LoginPage,
});

function LoginPage() {
  const { redirect } = Route.useSearch();
  const router = useRouter();
  const staff = useStaff();
  return (
    <div className="page grid justify-items-center py-12 sm:py-20">
      <div className="w-full max-w-md border-2 border-ink bg-sheet p-6 sm:p-8">
        <PageHeading className="poster-type text-5xl">Staff Login</PageHeading>
        <p className="mt-2 mb-6 text-muted">For the people who run the Hub.</p>
        {staff && (
          <p className="mb-6 border-l-4 border-action bg-ground px-4 py-3">
            You are signed in{staff.firstName && ` as ${staff.firstName}`}.{" "}
            <Link to="/admin" className="font-semibold text-action underline underline-offset-4">
              Go to the dashboard
            </Link>
          </p>
        )}
        <LoginForm
          notice={staffSessionEndedBecause()}
          onSignedIn={() => void router.navigate({ href: wayBackOf(redirect), replace: true })}
        />
      </div>
      <a
        href="/"
        className="mt-6 inline-flex min-h-11 items-center underline underline-offset-4 hover:text-action"
      >
        Back to Homepage
      </a>
    </div>
  );
}
