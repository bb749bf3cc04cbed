/** Lets admins erase a person: who asks for it, what it means, and the email typed twice. */
import { useQuery } from "@tanstack/react-query";
import {
  type ErasureRequest,
  type ErasureResult,
  ErasureSubmission,
} from "../../../../bff/contract/staff/erasure.ts";
import { countText } from "../../../../core/text/count-text.ts";
import { dayName } from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { useRefresh } from "../../form/after-change.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { useZone } from "../../format/venue.ts";
import { STAFF_KEY } from "../../session/staff-session.ts";
import { Button } from "../../ui/button.tsx";
import { RefusalNotice } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/field.tsx";
import { FailureNotice } from "../../ui/state-notice.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { erasePerson, erasureRequestsQuery } from "./calls.ts";

const EMPTY: ErasureSubmission = { email: "", confirm: "" };

const GOES = [
  "Name, email, phone and everything they wrote in bookings, messages and feedback",
  "What staff wrote about them in cancellations",
  "Their account, its sessions and the mails in our outbox",
];
const STAYS = [
  "Bookings, payments and figures, without a name; upcoming visits stay booked",
  "An entry in the log without the email: a person was erased, who did it, and when",
  "Mails that were already delivered, and Stripe's own records",
];

export function ErasureCard() {
  const refresh = useRefresh();
  const { data: requests, isError, refetch } = useQuery(erasureRequestsQuery);
  const { form, field, sending, refused, frame } = useSentForm({
    schema: ErasureSubmission,
    defaults: EMPTY,
    send: erasePerson,
    onSuccess(done) {
      form.reset(EMPTY);
      toast({
        title: done.records > 0 || done.account ? "Person Erased" : "Nothing Erased",
        description: resultText(done),
      });
      refresh(STAFF_KEY);
    },
    refusal: "No one was erased. Please try again.",
  });
  const ownOnly = form.watch("customerId");
  return (
    <section
      id="erasure"
      aria-labelledby="erasure-title"
      className="grid gap-4 border border-rule bg-sheet p-4 sm:p-5"
    >
      <h2 id="erasure-title" className="text-lg font-semibold">
        Erase a person
      </h2>
      {isError && <FailureNotice title="Failed to fetch erasure requests" onRetry={() => void refetch()} />}
      {requests && requests.length > 0 && (
        <Requests
          requests={requests}
          onChoose={({ email, customerId, verified }) => {
            form.setValue("email", email);
            form.setValue("customerId", verified ? undefined : customerId);
            form.setValue("confirm", "");
            form.clearErrors();
            form.setFocus("confirm");
          }}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Points title="What is permanently erased" points={GOES} />
        <Points title="What stays" points={STAYS} />
      </div>
      <form {...frame} aria-label="Erase a person" className="grid max-w-md gap-4">
        {refused && <RefusalNotice>{refused}</RefusalNotice>}
        {ownOnly !== undefined && (
          <p className="border-l-4 border-action py-1 pl-3">
            Erases only customer {ownOnly} and bookings made while signed in to that account. The email is not
            verified, so other data under it stays.
          </p>
        )}
        <TextField
          {...field("email", { onChange: () => form.setValue("customerId", undefined) })}
          label="Email"
          required
          density="dense"
          type="email"
          autoComplete="off"
        />
        <TextField
          {...field("confirm")}
          label="The same email again"
          required
          density="dense"
          hint="An erasure cannot be undone"
          type="email"
          autoComplete="off"
        />
        <div>
          <Button density="dense" type="submit" variant="danger" busy={sending.isPending}>
            {sending.isPending ? "Erasing..." : "Erase this person"}
          </Button>
        </div>
      </form>
    </section>
  );
}

function resultText({ records, account, upcomingBookings, message }: ErasureResult): string {
  if (records === 0 && !account) return `${message}.`;
  const erased = `${countText(records, "record")} erased${account ? ", account deleted" : ""}.`;
  const visits = countText(upcomingBookings, "upcoming visit keeps its", "upcoming visits keep their");
  return upcomingBookings > 0 ? `${erased} ${visits} hours.` : erased;
}

/** What a request covers, and how much would be erased. */
function reachOf({ verified, records, bookings }: ErasureRequest): string {
  const goes = `${countText(records, "record")}, ${countText(bookings, "booking")}`;
  return verified
    ? `Email verified: erases everything under it (${goes})`
    : `Email not verified: erases only the account's own data (${goes})`;
}

function Requests({
  requests,
  onChoose,
}: {
  requests: readonly ErasureRequest[];
  onChoose(request: ErasureRequest): void;
}) {
  const zone = useZone();
  return (
    <ul aria-label="Erasure requests" className="grid gap-px border border-rule bg-rule">
      {requests.map((request) => (
        <li
          key={request.customerId}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 bg-ground px-3 py-2"
        >
          <span className="min-w-0 wrap-anywhere">
            <strong>{request.email}</strong> <span className="text-muted">customer {request.customerId}</span>
            <span className="block text-sm">{reachOf(request)}</span>
            <span className="block text-sm text-muted">
              Asked on {dayName(venueDayOf(new Date(request.requestedAt), zone))}
            </span>
          </span>
          <Button density="dense" onClick={() => onChoose(request)}>
            Choose<span className="sr-only"> {request.email}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-1 grid list-disc gap-1 pl-5">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  );
}
