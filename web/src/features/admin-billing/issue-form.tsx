/** Issues an invoice of a billing account: until which day, and exactly what will be on it, before it is issued (decision 263). */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import type { AccountSummary } from "../../../../bff/contract/billing/accounts.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { countText } from "../../../../core/text/count-text.ts";
import { shortDayAndYear } from "../../../../core/venue/time/time-format.ts";
import { isVenueDay, type VenueDay, venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { refusalMessage } from "../../api/refusal.ts";
import { invoicePreviewQuery, issueInvoice } from "../../api/staff-billing.ts";
import { BOOKINGS_KEY } from "../../api/staff-bookings.ts";
import { toastRefusal, useRefresh } from "../../form/after-change.ts";
import { useRepeatKey } from "../../form/use-repeat-key.ts";
import { useZone } from "../../format/venue.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { LineList } from "./line-list.tsx";

interface IssueFormProps {
  account: Pick<AccountSummary, "id" | "email">;
  onIssued(number: string): void;
  onClose(): void;
}

export function IssueForm({ account: { id, email }, onIssued, onClose }: IssueFormProps) {
  const titleId = useId();
  const zone = useZone();
  const refresh = useRefresh();
  const repeat = useRepeatKey();
  const [until, setUntil] = useState<VenueDay>(() => venueDayOf(new Date(), zone));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const isDay = isVenueDay(until);
  const preview = useQuery({ ...invoicePreviewQuery(id, until), enabled: isDay });
  const { data } = preview;
  const issuing = useMutation({
    mutationFn: () => issueInvoice(id, until, repeat.keyOf(until)),
    onSuccess: ({ number, total }) => {
      toast({
        title: `Invoice ${number} Issued`,
        description: email ? `${formatMoney(total)}, mailed to ${email}.` : `${formatMoney(total)}.`,
      });
      onIssued(number);
    },
    onError: toastRefusal("Not Issued", "The invoice could not be issued"),
    onSettled: () => refresh(BOOKINGS_KEY),
  });
  return (
    <section aria-labelledby={titleId} className="grid gap-4 border border-control bg-ground p-4 sm:p-5">
      <h3 ref={heading} id={titleId} tabIndex={-1} className="text-lg font-semibold">
        Issue an invoice
      </h3>
      <TextField
        density="dense"
        label="Visits until"
        required
        type="date"
        className="sm:max-w-96"
        hint="This day included. What is on no invoice yet is on this one."
        error={isDay ? undefined : "Choose a day"}
        value={until}
        onChange={({ target }) => setUntil(target.value)}
      />
      <div aria-live="polite" className="grid gap-2">
        {!isDay ? null : data ? (
          <>
            <p className="figures font-medium">
              {countText(data.lines.length, "line")}, due on {shortDayAndYear(data.dueOn)}
            </p>
            <LineList
              label="Lines of the invoice"
              lines={data.lines}
              sums={[
                ...(Number(data.tax) > 0 ? [["Tax contained", data.tax] as const] : []),
                ["Total", data.total],
              ]}
            />
            <p className="text-sm text-muted">
              An invoice is never changed or deleted: a credit note lowers it.{" "}
              {email === null ? "Its email was erased, so it is not mailed." : `It is mailed to ${email}.`}
            </p>
          </>
        ) : preview.isError ? (
          <p className="border-l-4 border-ink bg-sheet px-4 py-2.5 font-medium">
            {refusalMessage(preview.error, "What would be on it could not be read")}
          </p>
        ) : (
          <Skeleton className="h-48" />
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          density="dense"
          variant="solid"
          busy={issuing.isPending}
          inert={!data}
          onClick={() => issuing.mutate()}
        >
          {issuing.isPending
            ? "Issuing..."
            : data
              ? `Issue Invoice of ${formatMoney(data.total)}`
              : "Issue Invoice"}
        </Button>
        <Button density="dense" inert={issuing.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
