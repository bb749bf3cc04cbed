/** Owns choosing a period: by name at a press, or from one day to another. */
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { type Period, PRESETS, type Preset } from "./period-choice.ts";

const PRESET_NAMES = Object.keys(PRESETS) as Preset[]; // its keys

interface PeriodPickerProps {
  /** Null where it was chosen day by day. */
  preset: Preset | null;
  period: Period;
  /** What the server says of a day. */
  complaints: ReadonlyMap<string, string>;
  onPreset(preset: Preset): void;
  onDays(period: Period): void;
}

export function PeriodPicker({ preset, period, complaints, onPreset, onDays }: PeriodPickerProps) {
  const [draft, setDraft] = useState(period);
  const [shown, setShown] = useState(period);
  // A preset, or Back, has chosen otherwise.
  if (shown.from !== period.from || shown.to !== period.to) {
    setShown(period);
    setDraft(period);
  }
  const field = (name: keyof Period, label: string) => (
    <TextField
      density="dense"
      label={label}
      error={complaints.get(name)}
      className="max-xs:col-span-full"
      type="date"
      name={name}
      value={draft[name]}
      onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
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
        onSubmit={(event) => {
          event.preventDefault();
          onDays(draft);
        }}
      >
        {field("from", "From")}
        {field("to", "To")}
        <Button type="submit" density="dense" className="xs:mt-6 sm:min-h-10">
          Show
        </Button>
      </form>
    </div>
  );
}
