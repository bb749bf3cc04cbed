/** The setup as a checklist: what is still the sample, where each step is done, and what is tried before the venue opens. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Setup } from "../../../../../bff/contract/venue/setup.ts";
import { countText } from "../../../../../core/text/count-text.ts";
import type { SetupStep } from "../../../../../core/venue/setup.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { QueryPlaceholder } from "../../../ui/state-notice.tsx";
import { setStep, setupQuery, useSetupChange } from "./calls.ts";
import { CurrencyForm } from "./currency-form.tsx";
import { LogoForm } from "./logo-form.tsx";
import { RoomsStep } from "./rooms-step.tsx";
import { MailTrial, PaymentTrial } from "./trials.tsx";

export function SetupPanel() {
  const query = useQuery(setupQuery);
  const { data: setup } = query;
  if (!setup) return <QueryPlaceholder of={query} failed="Failed to fetch the setup" className="h-40" />;
  const left = setup.steps.filter(({ done }) => !done).length;
  return (
    <section aria-labelledby="setup-title" className="grid gap-3 border border-rule bg-sheet p-4 sm:p-5">
      <div>
        <h2 id="setup-title" tabIndex={-1} className="text-lg font-semibold">
          Make it your own
        </h2>
        <p className="text-sm text-muted">
          {left === 0
            ? "Every step is done."
            : `${countText(left, "step")} left. Do them in any order; leave one and return to it whenever you like.`}
        </p>
      </div>
      <ol className="grid">
        {setup.steps.map((step) => (
          <Step key={step.step} step={step} setup={setup} />
        ))}
      </ol>
    </section>
  );
}

interface StepText {
  title: string;
  /** What is done there, and what is known of it. */
  text(setup: Setup): string;
  /** The part of the form below that it leads to. */
  anchor?: string;
  body?(setup: Setup): ReactNode;
}

const STEPS: Record<SetupStep, StepText> = {
  name: {
    title: "Name and contact",
    text: () => "Name, address, phone, email, directions and links, as every page and mail shows them.",
    anchor: "name",
  },
  look: {
    title: "Logo and colors",
    text: () => "A logo instead of the sample's mark, and two colors that are checked for contrast.",
    anchor: "look",
    body: () => <LogoForm />,
  },
  words: {
    title: "Words",
    text: () =>
      "Headline, what you say of yourself, questions and answers. Empty ones follow your rooms and terms.",
    anchor: "words",
  },
  policies: {
    title: "Terms and privacy",
    text: () => "Your text, into which opening hours, payment and refunds are inserted as they are today.",
    anchor: "policies",
  },
  money: {
    title: "Currency, hours and terms",
    text: ({ timeZone }) =>
      `Hours are counted in ${timeZone}. To change that: stop the product and start it with VENUE_TIMEZONE before anything is booked.`,
    anchor: "hours",
    body: ({ currency }) => <CurrencyForm current={currency} />,
  },
  rooms: {
    title: "Rooms",
    text: ({ rooms }) =>
      rooms.shown === 0
        ? "Visitors see no room yet. Add the first one."
        : `Visitors see ${countText(rooms.shown, "room")}${rooms.sample > 0 ? `, ${rooms.sample} as in the sample` : ""}.`,
    body: (setup) => <RoomsStep rooms={setup.rooms} />,
  },
  mail: {
    title: "Mail",
    text: ({ mail }) =>
      mail.via === "outbox"
        ? "No mail server is set: mails are written to the folder outbox. Set SMTP_URL or GRAPH_*, and restart."
        : `Mails are sent by ${mail.via === "smtp" ? "your mail server" : "Microsoft Graph"}, from ${mail.sender}.`,
    body: () => <MailTrial />,
  },
  payments: {
    title: "Card payments",
    text: ({ payments }) =>
      payments.simulated
        ? "No Stripe keys are set: a simulated provider answers, and no card is charged. Set the three STRIPE_ variables, and restart."
        : `Stripe, in ${payments.live ? "live" : "test"} mode.`,
    body: () => <PaymentTrial />,
  },
  team: {
    title: "Colleagues",
    text: ({ colleagues }) =>
      colleagues === 1
        ? "Only you can log in. Invite the desk by mail."
        : `${countText(colleagues, "person", "people")} can log in.`,
    body: () => (
      <Link
        to="/admin"
        search={{ tab: "staff" }}
        className={buttonClass({ density: "dense", className: "justify-self-start" })}
      >
        Open Staff Management
      </Link>
    ),
  },
};

function Step({ step: { step, done, sample }, setup }: { step: Setup["steps"][number]; setup: Setup }) {
  const change = useSetupChange(setStep, "Not Saved");
  const { title, text, anchor, body } = STEPS[step];
  return (
    <li className="border-t border-rule">
      <details>
        <summary className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-2">
          <span aria-hidden="true" className={done ? "text-success" : "text-muted"}>
            {done ? "✓" : "○"}
          </span>
          <span className="font-medium">{title}</span>
          <span className="text-sm text-muted">{statusOf(done, sample)}</span>
        </summary>
        <div className="grid gap-3 pb-4 pl-6">
          <p className="text-sm">{text(setup)}</p>
          {body?.(setup)}
          <div className="flex flex-wrap gap-3">
            {anchor && (
              <Button density="dense" onClick={() => showGroup(anchor)}>
                Go to the Fields
              </Button>
            )}
            <Button
              density="dense"
              variant="outline"
              busy={change.isPending}
              aria-label={`${done ? "Open Again" : "Call It Done"}: ${title}`}
              onClick={() => change.mutate({ step, done: !done })}
            >
              {done ? "Open Again" : "Call It Done"}
            </Button>
          </div>
        </div>
      </details>
    </li>
  );
}

function statusOf(done: boolean, sample: readonly string[]): string {
  if (done) return "Done";
  return sample.length === 0 ? "Not done yet" : `Still the sample: ${sample.join(", ")}`;
}

function showGroup(anchor: string): void {
  const heading = document.getElementById(`set-${anchor}`);
  heading?.scrollIntoView({ block: "start" });
  heading?.focus({ preventScroll: true });
}
