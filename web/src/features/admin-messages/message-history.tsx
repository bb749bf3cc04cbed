/** Shows what staff did with a message, the oldest first: answers and the state of their mails, bookings, done and reopened. */

import { Link } from "@tanstack/react-router";
import type { InquiryStep } from "../../../../bff/contract/staff/staff-inquiry.ts";
import { dateAndTime } from "../../../../core/venue/time/time-format.ts";
import { useZone } from "../../format/venue.ts";
import { DELIVERIES } from "./message-words.ts";

export function MessageHistory({ steps }: { steps: readonly InquiryStep[] }) {
  const zone = useZone();
  if (steps.length === 0) return null;
  return (
    <ol aria-label="History of this message" className="grid gap-3 border-t border-rule pt-3">
      {steps.map((step) => (
        <li key={step.version} className="grid min-w-0 gap-1">
          <p className="figures text-sm text-muted">
            <Deed step={step} /> by <span className="font-medium text-ink">{step.by}</span>,{" "}
            {dateAndTime(new Date(step.at), zone)}
            {step.delivery && (
              <span className={step.delivery === "refused" ? "font-semibold text-danger" : undefined}>
                {" "}
                · {DELIVERIES[step.delivery]}
              </span>
            )}
          </p>
          {step.kind === "answered" && (
            <p className="max-w-[72ch] border-l-4 border-action pl-4 wrap-break-word whitespace-pre-wrap">
              {step.text ?? <span className="text-muted">This answer was erased.</span>}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

function Deed({ step: { kind, bookingId } }: { step: InquiryStep }) {
  switch (kind) {
    case "answered":
      return "Answered";
    case "done":
      return "Done";
    case "reopened":
      return "Reopened";
    case "booked":
      return (
        <>
          Booked:{" "}
          <Link
            from="/admin"
            to="/admin"
            search={(old) => ({ ...old, booking: bookingId ?? undefined })}
            resetScroll={false}
            className="font-medium text-ink underline decoration-1 underline-offset-4 hover:text-action"
          >
            Booking {bookingId}
          </Link>
        </>
      );
    default:
      return kind satisfies never;
  }
}
