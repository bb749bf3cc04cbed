/** The page where staff log in: name, password with a button that shows it, and the reason for a refusal. */

import { getRouteApi, Link, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { type StaffLoggedIn, StaffLogin } from "../../../../bff/contract/staff/staff.ts";
import { nameInText } from "../../../../core/venue/look/venue-words.ts";
import { RequestError } from "../../api/request.ts";
import { challengeOf, signInStaff } from "../../api/staff-sign-in.ts";
import { LoginCodeForm } from "../../features/admin-security/login-code-form.tsx";
import { Notice } from "../../features/auth/auth-layout.tsx";
import { useSentForm } from "../../form/use-sent-form.ts";
import { useVenue } from "../../format/venue.ts";
import { staffHome, staffReturnPath } from "../../session/staff-access.ts";
import { staffSessionEndReason, useStaff } from "../../session/staff-session.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { PageHeading } from "../../ui/page-title.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { toast } from "../../ui/toast/toast.tsx";

/** The server's message, or else the page's: one for an answer without a message, one for no answer. */
function refusalText(error: unknown): string {
  if (!(error instanceof RequestError)) return "Login failed. Please check your credentials.";
  return error.problem?.message ?? "Login failed";
}

const GO_TO = {
  "/audit": "Go to the log",
  "/admin": "Go to the dashboard",
  "/admin/board": "Go to the board",
} as const;

const route = getRouteApi("/login");

export function LoginPage() {
  const { redirect } = route.useSearch();
  const venue = useVenue();
  const router = useRouter();
  const staff = useStaff();
  const home = staffHome(staff?.role ?? null);
  const [challenge, setChallenge] = useState<string | null>(null);
  const [challengeEnded, setChallengeEnded] = useState<string | null>(null);
  const onSignedIn = ({ staff: { firstName, role } }: StaffLoggedIn) => {
    toast({ title: "Login Successful", description: `Welcome back, ${firstName}!` });
    void router.navigate({ href: staffReturnPath(redirect, role), replace: true });
  };
  return (
    <div className="page grid justify-items-center py-12 sm:py-20">
      <div className="w-full max-w-md border-2 border-ink bg-sheet p-6 sm:p-8">
        <PageHeading className="poster-type text-5xl">Staff Login</PageHeading>
        <p className="mt-2 mb-6 text-muted">For the people who run {nameInText(venue)}.</p>
        {staff && (
          <p className="mb-6 border-l-4 border-action bg-ground px-4 py-3">
            You are signed in{staff.firstName && ` as ${staff.firstName}`}.{" "}
            <Link to={home} className="font-semibold text-action underline underline-offset-4">
              {GO_TO[home]}
            </Link>
          </p>
        )}
        {challenge === null ? (
          <LoginForm
            notice={challengeEnded ?? staffSessionEndReason()}
            onChallenge={setChallenge}
            onSignedIn={onSignedIn}
          />
        ) : (
          <LoginCodeForm
            challenge={challenge}
            onSignedIn={onSignedIn}
            onLeave={(because) => {
              setChallengeEnded(because);
              setChallenge(null);
            }}
          />
        )}
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

interface LoginFormProps {
  /** The reason why the server ended the last session, if it did. */
  notice: string | null;
  /** Called if the password was right and a code is required too. */
  onChallenge(challenge: string): void;
  onSignedIn(loggedIn: StaffLoggedIn): void;
}

function LoginForm({ notice, onChallenge, onSignedIn }: LoginFormProps) {
  const { form, field, sending, refused, frame } = useSentForm({
    schema: StaffLogin,
    defaults: { username: "", password: "" },
    send: signInStaff,
    onSuccess: onSignedIn,
    onError(error) {
      const challenge = challengeOf(error);
      if (challenge === null) form.setFocus("password", { shouldSelect: true });
      else onChallenge(challenge);
    },
    refusal: refusalText,
  });
  const alert = challengeOf(sending.error) === null ? refused : null;

  return (
    <form {...frame} aria-label="Staff login" className="grid gap-5">
      {notice && !alert && <Notice tone="plain">{notice}</Notice>}
      {alert && <Notice tone="danger">{alert}</Notice>}
      <TextField
        {...field("username")}
        label="Username"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField {...field("password")} what="password" purpose="current-password" />
      <Button type="submit" size="lg" busy={sending.isPending} className="mr-1">
        {sending.isPending ? "Signing In..." : "Sign In"}
      </Button>
    </form>
  );
}
