/** Lets customers download a copy of all data that is kept about them, and ask for its erasure. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { z } from "zod";
import type { CustomerUser } from "../../../../bff/contract/customer/customer.ts";
import { dayName } from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { fetchMyData, profileQuery, requestErasure } from "../../api/customer-accounts.ts";
import { serverMessage } from "../../api/refusal.ts";
import { saveJson } from "../../browser/save-file.ts";
import { toastRefusal } from "../../form/after-change.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
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
    onError: toastRefusal("Not Downloaded", FAILED),
  });
  const requestedAt = user?.erasureRequestedAt;
  return (
    <section aria-labelledby="my-data-title" className="grid gap-5 border-2 border-ink bg-sheet p-5">
      <h2 id="my-data-title" className="poster-type text-2xl">
        My data
      </h2>
      <div className="grid justify-items-start gap-3">
        <p>
          Download everything that we store about you as a file: bookings, payments, feedback, messages,
          devices.
        </p>
        <Button variant="outline" busy={downloading.isPending} onClick={() => downloading.mutate()}>
          {downloading.isPending ? "Collecting…" : "Download my data"}
        </Button>
      </div>
      <div className="grid justify-items-start gap-3 border-t border-rule pt-5">
        {requestedAt ? (
          <p role="status" className="border-l-4 border-action py-1 pl-3">
            <strong>You requested erasure</strong> on {requestDay(requestedAt)}. We answer within 30 days.
          </p>
        ) : (
          user && (
            <>
              <p>You can ask us to delete your personal data.</p>
              <Button
                variant="outline"
                aria-expanded={asking}
                aria-controls={formId}
                onClick={() => setAsking(!asking)}
              >
                Request erasure
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

/** The day in the visitor's own time zone: nothing at the venue depends on it. */
const requestDay = (instant: string): string =>
  dayName(venueDayOf(new Date(instant), Intl.DateTimeFormat().resolvedOptions().timeZone));

const sameEmail = (typed: string, email: string): boolean =>
  typed.trim().toLowerCase() === email.toLowerCase();

function ErasureForm({ email }: { email: string }) {
  const client = useQueryClient();
  const { form, field, sending, frame } = useSentForm({
    schema: z.object({
      email: z.string().refine((typed) => sameEmail(typed, email), "Type the email of this account"),
    }),
    defaults: { email: "" },
    send: requestErasure,
    onSuccess(user) {
      client.setQueryData(profileQuery.queryKey, user);
      toast({ title: "Request Sent", description: "We answer within 30 days." });
    },
    onError: (error) => form.setError("email", { type: "server", message: serverMessage(error, FAILED) }),
  });
  return (
    <form {...frame} aria-label="Request erasure" className="grid gap-4">
      <p>
        We delete this account, your name, email and phone, and everything you wrote. This cannot be undone.
        Bookings and payments stay in our records without your name.{" "}
        <strong>Upcoming visits stay booked</strong>: cancel them first if you do not want them.
      </p>
      <TextField {...field("email")} label="Type your email" required type="email" autoComplete="off" />
      <Button
        type="submit"
        variant="danger"
        busy={sending.isPending}
        className="mr-1 mb-1 justify-self-start"
      >
        {sending.isPending ? "Sending…" : "Send the request"}
      </Button>
    </form>
  );
}
