/** The fields for a closure's hours: of one day, whole days, or from an hour to an hour of another day. */
import { useId } from "react";
import { clockHours } from "../../format/clock-hour.ts";
import { SelectField, TextField } from "../../ui/field.tsx";
import { type ClosureSpan, SPAN_KINDS, type SpanKind } from "./closure-span.ts";

const KINDS: Record<SpanKind, string> = {
  hours: "Hours of a day",
  days: "Whole days",
  range: "From – until",
};

interface SpanFieldsProps {
  span: ClosureSpan;
  startError: string | undefined;
  endError: string | undefined;
  onChange(span: ClosureSpan): void;
}

export function SpanFields({ span, startError, endError, onChange }: SpanFieldsProps) {
  const { kind, day, untilDay } = span;
  const set = (next: Partial<ClosureSpan>) => onChange({ ...span, ...next });
  const hourField = (label: string, name: "startHour" | "endHour", first: number, error?: string) => (
    <SelectField
      label={label}
      density="dense"
      required
      error={error}
      value={span[name]}
      onChange={({ target }) => set({ [name]: Number(target.value) })}
      options={clockHours(first, first + 23)}
    />
  );
  const dayField = { density: "dense", required: true, type: "date" } as const;
  return (
    <div className="grid gap-3">
      <Kinds kind={kind} onChange={(next) => set({ kind: next })} />
      <div className="grid grid-cols-2 gap-x-4 gap-y-3">
        <TextField
          {...dayField}
          label={kind === "days" ? "First day" : "Day"}
          error={startError}
          value={day}
          onChange={({ target: { value } }) =>
            set({ day: value, untilDay: untilDay < value || kind === "hours" ? value : untilDay })
          }
        />
        {kind !== "days" && hourField("From", "startHour", 0)}
        {kind !== "hours" && (
          <TextField
            {...dayField}
            label="Last day"
            error={kind === "days" ? endError : undefined}
            value={untilDay}
            onChange={({ target }) => set({ untilDay: target.value })}
          />
        )}
        {kind !== "days" && hourField("Until", "endHour", 1, endError)}
      </div>
    </div>
  );
}

function Kinds({ kind, onChange }: { kind: SpanKind; onChange(kind: SpanKind): void }) {
  const name = useId();
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="mb-1 text-sm font-medium">Hours</legend>
      {SPAN_KINDS.map((value) => (
        <label
          key={value}
          className="flex min-h-11 cursor-pointer items-center gap-2 border border-control bg-sheet px-3 has-checked:border-ink has-checked:inset-ring has-checked:inset-ring-ink sm:min-h-9"
        >
          <input type="radio" name={name} checked={value === kind} onChange={() => onChange(value)} />
          {KINDS[value]}
        </label>
      ))}
    </fieldset>
  );
}
