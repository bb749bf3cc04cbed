/** The fields for a closure's hours: of one day, whole days, or from an hour to an hour of another day. */
import { useId } from "react";
import { clockHours } from "../../format/clock-hour.ts";
import { SelectField, TextField } from "../../ui/field.tsx";
import { type BlockSpan, SPAN_KINDS, type SpanKind } from "./block-span.ts";

const KINDS: Record<SpanKind, string> = {
  hours: "Hours of a day",
  days: "Whole days",
  range: "From – until",
};

interface SpanFieldsProps {
  span: BlockSpan;
  startError: string | undefined;
  endError: string | undefined;
  onChange(span: BlockSpan): void;
}

export function SpanFields({ span, startError, endError, onChange }: SpanFieldsProps) {
  const { kind, day, untilDay, startHour, endHour } = span;
  const set = (next: Partial<BlockSpan>) => onChange({ ...span, ...next });
  return (
    <div className="grid gap-3">
      <Kinds kind={kind} onChange={(next) => set({ kind: next })} />
      <div className="grid grid-cols-2 gap-x-4 gap-y-3">
        <DayField
          label={kind === "days" ? "First day" : "Day"}
          day={day}
          error={startError}
          onChange={(next) =>
            set({ day: next, untilDay: untilDay < next || kind === "hours" ? next : untilDay })
          }
        />
        {kind !== "days" && (
          <HourField
            label="From"
            hours={[0, 23]}
            hour={startHour}
            onChange={(hour) => set({ startHour: hour })}
          />
        )}
        {kind !== "hours" && (
          <DayField
            label="Last day"
            day={untilDay}
            error={kind === "days" ? endError : undefined}
            onChange={(next) => set({ untilDay: next })}
          />
        )}
        {kind !== "days" && (
          <HourField
            label="Until"
            hours={[1, 24]}
            hour={endHour}
            error={endError}
            onChange={(hour) => set({ endHour: hour })}
          />
        )}
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

interface DayFieldProps {
  label: string;
  day: string;
  error: string | undefined;
  onChange(day: string): void;
}

function DayField({ label, day, error, onChange }: DayFieldProps) {
  return (
    <TextField
      label={label}
      density="dense"
      required
      error={error}
      type="date"
      value={day}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface HourFieldProps {
  label: string;
  /** The first and the last hour that can be chosen. */
  hours: readonly [number, number];
  hour: number;
  error?: string | undefined;
  onChange(hour: number): void;
}

function HourField({ label, hours: [first, last], hour, error, onChange }: HourFieldProps) {
  return (
    <SelectField
      label={label}
      density="dense"
      required
      error={error}
      value={hour}
      onChange={(event) => onChange(Number(event.target.value))}
      options={clockHours(first, last)}
    />
  );
}
