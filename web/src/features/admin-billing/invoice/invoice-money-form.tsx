/** Records money that staff received for an invoice, or returned; it is prefilled with the balance (decision 264). */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useId } from "react";
import { InvoiceMoney, type StaffInvoice } from "../../../../../bff/contract/billing/invoices.ts";
import { formatMoney, toAmount } from "../../../../../core/booking/rules/money.ts";
import { invoiceQuery, recordInvoiceMoney } from "../../../api/staff-billing.ts";
import { BOOKINGS_KEY } from "../../../api/staff-bookings.ts";
import { useRefresh } from "../../../form/after-change.ts";
import { useRepeatKey } from "../../../form/use-repeat-key.ts";
import { useSentForm } from "../../../form/use-sent-form.ts";
import { DESK_METHOD_OPTIONS } from "../../../format/money-methods.ts";
import { signedCents } from "../../../format/signed-cents.ts";
import { Button } from "../../../ui/button.tsx";
import { RefusalNotice } from "../../../ui/error-summary.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast/toast.tsx";
import { balanceWords, returnableCents } from "./invoice-money.ts";

interface InvoiceMoneyFormProps {
  invoice: StaffInvoice;
  kind: "received" | "returned";
  onDone(): void;
}

export function InvoiceMoneyForm({ invoice, kind, onDone }: InvoiceMoneyFormProps) {
  const titleId = useId();
  const client = useQueryClient();
  const refresh = useRefresh();
  const repeat = useRepeatKey();
  const { number, balance } = invoice;
  const isReceived = kind === "received";
  const due = signedCents(balance);
  const most = isReceived ? due : returnableCents(invoice);
  const expected = isReceived ? due : Math.max(0, -due);
  const { form, field, sending, refused, frame } = useSentForm<InvoiceMoney, StaffInvoice>({
    schema: InvoiceMoney,
    defaults: {
      kind,
      method: "transfer",
      amount: expected > 0 ? toAmount(expected) : "",
      reference: "",
    },
    send: (money) => recordInvoiceMoney(number, money, repeat.keyOf(money)),
    onSuccess(saved, { amount }) {
      client.setQueryData(invoiceQuery(number).queryKey, saved);
      toast({
        title: isReceived ? "Money Received" : "Money Returned",
        description: `${formatMoney(amount)}. ${saved.status === "paid" ? "The invoice is paid" : balanceWords(saved)}.`,
      });
      onDone();
    },
    onSettled: () => refresh(BOOKINGS_KEY),
    refusal: "The money could not be recorded",
  });
  useEffect(() => form.setFocus("amount", { shouldSelect: true }), [form]);
  return (
    <form
      {...frame}
      aria-labelledby={titleId}
      className="grid items-start gap-3 border border-control bg-sheet p-4 sm:grid-cols-3"
    >
      <h3 id={titleId} className="text-lg font-semibold sm:col-span-3">
        {isReceived ? "Money received" : "Money returned"}
      </h3>
      {!isReceived && expected === 0 && (
        <p className="sm:col-span-3">
          Nothing is paid too much: what you return is due again. To let the account owe less, issue a credit
          note first.
        </p>
      )}
      <TextField
        {...field("amount")}
        density="dense"
        label="Amount"
        required
        hint={`At most ${formatMoney(most)}`}
        inputMode="decimal"
        autoComplete="off"
      />
      <SelectField
        {...field("method")}
        density="dense"
        label="Method"
        required
        options={DESK_METHOD_OPTIONS}
      />
      <TextField
        {...field("reference")}
        density="dense"
        label="Reference (statement, slip)"
        autoComplete="off"
        maxLength={200}
      />
      {refused && <RefusalNotice className="sm:col-span-3">{refused}</RefusalNotice>}
      <div className="flex flex-wrap gap-3 sm:col-span-3">
        <Button type="submit" density="dense" variant="solid" busy={sending.isPending}>
          {isReceived ? "Record as Received" : "Record as Returned"}
        </Button>
        <Button density="dense" inert={sending.isPending} onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
