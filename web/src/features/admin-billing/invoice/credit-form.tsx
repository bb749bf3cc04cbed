/** Issues a credit note of an invoice: which lines, how much of each, why, and what it does, before it is issued (decision 265). */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef } from "react";
import type { Resolver } from "react-hook-form";
import type { CreditRequest, Invoice, StaffInvoice } from "../../../../../bff/contract/billing/invoices.ts";
import { formatMoney } from "../../../../../core/booking/rules/money.ts";
import { accountQuery, creditInvoice } from "../../../api/staff-billing.ts";
import { BOOKINGS_KEY } from "../../../api/staff-bookings.ts";
import { useRefresh } from "../../../form/after-change.ts";
import { useRepeatKey } from "../../../form/use-repeat-key.ts";
import { useSentForm } from "../../../form/use-sent-form.ts";
import { Button } from "../../../ui/button.tsx";
import { RefusalNotice } from "../../../ui/error-summary.tsx";
import { AreaField, TextField } from "../../../ui/field.tsx";
import { QueryPlaceholder } from "../../../ui/state-notice.tsx";
import { toast } from "../../../ui/toast/toast.tsx";
import { type CreditDraft, checkCredit, creditCents, creditDraftOf, creditEffects } from "./credit-draft.ts";

interface CreditFormProps {
  invoice: StaffInvoice;
  onDone(): void;
}

/** What earlier credit notes have left of each line is read with the account. */
export function CreditForm({ invoice, onDone }: CreditFormProps) {
  const account = useQuery(accountQuery(invoice.accountId));
  const credits = account.data?.invoices.filter(({ creditOf }) => creditOf === invoice.number);
  return credits && credits.length === invoice.credits.length ? (
    <CreditLines invoice={invoice} credits={credits} onDone={onDone} />
  ) : (
    <QueryPlaceholder of={account} failed="Failed to fetch the earlier credit notes" className="h-64" />
  );
}

const resolver: Resolver<CreditDraft, unknown, CreditRequest> = (draft) => checkCredit(draft);

function CreditLines({ invoice, credits, onDone }: CreditFormProps & { credits: readonly Invoice[] }) {
  const id = useId();
  const refresh = useRefresh();
  const repeat = useRepeatKey();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { number, email } = invoice;
  const { form, field, sending, refused, frame } = useSentForm<CreditDraft, Invoice, CreditRequest>({
    schema: resolver,
    defaults: creditDraftOf(invoice, credits),
    send: (credit) => creditInvoice(number, credit, repeat.keyOf(credit)),
    onSuccess(credit) {
      toast({
        title: `Credit Note ${credit.number} Issued`,
        description: `${formatMoney(credit.total)} of invoice ${number}${email ? `, mailed to ${email}` : ""}.`,
      });
      onDone();
    },
    onSettled: () => refresh(BOOKINGS_KEY),
    refusal: "The credit note could not be issued",
  });
  const draft = form.watch();
  const cents = creditCents(draft);
  const noLine = form.formState.errors.parts?.message;
  const areAllChosen = draft.parts.every(({ isChosen }) => isChosen);
  const chooseAll = () => {
    for (const at of draft.parts.keys()) form.setValue(`parts.${at}.isChosen`, !areAllChosen);
  };
  return (
    <form
      {...frame}
      aria-labelledby={`${id}-title`}
      className="grid gap-3 border border-control bg-sheet p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 ref={heading} id={`${id}-title`} tabIndex={-1} className="text-lg font-semibold">
          Credit note
        </h3>
        {draft.parts.length > 1 && (
          <Button density="dense" onClick={chooseAll}>
            {areAllChosen ? "Choose None" : "Choose All"}
          </Button>
        )}
      </div>
      <ul aria-label="Lines to credit" className="border-t border-rule">
        {draft.parts.map(({ bookingId, text, leftCents, isChosen }, at) => (
          <li
            key={bookingId}
            className="figures grid items-start gap-x-4 border-b border-rule py-1.5 sm:grid-cols-[minmax(0,1fr)_9rem]"
          >
            <label className="flex min-h-11 items-center gap-3 text-[0.9375rem] sm:min-h-10">
              <input
                type="checkbox"
                {...form.register(`parts.${at}.isChosen`)}
                className="size-4.5 shrink-0"
              />
              <span>
                {text} <span className="text-muted">({formatMoney(leftCents)})</span>
              </span>
            </label>
            {isChosen && (
              <TextField
                {...field(`parts.${at}.amount`)}
                density="dense"
                label={<span className="sr-only">Credit for booking {bookingId}</span>}
                required
                inputMode="decimal"
                autoComplete="off"
              />
            )}
          </li>
        ))}
      </ul>
      {noLine && <RefusalNotice>{noLine}</RefusalNotice>}
      <AreaField
        {...field("reason")}
        density="dense"
        label="Reason, printed on the credit note"
        required
        rows={2}
        maxLength={2_000}
      />
      <div aria-live="polite" className="min-h-12">
        {cents !== null &&
          creditEffects(cents, invoice).map((sentence) => (
            <p key={sentence} className="figures">
              {sentence}
            </p>
          ))}
        <p className="text-sm text-muted">
          A credit note is never changed or deleted.{email && ` It is mailed to ${email}.`}
        </p>
      </div>
      {refused && <RefusalNotice>{refused}</RefusalNotice>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" density="dense" variant="danger" busy={sending.isPending}>
          {sending.isPending
            ? "Issuing..."
            : cents
              ? `Issue Credit Note of ${formatMoney(cents)}`
              : "Issue Credit Note"}
        </Button>
        <Button density="dense" inert={sending.isPending} onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
