/** Verify Now: checks the whole log in this browser, shows the progress, and describes the result. */

import { useId, useState } from "react";
import { countText } from "../../../../../core/text/count-text.ts";
import { dateAndTime } from "../../../../../core/venue/time/time-format.ts";
import { count } from "../../../format/counts.ts";
import { useZone } from "../../../format/venue.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/field.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { exactMoment } from "../date-time-field.ts";
import type { Verdict } from "./check-log.ts";
import type { UncheckedReason } from "./check-log.worker.ts";
import { forgetHead, useRememberedHead } from "./remembered-head.ts";
import { type LogCheck, useLogCheck } from "./use-log-check.ts";

export function VerifyPanel() {
  const { check, begin, cancel } = useLogCheck();
  const [withEvents, setWithEvents] = useState(true);
  const isRunning = check.state === "running";
  return (
    <section aria-labelledby="verify-heading" className="grid gap-5 border border-rule bg-sheet p-4 sm:p-6">
      <div className="grid max-w-[72ch] gap-2">
        <h2 id="verify-heading" className="text-lg font-semibold">
          Verify the log in this browser
        </h2>
        <p className="text-muted">
          Your browser fetches the signed head, checks its signature, and hashes the whole log again. It finds
          every event that was altered, removed, added or exchanged since it was sealed, and names it.
        </p>
      </div>
      <Checkbox
        label="Read every event too"
        hint="Without this, only the tree of hashes is checked. That is faster, but altered events are not found."
        checked={withEvents}
        disabled={isRunning}
        onChange={({ target }) => setWithEvents(target.checked)}
      />
      <div className="flex flex-wrap gap-2">
        <Button density="dense" variant="solid" busy={isRunning} onClick={() => begin(withEvents)}>
          {isRunning ? "Verifying…" : "Verify Now"}
        </Button>
        {isRunning && (
          <Button density="dense" onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
      {isRunning && <Progress {...check} />}
      <div role="status">
        <Outcome check={check} />
      </div>
      <Remembered />
    </section>
  );
}

function Progress({ done, size }: { done: number; size: number | null }) {
  const id = useId();
  const words = size === null ? "Reading the signed head…" : `${count(done)} of ${count(size)} events hashed`;
  return (
    <div className="grid max-w-2xl gap-1">
      <label htmlFor={id} className="figures text-sm">
        {words}
      </label>
      <ProgressBar id={id} {...(size === null ? {} : { value: done, max: size })} />
    </div>
  );
}

const UNCHECKED: Record<UncheckedReason, { title: string; text: string }> = {
  "no-ed25519": {
    title: "This browser cannot check the signature.",
    text: "It has no Ed25519 in its cryptography, or the page was not loaded by HTTPS. Chrome 137, Firefox 129, Safari 17 and newer ones have it; verify-log.mjs does the same outside a browser.",
  },
  "nothing-sealed": {
    title: "Nothing has been sealed yet.",
    text: "Events are sealed every few seconds. Try again in a moment.",
  },
  "session-ended": { title: "Your session has ended.", text: "Log in again to read the events." },
  "no-answer": {
    title: "The log could not be read completely.",
    text: "This is not a fault of the log. Check your connection and try again.",
  },
};

function Outcome({ check }: { check: LogCheck }) {
  switch (check.state) {
    case "idle":
    case "running":
      return null;
    case "cancelled":
      return <p className="border-l-4 border-control px-4 py-2">Cancelled. No fault was found so far.</p>;
    case "unchecked": {
      const { title, text } = UNCHECKED[check.why];
      return (
        <div className="border-l-8 border-danger bg-ground p-4">
          <p className="font-semibold">{title}</p>
          <p className="mt-1 max-w-[72ch]">{text}</p>
        </div>
      );
    }
    case "checked":
      return check.verdict.faultCount === 0 ? (
        <Whole verdict={check.verdict} at={check.at} />
      ) : (
        <Faults verdict={check.verdict} />
      );
  }
}

function Whole({ verdict, at }: { verdict: Verdict; at: Date }) {
  const zone = useZone();
  const { head, key, withEvents, newestAt, grownFrom } = verdict;
  const what = countText(head.size, "event, as it was sealed", "events, all as sealed");
  return (
    <div className="grid gap-3 border-l-8 border-green bg-ground p-4">
      <p className="poster-type text-4xl">{what}</p>
      {newestAt !== null && (
        <p className="figures font-medium">Newest event: {exactMoment(newestAt, zone)}</p>
      )}
      <ul className="grid max-w-[72ch] list-disc gap-1 pl-5">
        <li>
          The head's signature holds: <code className="text-sm break-all">{key}</code>
        </li>
        <li>
          {withEvents
            ? "Every event was read and hashed, and every hash leads to the signed root "
            : "Every hash of the tree leads to the signed root (the events themselves were not read) "}
          <code className="text-sm break-all">{head.root}</code>
        </li>
        {grownFrom && (
          <li>
            It still begins with the {count(grownFrom.size)} events that were verified here before: none of
            them was rewritten.
          </li>
        )}
      </ul>
      <p className="figures text-sm text-muted">Verified {dateAndTime(at, zone)}</p>
    </div>
  );
}

function Faults({ verdict: { faults, faultCount } }: { verdict: Verdict }) {
  const hidden = faultCount - faults.length;
  return (
    <div className="grid gap-3 border-l-8 border-danger bg-ground p-4">
      <p className="text-lg font-semibold text-danger">
        {faultCount === 1 ? "One fault: the log is not" : `${count(faultCount)} faults: the log is not`} what
        was sealed.
      </p>
      <ul className="figures grid gap-1">
        {faults.map((fault) => (
          <li key={fault} className="wrap-anywhere">
            <code>{fault}</code>
          </li>
        ))}
        {hidden > 0 && <li>and {count(hidden)} more</li>}
      </ul>
      <p className="max-w-[72ch]">
        Keep this page. An operator's <code>make verify</code> should name the same; an export or a backup
        from before the fault shows what the log contained.
      </p>
    </div>
  );
}

function Remembered() {
  const zone = useZone();
  const head = useRememberedHead();
  if (!head) {
    return (
      <p className="max-w-[72ch] border-t border-rule pt-4 text-sm text-muted">
        This browser has not verified the log before. After the first time it remembers the head, and the next
        check finds out whether earlier events were rewritten.
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-rule pt-4">
      <p className="figures max-w-[72ch] text-sm text-muted">
        Verified here last: {count(head.size)} events of {head.origin},{" "}
        {dateAndTime(new Date(head.verifiedAt), zone)}. The log must still begin with them.
      </p>
      <Button density="dense" variant="ghost" onClick={forgetHead}>
        Forget It
      </Button>
    </div>
  );
}
