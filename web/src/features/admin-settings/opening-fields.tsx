/** The bookable hours of each weekday: closed, or from one hour to another. */
import { useWatch } from "react-hook-form";
import { clockHours } from "../../format/clock-hour.ts";
import { clockOf } from "../../format/hours.ts";
import { SelectInput } from "../../ui/field.tsx";
import { Group, type GroupProps } from "./field-group.tsx";
import { WEEK, type Weekday } from "./settings-draft.ts";

const USUAL = { open: "09:00", close: "22:00" };

const capital = (day: Weekday): string => `${day.charAt(0).toUpperCase()}${day.slice(1)}`;

export function OpeningFields({ settings }: GroupProps) {
  return (
    <Group
      title="Opening hours"
      id="hours"
      note="The first bookable hour and the end of the last one. The venue opens one hour earlier."
    >
      <div className="grid gap-2">
        {WEEK.map((day) => (
          <DayFields key={day} day={day} settings={settings} />
        ))}
      </div>
    </Group>
  );
}

function DayFields({ day, settings }: GroupProps & { day: Weekday }) {
  const { form, tie } = settings;
  const isOpen = useWatch({ control: form.control, name: `openingHours.${day}` }) !== null;
  const error = tie(`openingHours.${day}.close`).error ?? tie(`openingHours.${day}.open`).error;
  return (
    <div className="grid grid-cols-2 items-center gap-x-3 gap-y-2 border-t border-rule pt-2 sm:grid-cols-[8rem_7rem_9rem_9rem]">
      <span className="font-medium">{capital(day)}</span>
      <label className="flex min-h-11 items-center gap-2 sm:min-h-9">
        <input
          type="checkbox"
          className="size-5"
          checked={isOpen}
          aria-label={`${capital(day)} open`}
          onChange={({ target }) =>
            form.setValue(`openingHours.${day}`, target.checked ? USUAL : null, { shouldDirty: true })
          }
        />
        Open
      </label>
      {isOpen ? (
        <Hours day={day} settings={settings} errorId={error && `${day}-hours-error`} />
      ) : (
        <span className="text-muted">Closed</span>
      )}
      {error && (
        <p id={`${day}-hours-error`} className="col-span-full text-sm font-semibold text-danger">
          <span aria-hidden="true">✕ </span>
          {error}
        </p>
      )}
    </div>
  );
}

function Hours({ day, settings, errorId }: GroupProps & { day: Weekday; errorId: string | undefined }) {
  const { register } = settings.form;
  return (
    <>
      <SelectInput
        {...register(`openingHours.${day}.open`)}
        density="dense"
        aria-label={`${capital(day)} from`}
        options={clocks(0, 23)}
      />
      <SelectInput
        {...register(`openingHours.${day}.close`)}
        density="dense"
        aria-label={`${capital(day)} until`}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        options={clocks(1, 24)}
      />
    </>
  );
}

const clocks = (first: number, last: number) =>
  clockHours(first, last).map(([hour, label]) => [clockOf(hour), label] as const);
