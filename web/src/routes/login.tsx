/** Owns `/login`: staff sign in and go on to the dashboard, or back to where their session ended (SPEC §2). */
import { createFileRoute, useRouter } from "@tanstack/react-router";
import { LoginForm } from "../features/staff-login/login-form.tsx";
import { staffSessionEndedBecause } from "../staff-session.ts";
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
  return (
    <div className="page grid justify-items-center py-12 sm:py-20">
      <div className="w-full max-w-md border-2 border-ink bg-sheet p-6 sm:p-8">
        <PageHeading className="poster-type text-5xl">Staff Login</PageHeading>
        <p className="mt-2 mb-6 text-muted">For the people who run the Hub.</p>
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
