/** Chooses a period: by name with one press, or by its first and last day. */
import { useEffect } from "react";
import { z } from "zod";
import { useHubForm } from "../../form/use-sent-form.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { type Period, PRESETS, type Preset } from "./period-choice.ts";

const PRESET_NAMES = Object.keys(PRESETS) as Preset[]; // the record's own keys

const Days = z.object({ from: z.string(), to: z.string() });

interface PeriodPickerProps {
  /** Null if the period was chosen by its days. */
  preset: Preset | null;
  period: Period;
  /** The server's errors, by field. */
  complaints: ReadonlyMap<string, string>;
  onPreset(preset: Preset): void;
  onDays(period: Period): void;
}

export function PeriodPicker({ preset, period, complaints, onPreset, onDays }: PeriodPickerProps) {
  const { form, field } = useHubForm({ schema: Days, defaults: period });
  const { reset } = form;
  // A preset or Back may have chosen another period.
  useEffect(() => reset({ from: period.from, to: period.to }), [reset, period.from, period.to]);
  const dayField = (name: keyof Period, label: string) => (
    <TextField
      {...field(name)}
      density="dense"
      label={label}
      error={complaints.get(name)}
      className="max-xs:col-span-full"
      type="date"
    />
  );
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-1 text-sm font-medium">Period</legend>
        {PRESET_NAMES.map((name) => (
          <Button
            key={name}
            density="dense"
            variant={name === preset ? "solid" : "outline"}
            aria-pressed={name === preset}
            onClick={() => onPreset(name)}
          >
            {PRESETS[name]}
          </Button>
        ))}
      </fieldset>
      <form
        noValidate
        aria-label="From one day to another"
        className="grid grid-cols-[repeat(2,minmax(0,10rem))_auto] items-start gap-2 max-xs:w-full max-xs:grid-cols-1"
        onSubmit={form.handleSubmit(onDays)}
      >
        {dayField("from", "From")}
        {dayField("to", "To")}
        <Button type="submit" density="dense" className="xs:mt-6 sm:min-h-10">
          Show
        </Button>
      </form>
    </div>
  );
}
