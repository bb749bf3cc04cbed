/** Owns the customers' door: signing in and creating an account, side by side as two tabs (SPEC §2). */
import { useState } from "react";
import { Tabs } from "../../ui/tabs.tsx";
import { AuthSheet, Notice } from "./auth-sheet.tsx";
import { RegisterForm } from "./register-form.tsx";
import { SignInForm } from "./sign-in-form.tsx";

type Tab = "sign-in" | "create-account";

const TABS: readonly { value: Tab; label: string }[] = [
  { value: "sign-in", label: "Sign In" },
  { value: "create-account", label: "Create Account" },
];

interface AuthPageProps {
  /** Why one was led here. */
  notice: string | null;
  /** The first name of whoever is signed in already; null when nobody is. */
  signedInAs: string | null;
  onSignedIn(): void;
}

export function AuthPage({ notice, signedInAs, onSignedIn }: AuthPageProps) {
  const [tab, setTab] = useState<Tab>("sign-in");
  return (
    <AuthSheet
      title="Welcome to the hub"
      lead={<p>Your bookings in one place, to move or cancel yourself, and a point for every dollar.</p>}
    >
      {notice && (
        <div className="mb-5">
          <Notice tone="danger">{notice}</Notice>
        </div>
      )}
      {signedInAs !== null && (
        <div className="mb-5">
          <Notice tone="plain">
            You are signed in as {signedInAs}.{" "}
            <a href="/account" className="font-semibold underline underline-offset-4">
              Go to My Account
            </a>
          </Notice>
        </div>
      )}
      <Tabs label="Sign in or create an account" tabs={TABS} value={tab} onChange={(next) => setTab(next)}>
        {tab === "sign-in" ? (
          <SignInForm onSignedIn={onSignedIn} />
        ) : (
          <RegisterForm onRegistered={onSignedIn} />
        )}
      </Tabs>
    </AuthSheet>
  );
}
