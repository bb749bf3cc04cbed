/** The terms of booking: payment, hold, refunds and tax, with the sentences that visitors will read. */
import { useFieldArray, useWatch } from "react-hook-form";
import { dueSentence, refundSentence } from "../../format/terms/venue-terms.ts";
import { TextField } from "../../ui/field.tsx";
import { Group, type GroupProps, NUMBER, Rows } from "./field-group.tsx";
import { refundTermsOf } from "./settings-draft.ts";

const MOST_TERMS = 10;

export function TermFields({ settings }: GroupProps) {
  const { field } = settings;
  return (
    <Group title="Terms" note="For bookings made from that day on. Earlier bookings keep their own terms.">
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField {...field("downpaymentPercent")} {...NUMBER} label="Downpayment, % of the total" />
        <TextField {...field("holdMinutes")} {...NUMBER} label="Minutes an unpaid booking is held" />
        <TextField
          {...field("taxPercent")}
          {...NUMBER}
          label="Tax included in the price, %"
          hint="0: receipts show none"
        />
      </div>
      <RefundRows settings={settings} />
      <Preview settings={settings} />
    </Group>
  );
}

function RefundRows({ settings: { form, field, tie } }: GroupProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "refundTerms" });
  const { error } = tie("refundTerms");
  return (
    <Rows
      title="Refunds when a customer cancels"
      of="refund term"
      rows={fields}
      most={MOST_TERMS}
      rowClass="sm:grid-cols-[1fr_1fr_1fr_auto]"
      row={(at) => (
        <>
          <TextField
            {...field(`refundTerms.${at}.hoursBefore`)}
            {...NUMBER}
            label="Minimum hours before the visit"
          />
          <TextField
            {...field(`refundTerms.${at}.refundPercent`)}
            {...NUMBER}
            label="Refund, % of what was paid"
          />
          <TextField
            {...field(`refundTerms.${at}.feePercent`)}
            {...NUMBER}
            label="Fee, % of the downpayment"
          />
        </>
      )}
      onAdd={() => append({ hoursBefore: "", refundPercent: "", feePercent: "0" }, { shouldFocus: false })}
      onRemove={remove}
    >
      {error && <p className="text-sm font-semibold text-danger">{error}</p>}
      {fields.length === 0 && <p className="text-muted">No refund at any time.</p>}
    </Rows>
  );
}

/** The terms as the terms of service will state them; shows nothing while numbers are missing. */
function Preview({ settings }: GroupProps) {
  const [downpaymentPercent, refundTerms] = useWatch({
    control: settings.form.control,
    name: ["downpaymentPercent", "refundTerms"],
  });
  const terms = refundTermsOf({ refundTerms }).toSorted((a, b) => b.hoursBefore - a.hoursBefore);
  const share = Number(downpaymentPercent);
  const whole = [share, ...terms.flatMap((term) => Object.values(term))].every(Number.isFinite);
  return (
    <div className="border-l-4 border-ink py-1 pl-4">
      <h3 className="text-sm font-medium text-muted">Visitors will see</h3>
      <p aria-live="polite" className="max-w-[70ch]">
        {whole ? `${dueSentence(share)} ${refundSentence(terms)}` : "Enter every number to see the text."}
      </p>
    </div>
  );
}
