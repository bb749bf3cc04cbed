/** Shows whether the person's own second factor is on, with the actions on it. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SecondFactorStatus } from "../../../../bff/contract/staff/second-factor.ts";
import { countText } from "../../../../core/text/count-text.ts";
import { dateAndTime } from "../../../../core/venue/time/time-format.ts";
import { useRefresh } from "../../form/after-change.ts";
import { useZone } from "../../format/venue.ts";
import { endEnrollment } from "../../session/staff-session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { QueryPlaceholder } from "../../ui/state-notice.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { renewRecoveryCodes, SECOND_FACTOR_KEY, secondFactorQuery, turnOffSecondFactor } from "./calls.ts";
import { CodeForm } from "./code-form.tsx";
import { Enrollment } from "./enrollment.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** From this number down, staff are warned that few codes are left. */
const FEW_CODES = 3;

export function SecondFactorCard() {
  const refresh = useRefresh();
  const statusQuery = useQuery(secondFactorQuery);
  const { data: status } = statusQuery;
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [asking, setAsking] = useState<"renew" | "turnOff" | null>(null);

  const changed = (shown: readonly string[] | null) => {
    setAsking(null);
    setCodes(shown);
    refresh(SECOND_FACTOR_KEY);
  };

  const cancel = (
    <Button density="dense" onClick={() => setAsking(null)}>
      Cancel
    </Button>
  );
  return (
    <section aria-labelledby="second-factor" className="grid gap-4 border border-rule bg-sheet p-4 sm:p-5">
      <h2 id="second-factor" className="flex flex-wrap items-center gap-3 text-lg font-semibold">
        Second factor
        {status && <Badge tone={status.on ? "green" : "neutral"}>{status.on ? "On" : "Off"}</Badge>}
      </h2>
      <p className="max-w-[62ch]">
        With a second factor, a login also asks for a code from your authenticator app. Someone who knows only
        your password cannot log in.
      </p>
      {!status && (
        <QueryPlaceholder of={statusQuery} failed="Failed to fetch your second factor" className="h-10" />
      )}
      {codes && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
      {status && !status.on && !codes && (
        <>
          {status.demanded && (
            <p role="status" className="border-l-4 border-danger bg-ground px-4 py-3 font-semibold">
              Your role needs a second factor. Set it up to continue.
            </p>
          )}
          <Enrollment
            onDone={(recoveryCodes) => {
              endEnrollment();
              changed(recoveryCodes);
            }}
          />
        </>
      )}
      {status?.on && !codes && <OnSince status={status} />}
      {status?.on && !codes && asking === null && (
        <div className="flex flex-wrap gap-3">
          <Button density="dense" onClick={() => setAsking("renew")}>
            New Recovery Codes
          </Button>
          <Button density="dense" variant="danger" onClick={() => setAsking("turnOff")}>
            Turn Off
          </Button>
        </div>
      )}
      {asking === "renew" && (
        <CodeForm
          title="New recovery codes"
          submit="Create New Codes"
          submitting="Creating..."
          orRecovery
          withPassword
          send={renewRecoveryCodes}
          onDone={({ recoveryCodes }) => changed(recoveryCodes)}
        >
          {cancel}
        </CodeForm>
      )}
      {asking === "turnOff" && (
        <CodeForm
          title="Turn off the second factor"
          submit="Turn Off"
          submitting="Turning Off..."
          danger
          orRecovery
          withPassword
          send={turnOffSecondFactor}
          onDone={() => {
            toast({ title: "Second Factor Off", description: "You now log in with your password only." });
            changed(null);
          }}
        >
          {cancel}
        </CodeForm>
      )}
    </section>
  );
}

function OnSince({ status }: { status: SecondFactorStatus }) {
  const zone = useZone();
  const { enrolledAt, recoveryCodesLeft: left } = status;
  return (
    <p className="figures">
      {enrolledAt && `On since ${dateAndTime(new Date(enrolledAt), zone)}. `}
      <span className={left <= FEW_CODES ? "font-semibold text-danger" : undefined}>
        {countText(left, "recovery code is left.", "recovery codes are left.")}
      </span>
    </p>
  );
}
