/** The feedback page, for customers only: the loyalty card beside the visits, then the form for one of them, then the thanks. */
import { useEffect, useRef, useState } from "react";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { personName } from "../../../../core/person/person-name.ts";
import { FeedbackForm } from "../../features/feedback/feedback-form.tsx";
import { LoyaltyCard } from "../../features/feedback/loyalty-card.tsx";
import { SignInNeeded } from "../../features/feedback/sign-in-needed.tsx";
import { VisitList } from "../../features/feedback/visit-list.tsx";
import { useRefresh } from "../../form/after-change.ts";
import { useCustomerAccess } from "../../session/customer-access.ts";
import { CUSTOMER_KEY, type StoredUser, useStoredUser } from "../../session/customer-session.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { PageHeading } from "../../ui/page-title.tsx";

type Step = { at: "visits"; returning: boolean } | { at: "form"; visit: OwnBooking } | { at: "thanks" };

export function FeedbackPage() {
  const user = useStoredUser();
  useCustomerAccess(user !== null);
  if (user !== null) return <Feedback key={user.email} user={user} />;
  return (
    <div className="page py-16">
      <SignInNeeded />
    </div>
  );
}

function Feedback({ user }: { user: StoredUser }) {
  const refresh = useRefresh();
  const [step, setStep] = useState<Step>({ at: "visits", returning: false });
  const back = () => setStep({ at: "visits", returning: true });
  return (
    <div className="page grid gap-8 pt-10 lg:pt-14">
      <header className="border-b-2 border-ink pb-6">
        <PageHeading title="Feedback" className="poster-type text-6xl sm:text-7xl lg:text-8xl">
          Tell us how it was
        </PageHeading>
        <p className="mt-4 max-w-[62ch] text-lg">Staff read every review. Each review earns you 25 points.</p>
      </header>
      <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className={step.at === "visits" ? "max-lg:order-2" : undefined}>
          {step.at === "visits" && (
            <VisitList returning={step.returning} onChoose={(visit) => setStep({ at: "form", visit })} />
          )}
          {step.at === "form" && (
            <FeedbackForm
              visit={step.visit}
              user={user}
              onBack={back}
              onSent={() => {
                setStep({ at: "thanks" });
                refresh(CUSTOMER_KEY);
              }}
            />
          )}
          {step.at === "thanks" && <Thanks onAnother={back} />}
        </div>
        <aside aria-label="Loyalty status" className="lg:sticky lg:top-24">
          <LoyaltyCard email={user.email} name={personName(user)} />
        </aside>
      </div>
    </div>
  );
}

/** The loyalty status is shown beside it, with the new points. */
function Thanks({ onAnother }: { onAnother(): void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="thanks-title" className="bg-pink p-6 text-press scheme-light sm:p-10">
      <h2
        id="thanks-title"
        ref={heading}
        tabIndex={-1}
        className="poster-type scroll-mt-24 text-6xl sm:text-7xl"
      >
        Thank You!
      </h2>
      <p className="mt-4 max-w-[52ch] text-lg font-medium">
        Your feedback has arrived, and its points are on your loyalty card.
      </p>
      <div className="mt-8 flex flex-wrap gap-4">
        <Button variant="outline" size="lg" onClick={onAnother}>
          Leave Another Review
        </Button>
        <a href="/account" className={buttonClass({ variant: "outline", size: "lg" })}>
          Back to Account
        </a>
      </div>
    </section>
  );
}
