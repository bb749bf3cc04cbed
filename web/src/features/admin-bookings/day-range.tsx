/** The days that the list of bookings is limited to: one day, or a range. */
import { useEffect, useRef, useState } from "react";
import { isVenueDay, type VenueDay } from "../../../../core/venue/time/venue-time.ts";
import type { BookingPage } from "../../api/staff-bookings.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";

type Days = Pick<BookingPage, "from" | "to">;

export function DayRange({ from, to, onChange }: Days & { onChange(next: Days): void }) {
  const clearing = useRef(false);
  const group = useRef<HTMLFieldSetElement>(null);
  const given = from !== undefined || to !== undefined;
  // The button disappears when it has cleared the days.
  useEffect(() => {
    if (given || !clearing.current) return;
    clearing.current = false;
    group.current?.querySelector("input")?.focus();
  }, [given]);

  return (
    <fieldset ref={group} className="flex min-w-0 grow flex-wrap items-end gap-3 sm:grow-0">
      <legend className="sr-only">Days of the visits</legend>
      <DayInput label="From day" day={from} onDay={(day) => onChange({ from: day, to })} />
      <DayInput label="To day" day={to} onDay={(day) => onChange({ from, to: day })} />
      {from !== undefined && to !== from && (
        <Button density="dense" onClick={() => onChange({ from, to: from })}>
          This Day Only
        </Button>
      )}
      {given && (
        <Button
          density="dense"
          onClick={() => {
            clearing.current = true;
            onChange({ from: undefined, to: undefined });
          }}
        >
          Clear Days
        </Button>
      )}
    </fieldset>
  );
}

/** While a year is being typed, the control holds days of the first centuries. Those are ignored. */
const FIRST_MEANT = "1970-01-01";

interface DayInputProps {
  label: string;
  day: VenueDay | undefined;
  onDay(day: VenueDay | undefined): void;
}

function DayInput({ label, day, onDay }: DayInputProps) {
  const [typed, setTyped] = useState(day ?? "");
  useEffect(() => setTyped(day ?? ""), [day]);
  return (
    <TextField
      density="dense"
      label={label}
      className="min-w-0 flex-1 sm:w-44 sm:flex-none"
      type="date"
      value={typed}
      onChange={({ target: { value } }) => {
        setTyped(value);
        if (value === "") onDay(undefined);
        else if (isVenueDay(value) && value >= FIRST_MEANT) onDay(value);
      }}
    />
  );
}
