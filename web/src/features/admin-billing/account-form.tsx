/** The form that opens a billing account, or changes one: who gets the invoices, and the terms (decisions 260 to 262). */
import { useEffect, useId } from "react";
import {
  type Account,
  AccountSubmission,
  type AccountSummary,
} from "../../../../bff/contract/billing/accounts.ts";
import { currencyName } from "../../../../core/venue/currency.ts";
import { changeAccount, openAccount } from "../../api/staff-billing.ts";
import { BOOKINGS_KEY } from "../../api/staff-bookings.ts";
import { useRefresh } from "../../form/after-change.ts";
import { contractCheck } from "../../form/contract-check.ts";
import { useRepeatKey } from "../../form/use-repeat-key.ts";
import { useSentForm } from "../../form/use-sent-form.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary, RefusalNotice } from "../../ui/error-summary.tsx";
import { AreaField, Checkbox, TextField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { type AccountDraft, draftOf, NEW_ACCOUNT, sentAccount } from "./account-draft.ts";

interface AccountFormProps {
  /** Null for a new account. */
  account: AccountSummary | null;
  /** Called when the form is given up. */
  onClose(): void;
  onSaved(account: Account): void;
}

export function AccountForm({ account, onClose, onSaved }: AccountFormProps) {
  const titleId = useId();
  const refresh = useRefresh();
  const repeat = useRepeatKey();
  const isNew = account === null;
  const { form, field, wrong, sending, refused, frame } = useSentForm<
    AccountDraft,
    Account,
    AccountSubmission
  >({
    schema: contractCheck(AccountSubmission, sentAccount),
    defaults: isNew ? NEW_ACCOUNT : draftOf(account),
    send: (sent) => (isNew ? openAccount(sent, repeat.keyOf(sent)) : changeAccount(account.id, sent)),
    onSuccess(saved) {
      refresh(BOOKINGS_KEY);
      toast({
        title: isNew ? "Account Opened" : "Account Saved",
        description: isNew
          ? `${saved.name} can be booked on now.`
          : "Invoices that were issued keep the earlier name and address.",
      });
      onSaved(saved);
    },
    refusal: isNew ? "The account could not be opened" : "The account could not be saved",
  });
  useEffect(() => form.setFocus("name"), [form]);
  const text = { density: "dense", required: true, autoComplete: "off" } as const;
  return (
    <form
      {...frame}
      aria-labelledby={titleId}
      className="grid items-start gap-4 border border-control bg-sheet p-4 sm:grid-cols-2 sm:p-5"
    >
      <h3 id={titleId} className="text-lg font-semibold sm:col-span-2">
        {isNew ? "New billing account" : "Edit the account"}
      </h3>
      {form.formState.isSubmitted && wrong.length > 1 && (
        <div className="sm:col-span-2">
          <ErrorSummary errors={wrong} />
        </div>
      )}
      <div className="grid gap-4">
        <TextField {...field("name")} {...text} label="Name" hint="A band, a school or a firm" />
        <TextField
          {...field("email")}
          {...text}
          label="Email"
          hint="Invoices and reminders are sent here"
          type="email"
        />
      </div>
      <AreaField
        {...field("address")}
        {...text}
        label="Address, as on the invoice"
        rows={5}
        maxLength={500}
      />
      <TextField
        {...field("creditLimit")}
        {...text}
        label={`Credit limit in ${currencyName()}`}
        hint="The most that may be open at once, invoiced or not"
        inputMode="decimal"
      />
      <TextField
        {...field("paymentDays")}
        {...text}
        label="Days to pay"
        hint="From the day of an invoice. If one is overdue, nothing can be booked"
        inputMode="numeric"
      />
      <Checkbox
        {...form.register("selfBooking")}
        label="The customer may book on it"
        hint="Only the customer whose verified email is the one above"
        className="sm:col-span-2"
      />
      {refused && <RefusalNotice className="sm:col-span-2">{refused}</RefusalNotice>}
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        <Button density="dense" type="submit" variant="solid" busy={sending.isPending}>
          {sending.isPending ? "Saving..." : isNew ? "Open Account" : "Save Account"}
        </Button>
        <Button density="dense" inert={sending.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
