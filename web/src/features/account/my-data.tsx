/** Owns what a customer does with all that is kept of them: taking a copy, and asking for it to be erased. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useRef, useState } from "react";
import type { CustomerUser } from "../../../../bff/contract/customer/customer.ts";
import { dayName } from "../../../../core/venue/time-format.ts";
import { venueDayOf } from "../../../../core/venue/venue-time.ts";
import { askErasure, fetchMyData, profileQuery } from "../../api/customer-accounts.ts";
import { serverWords } from "../../api/refusal.ts";
import { saveJson } from "../../browser/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { toast } from "../../ui/toast/toast.tsx";

const FAILED = "Please try again in a minute.";

export function MyData({ user }: { user: CustomerUser | undefined }) {
  const formId = useId();
  const [asking, setAsking] = useState(false);
  const downloading = useMutation({
    mutationFn: fetchMyData,
    onSuccess: (data) =>
      saveJson({
        name: `my-data-${data.generatedAt.slice(0, 10)}.json`,
        text: `${JSON.stringify(data, null, 2)}\n`,
      }),
    onError: (error) =>
      toast({ title: "Not Downloaded", description: serverWords(error, FAILED), variant: "danger" }),
  });
  const requestedAt = user?.erasureRequestedAt;
  return (
    <section aria-labelledby="my-data-title" className="grid gap-5 border-2 border-ink bg-sheet p-5">
      <h2 id="my-data-title" className="poster-type text-2xl">
        My data
      </h2>
      <div className="grid justify-items-start gap-3">
        <p>All that we keep of you, as a file: bookings, payments, feedback, messages, devices.</p>
        <Button variant="outline" busy={downloading.isPending} onClick={() => downloading.mutate()}>
          {downloading.isPending ? "Collecting…" : "Download my data"}
        </Button>
      </div>
      <div className="grid justify-items-start gap-3 border-t border-rule pt-5">
        {requestedAt ? (
          <p role="status" className="border-l-4 border-action py-1 pl-3">
            <strong>You asked to be erased</strong> on {requestDay(requestedAt)}. We answer within 30 days.
          </p>
        ) : (
          user && (
            <>
              <p>Want us to forget you?</p>
              <Button
                variant="outline"
                aria-expanded={asking}
                aria-controls={formId}
                onClick={() => setAsking(!asking)}
              >
                Ask to be erased
              </Button>
              <div id={formId} hidden={!asking} className="w-full">
                {asking && <ErasureForm email={user.email} />}
              </div>
            </>
          )
        )}
      </div>
    </section>
  );
}

/** The day on the visitor's own calendar: nothing at the venue hangs on it. */
const requestDay = (instant: string): string =>
  dayName(venueDayOf(new Date(instant), Intl.DateTimeFormat().resolvedOptions().timeZone));

const sameEmail = (typed: string, email: string): boolean =>
  typed.trim().toLowerCase() === email.toLowerCase();

function ErasureForm({ email }: { email: string }) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [refused, setRefused] = useState<string | null>(null);
  const asking = useMutation({
    mutationFn: askErasure,
    onSuccess(user) {
      client.setQueryData(profileQuery.queryKey, user);
      toast({ title: "Request Sent", description: "We answer within 30 days." });
    },
    onError: (error) => setRefused(serverWords(error, FAILED)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (asking.isPending) return;
    if (sameEmail(typed, email)) {
      setRefused(null);
      asking.mutate();
      return;
    }
    setRefused("Type the email of this account");
    input.current?.focus();
  };
  return (
    <form noValidate aria-label="Ask to be erased" className="grid gap-4" onSubmit={submit}>
      <p>
        Your name, email, phone and words go, and this account with them; nothing brings them back. Bookings
        and payments stay in our books without a name. <strong>A visit ahead stays booked</strong>: cancel it
        first if you don't want it.
      </p>
      <Field label="Type your email" required error={refused ?? undefined}>
        {(aria) => (
          <TextInput
            {...aria}
            ref={input}
            type="email"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              if (sameEmail(target.value, email)) setRefused(null);
            }}
          />
        )}
      </Field>
      <Button type="submit" variant="danger" busy={asking.isPending} className="mr-1 mb-1 justify-self-start">
        {asking.isPending ? "Sending…" : "Erase all of it"}
      </Button>
    </form>
  );
}
