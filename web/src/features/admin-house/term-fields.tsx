/** Owns the terms of booking: what is paid when, how long hours are held, what comes back, the tax; with the sentences that visitors will read. */
import { dueSentence, refundSentence } from "../../format/house-terms.ts";
import { Button } from "../../ui/button.tsx";
import { type HouseDraft, refundTermsOf } from "./house-draft.ts";
import { Group, type GroupProps, SettingField } from "./setting-field.tsx";

const MOST_TERMS = 10;

export function TermFields({ draft, edit, errors }: GroupProps) {
  return (
    <Group
      title="Terms"
      note="For bookings that are made from that day on; those made before keep their own."
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <SettingField
          label="Downpayment, % of the total"
          numeric
          value={draft.downpaymentPercent}
          error={errors.get("downpaymentPercent")}
          onChange={(downpaymentPercent) => edit({ downpaymentPercent })}
        />
        <SettingField
          label="Minutes an unpaid booking is held"
          numeric
          value={draft.holdMinutes}
          error={errors.get("holdMinutes")}
          onChange={(holdMinutes) => edit({ holdMinutes })}
        />
        <SettingField
          label="Tax within the price, %"
          numeric
          hint="0: receipts show none"
          value={draft.taxPercent}
          error={errors.get("taxPercent")}
          onChange={(taxPercent) => edit({ taxPercent })}
        />
      </div>
      <RefundRows draft={draft} edit={edit} errors={errors} />
      <Preview draft={draft} />
    </Group>
  );
}

function RefundRows({ draft: { refundTerms }, edit, errors }: GroupProps) {
  const set = (index: number, next: Partial<HouseDraft["refundTerms"][number]>) =>
    edit({ refundTerms: refundTerms.map((term, at) => (at === index ? { ...term, ...next } : term)) });
  const overall = errors.get("refundTerms");
  return (
    <div className="grid gap-2">
      <h3 className="font-medium">What comes back when a customer cancels</h3>
      {overall && <p className="text-sm font-semibold text-danger">{overall}</p>}
      {refundTerms.length === 0 && <p className="text-muted">Nothing, at any time.</p>}
      {refundTerms.map((term, index) => {
        const error = (field: keyof typeof term) => errors.get(`refundTerms.${index}.${field}`);
        return (
          // A row is only ever added at the end; its fields are all that it has.
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else of their own.
            key={index}
            className="grid items-end gap-3 border-t border-rule pt-2 sm:grid-cols-[1fr_1fr_1fr_auto]"
          >
            <legend className="sr-only">Refund term {index + 1}</legend>
            <SettingField
              label="Hours before, at least"
              numeric
              value={term.hoursBefore}
              error={error("hoursBefore")}
              onChange={(hoursBefore) => set(index, { hoursBefore })}
            />
            <SettingField
              label="% of what was paid comes back"
              numeric
              value={term.refundPercent}
              error={error("refundPercent")}
              onChange={(refundPercent) => set(index, { refundPercent })}
            />
            <SettingField
              label="Fee, % of the downpayment"
              numeric
              value={term.feePercent}
              error={error("feePercent")}
              onChange={(feePercent) => set(index, { feePercent })}
            />
            <Button
              density="dense"
              aria-label={`Remove refund term ${index + 1}`}
              onClick={() => edit({ refundTerms: refundTerms.filter((_, at) => at !== index) })}
            >
              Remove
            </Button>
          </fieldset>
        );
      })}
      <Button
        density="dense"
        className="justify-self-start"
        inert={refundTerms.length >= MOST_TERMS}
        onClick={() =>
          edit({ refundTerms: [...refundTerms, { hoursBefore: "", refundPercent: "", feePercent: "0" }] })
        }
      >
        Add a refund term
      </Button>
    </div>
  );
}

/** As the terms of service will say it; while numbers are missing, nothing. */
function Preview({ draft }: Pick<GroupProps, "draft">) {
  const terms = refundTermsOf(draft).toSorted((a, b) => b.hoursBefore - a.hoursBefore);
  const share = Number(draft.downpaymentPercent);
  const whole = [share, ...terms.flatMap((term) => Object.values(term))].every(Number.isFinite);
  return (
    <div className="border-l-4 border-ink py-1 pl-4">
      <h3 className="text-sm font-medium text-muted">Visitors will read</h3>
      <p aria-live="polite" className="max-w-[70ch]">
        {whole
          ? `${dueSentence(share)} ${refundSentence(terms)}`
          : "Fill in every number to see the sentence."}
      </p>
    </div>
  );
}
