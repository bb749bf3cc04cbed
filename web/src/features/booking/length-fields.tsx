/** Chooses a length: three durations with their prices, and the number of hours for an hourly booking. */
import clsx from "clsx";
import type { ReactNode } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import type { BookingDuration } from "../../../../core/booking/rules/pricing.ts";
import { clockHour } from "../../format/clock-hour.ts";
import { hoursText } from "../../format/counts.ts";
import { hourlyOn } from "../../format/hour-prices.ts";
import { quote } from "../../format/quote.ts";
import { hoursOfDay } from "../../format/venue.ts";
import { SelectField } from "../../ui/field.tsx";
import { durationChoices, hourChoices } from "./length-choices.ts";
import type { FieldMessages } from "./submission/booking-fields.ts";
import { type BookingFormProps, fieldId } from "./use-booking-form.ts";

interface LengthFieldsProps extends Pick<BookingFormProps, "room" | "choice" | "onChoice" | "minHours"> {
  messages: FieldMessages;
  /** Another length that costs less, if there is one. */
  hint: ReactNode;
}

/** What each length costs; with price rules, from the chosen start on. */
const ratesOf = (room: Room, choice: LengthFieldsProps["choice"]): Record<BookingDuration, string> => {
  const priceOf = (duration: BookingDuration): string =>
    formatMoney(quote(room, { ...choice, duration }, false).roomCents);
  const { usual, lowest, differs } = hourlyOn(room, choice.day);
  return {
    hourly:
      differs && choice.startHour !== null
        ? `${priceOf("hourly")} for ${hoursText(choice.hourCount)}`
        : `${differs ? `from ${lowest}` : usual} an hour`,
    "half-day": priceOf("half-day"),
    "full-day": priceOf("full-day"),
  };
};

export function LengthFields({ room, choice, onChoice, minHours, messages, hint }: LengthFieldsProps) {
  const error = messages.bookingDuration;
  const errorId = `${fieldId("bookingDuration")}-error`;
  return (
    <>
      <fieldset className="min-w-0 @md:col-span-2" aria-describedby={error ? errorId : undefined}>
        <legend className="mb-1.5 font-semibold">Duration</legend>
        <div className="grid gap-2 @md:grid-cols-3">
          {durationChoices(choice.startHour, minHours, choice.day).map(({ duration, label, tooLong }) => {
            const chosen = duration === choice.duration;
            return (
              <label
                key={duration}
                className={clsx(
                  "flex min-h-16 items-center gap-3 border-2 px-3 py-2 has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-action",
                  chosen ? "border-ink bg-sheet shadow-[4px_4px_0_0_var(--color-ink)]" : "border-control",
                  // A choice that no longer fits can still be reached, because the message about it leads here.
                  tooLong && !chosen ? "hatched cursor-not-allowed text-muted" : "hover:border-ink",
                )}
              >
                <input
                  type="radio"
                  name="bookingDuration"
                  id={chosen ? fieldId("bookingDuration") : undefined}
                  className="size-5 shrink-0 outline-none"
                  checked={chosen}
                  disabled={tooLong !== null && !chosen}
                  aria-invalid={(chosen && error !== undefined) || undefined}
                  onChange={() => onChoice({ duration })}
                />
                <span className={clsx("grid leading-tight", tooLong && !chosen && "bg-ground px-1.5 py-0.5")}>
                  <span className="font-semibold">{label}</span>
                  <span className="figures text-sm text-muted">
                    {tooLong ?? ratesOf(room, choice)[duration]}
                  </span>
                </span>
              </label>
            );
          })}
        </div>
        {error && (
          <p id={errorId} className="mt-1.5 text-sm font-semibold text-danger">
            <span aria-hidden="true">✕ </span>
            {error}
          </p>
        )}
      </fieldset>
      {choice.duration === "hourly" && (
        <HoursField choice={choice} onChoice={onChoice} minHours={minHours} error={messages.hourCount} />
      )}
      {hint && <div className="@md:col-span-2">{hint}</div>}
    </>
  );
}

type HoursFieldProps = Pick<BookingFormProps, "choice" | "onChoice" | "minHours"> & {
  error: string | undefined;
};

function HoursField({ choice, onChoice, minHours, error }: HoursFieldProps) {
  const fitting = hourChoices(choice.startHour, minHours, choice.day);
  const unfit = !fitting.includes(choice.hourCount);
  return (
    <SelectField
      label="Number of hours"
      required
      id={fieldId("hourCount")}
      error={error}
      hint={`At least ${hoursText(minHours)}, at most 12, ending by ${clockHour(hoursOfDay(choice.day).close)}`}
      name="hourCount"
      value={choice.hourCount}
      onChange={(event) => onChoice({ hourCount: Number(event.target.value) })}
    >
      {fitting.map((hours) => (
        <option key={hours} value={hours}>
          {hoursText(hours)}
        </option>
      ))}
      {unfit && (
        <option value={choice.hourCount} disabled>
          {hoursText(choice.hourCount)} (after closing)
        </option>
      )}
    </SelectField>
  );
}
