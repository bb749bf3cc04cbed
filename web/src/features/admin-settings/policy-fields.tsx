/** The terms of service and the privacy policy as text, with what applies inserted. */
import { useWatch } from "react-hook-form";
import { POLICY_WORDS } from "../../../../core/venue/look/policy-text.ts";
import { USUAL_PRIVACY, usualTerms } from "../../format/terms/usual-policies.ts";
import { Button } from "../../ui/button.tsx";
import { AreaField } from "../../ui/field.tsx";
import { Group, type GroupProps } from "./field-group.tsx";

const FORM = `"## " begins a section, "- " a point.`;

export function PolicyFields({ settings }: GroupProps) {
  return (
    <Group
      title="Terms and privacy"
      id="policies"
      note="Empty: the usual text, marked as a sample until you call this step done. Have yours read by a lawyer."
    >
      <PolicyField name="termsText" label="Terms of Service" usual={usualTerms(false)} settings={settings} />
      <PolicyField name="privacyText" label="Privacy Policy" usual={USUAL_PRIVACY} settings={settings} />
      <details className="text-sm">
        <summary className="min-h-11 content-center font-medium sm:min-h-9">What a text can insert</summary>
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[10rem_minmax(0,1fr)]">
          {Object.entries(POLICY_WORDS).map(([word, meaning]) => (
            <div key={word} className="contents">
              <dt className="font-medium">{`{${word}}`}</dt>
              <dd className="text-muted">{meaning}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Group>
  );
}

function PolicyField({
  name,
  label,
  usual,
  settings: { form, field },
}: GroupProps & { name: "termsText" | "privacyText"; label: string; usual: string }) {
  const isEmpty = useWatch({ control: form.control, name }).trim() === "";
  return (
    <div className="grid gap-2">
      <AreaField {...field(name)} density="dense" label={label} rows={isEmpty ? 3 : 12} hint={FORM} />
      {isEmpty && (
        <Button
          density="dense"
          className="justify-self-start"
          onClick={() => form.setValue(name, usual, { shouldDirty: true })}
        >
          Begin with the usual text
        </Button>
      )}
    </div>
  );
}
