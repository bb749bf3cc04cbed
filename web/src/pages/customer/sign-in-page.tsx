/** The customers' sign-in page: signing in and creating an account as two tabs, then back to the page that led here (decision 98). */
import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { currencyUnit } from "../../../../core/venue/currency.ts";
import { welcomeTitle } from "../../../../core/venue/look/venue-words.ts";
import { AuthLayout, Notice } from "../../features/auth/auth-layout.tsx";
import { RegisterForm } from "../../features/auth/register-form.tsx";
import { SignInForm } from "../../features/auth/sign-in-form.tsx";
import { LOG_IN_FOR_FEEDBACK } from "../../features/feedback/sign-in-needed.tsx";
import { useVenue } from "../../format/venue.ts";
import { CUSTOMER_KEY, customerSessionEndReason } from "../../session/customer-session.ts";
import { returnPath } from "../../session/sign-in-return.ts";
import { useCustomer } from "../../session/signed-in-customer.ts";
import { Tabs } from "../../ui/tabs.tsx";

type Tab = "sign-in" | "create-account";

const TABS: readonly { value: Tab; label: string }[] = [
  { value: "sign-in", label: "Sign In" },
  { value: "create-account", label: "Create Account" },
];

const route = getRouteApi("/(account)/user-auth");

export function SignInPage() {
  const { redirect, reset } = route.useSearch();
  const address = returnPath(redirect);
  const venue = useVenue();
  const router = useRouter();
  const client = useQueryClient();
  const customer = useCustomer();
  const [tab, setTab] = useState<Tab>("sign-in");
  /** Why the visitor was led here. */
  const notice = customerSessionEndReason() ?? (address === "/feedback" ? LOG_IN_FOR_FEEDBACK : null);
  const onSignedIn = () => {
    // Data that was read for the customer before is not shown to this one.
    client.removeQueries({ queryKey: CUSTOMER_KEY });
    void router.navigate({ href: address, replace: true });
  };
  return (
    <AuthLayout
      title={welcomeTitle(venue)}
      lead={
        <p>
          See, move and cancel your bookings in one place, and collect a point for every {currencyUnit()}.
        </p>
      }
    >
      {notice && !customer && (
        <div className="mb-5">
          <Notice tone="danger">{notice}</Notice>
        </div>
      )}
      {reset && !customer && (
        <div className="mb-5">
          <Notice tone="plain">Your new password is set. Sign in with it.</Notice>
        </div>
      )}
      {customer && (
        <div className="mb-5">
          <Notice tone="plain">
            You are signed in as {customer.firstName ?? "a customer"}.{" "}
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
    </AuthLayout>
  );
}
