/** Owns the bookable hours of each day of the week: closed, or from an hour until another. */
import { clockHour } from "../../format/clock-hour.ts";
import { clockOf } from "../../format/hours.ts";
import { SelectInput } from "../../ui/field.tsx";
import { WEEK, type Weekday } from "./house-draft.ts";
import { Group, type GroupProps } from "./setting-field.tsx";

const USUAL = { open: "09:00", close: "22:00" };

const capital = (day: Weekday): string => `${day.charAt(0).toUpperCase()}${day.slice(1)}`;

export function OpeningFields({ draft, edit, errors }: GroupProps) {
  const { openingHours } = draft;
  const set = (day: Weekday, hours: { open: string; close: string } | null) =>
    edit({ openingHours: { [day]: hours } });
  return (
    <Group
      title="Opening hours"
      note="The first hour that can be booked and the end of the last. The doors open an hour before."
    >
      <div className="grid gap-2">
        {WEEK.map((day) => {
          const hours = openingHours[day];
          const error = errors.get(`openingHours.${day}.close`) ?? errors.get(`openingHours.${day}.open`);
          return (
            <div
              key={day}
              className="grid grid-cols-2 items-center gap-x-3 gap-y-2 border-t border-rule pt-2 sm:grid-cols-[8rem_7rem_9rem_9rem]"
            >
              <span className="font-medium">{capital(day)}</span>
              <label className="flex min-h-11 items-center gap-2 sm:min-h-9">
                <input
                  type="checkbox"
                  className="size-5"
                  checked={hours !== null}
                  aria-label={`${capital(day)} open`}
                  onChange={(event) => set(day, event.target.checked ? USUAL : null)}
                />
                Open
              </label>
              {hours === null ? (
                <span className="text-muted">Closed</span>
              ) : (
                <>
                  <HourSelect
                    label={`${capital(day)} from`}
                    hours={[0, 23]}
                    value={hours.open}
                    onChange={(open) => set(day, { ...hours, open })}
                  />
                  <HourSelect
                    label={`${capital(day)} until`}
                    hours={[1, 24]}
                    value={hours.close}
                    errorId={error && `${day}-hours-error`}
                    onChange={(close) => set(day, { ...hours, close })}
                  />
                </>
              )}
              {error && (
                <p id={`${day}-hours-error`} className="col-span-full text-sm font-semibold text-danger">
                  <span aria-hidden="true">✕ </span>
                  {error}
                </p>
              )}
            </div>
          );
        })}
      </div>
    </Group>
  );
}

interface HourSelectProps {
  label: string;
  hours: readonly [number, number];
  value: string;
  errorId?: string | undefined;
  onChange(value: string): void;
}

function HourSelect({ label, hours: [first, last], value, errorId, onChange }: HourSelectProps) {
  return (
    <SelectInput
      density="dense"
      aria-label={label}
      aria-invalid={errorId ? true : undefined}
      aria-describedby={errorId}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {Array.from({ length: last - first + 1 }, (_, index) => first + index).map((hour) => (
        <option key={hour} value={clockOf(hour)}>
          {hour === 24 ? "Midnight" : clockHour(hour)}
        </option>
      ))}
    </SelectInput>
  );
}
