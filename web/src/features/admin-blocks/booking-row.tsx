/** Owns one booking in the way of a closure: whose it is, how its money stands, and the choice to keep, cancel or move it. */
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { type ReactNode, useId } from "react";
import { dollars } from "../../../../bff/contract/money.ts";
import { addDays, dayAndTime, venueDayOf } from "../../../../bff/contract/venue-time.ts";
import { type BookingInTheWay, takenHoursQuery } from "../../api/staff-blocks.ts";
import { bookingQuery, refundPreviewQuery } from "../../api/staff-bookings.ts";
import { PaymentBadge, StatusBadge } from "../../ui/booking-badges.tsx";
import { Field, SelectInput } from "../../ui/field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { DAYS_AROUND, freeTimes } from "./free-times.ts";
import type { Becomes } from "./use-block-form.ts";

interface Span {
  startTime: string;
  endTime: string;
}

interface BookingRowProps {
  booking: BookingInTheWay;
  roomName: string;
  becomes: Becomes | undefined;
  onSay(becomes: Becomes): void;
  closing: Span;
  /** Where others of its room are to go. */
  promised: readonly Span[];
  error: string | undefined;
  timeError: string | undefined;
  zone: string;
}

export function BookingRow(props: BookingRowProps) {
  const { booking, roomName, becomes, onSay, error, zone } = props;
  const id = useId();
  const { data } = useQuery(bookingQuery(booking.id));
  const preview = useQuery(refundPreviewQuery(booking.id, "venue"));
  const time = dayAndTime(new Date(booking.startTime), new Date(booking.endTime), zone);
  const moved = typeof becomes === "object";
  return (
    <li className={clsx("grid gap-3 border bg-sheet p-3 sm:p-4", error ? "border-danger" : "border-rule")}>
      <div>
        <h4 id={id} className="font-semibold">
          #{booking.id} {data ? `${data.firstName} ${data.lastName}` : ""}
        </h4>
        <p className="figures">
          {roomName}, {time}
        </p>
        {data ? (
          <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <StatusBadge status={data.status} />
            <PaymentBadge booking={data} />
            <span className="figures text-sm text-muted">
              {data.attendees !== null && `${data.attendees} people, `}Total {dollars(data.totalAmount)},
              received {dollars(data.receivedAmount)}
            </span>
          </div>
        ) : (
          <Skeleton className="mt-1.5 h-6" />
        )}
      </div>
      <fieldset aria-labelledby={id} aria-describedby={error ? `${id}-error` : undefined}>
        <div className="grid gap-2 sm:grid-cols-3">
          <Choice
            name={id}
            checked={becomes === "keep"}
            invalid={error !== undefined}
            onChoose={() => onSay("keep")}
            label="Keep"
          >
            The visit takes place all the same.
          </Choice>
          <Choice
            name={id}
            checked={becomes === "cancel"}
            invalid={error !== undefined}
            onChoose={() => onSay("cancel")}
            label="Cancel"
          >
            {preview.data === undefined
              ? "Everything that was paid goes back."
              : Number(preview.data.refundAmount) === 0
                ? "Nothing was paid, nothing goes back."
                : `${dollars(preview.data.refundAmount)} goes back: all that was paid.`}
          </Choice>
          <Choice
            name={id}
            checked={moved}
            invalid={error !== undefined}
            onChoose={() => onSay({ startTime: "" })}
            label="Move"
          >
            To other hours of the room, at the same price.
          </Choice>
        </div>
        {error && (
          <p id={`${id}-error`} className="mt-1.5 text-sm font-semibold text-danger">
            <span aria-hidden="true">✕ </span>
            {error}
          </p>
        )}
      </fieldset>
      {moved && <NewTime {...props} chosen={becomes.startTime} />}
    </li>
  );
}

interface ChoiceProps {
  name: string;
  checked: boolean;
  invalid: boolean;
  onChoose(): void;
  label: string;
  /** What it means for the customer. */
  children: ReactNode;
}

function Choice({ name, checked, invalid, onChoose, label, children }: ChoiceProps) {
  const id = useId();
  return (
    <label className="flex cursor-pointer items-start gap-2.5 border border-control px-3 py-2 has-checked:border-ink has-checked:inset-ring has-checked:inset-ring-ink">
      <input
        type="radio"
        name={name}
        checked={checked}
        onChange={onChoose}
        aria-label={label}
        data-first-choice={invalid || undefined}
        aria-describedby={id}
        className="mt-1 size-4.5 shrink-0"
      />
      <span>
        <span className="block font-medium">{label}</span>
        <span id={id} className="figures block text-sm text-muted">
          {children}
        </span>
      </span>
    </label>
  );
}

/** The hours nearest to its own that are free; more of them are on the board. */
function NewTime({
  booking,
  closing,
  promised,
  timeError,
  zone,
  onSay,
  chosen,
}: BookingRowProps & { chosen: string }) {
  const day = venueDayOf(new Date(booking.startTime), zone);
  const taken = useQuery(
    takenHoursQuery(booking.roomId, addDays(day, -DAYS_AROUND), addDays(day, DAYS_AROUND)),
  );
  if (taken.data === undefined) return <Skeleton className="h-16" />;
  const length = Date.parse(booking.endTime) - Date.parse(booking.startTime);
  const times = freeTimes(booking, { taken: taken.data, closing, promised, zone, now: new Date() });
  if (times.length === 0) {
    return (
      <p className="font-semibold text-danger">
        Nothing of this length is free within two weeks: keep or cancel it.
      </p>
    );
  }
  const known = times.some((start) => start.toISOString() === chosen);
  return (
    <Field label="Move to" density="dense" required error={timeError}>
      {(aria) => (
        <SelectInput
          {...aria}
          density="dense"
          value={known ? chosen : ""}
          onChange={(event) => onSay({ startTime: event.target.value })}
        >
          <option value="">Choose a time…</option>
          {times.map((start) => (
            <option key={start.toISOString()} value={start.toISOString()}>
              {dayAndTime(start, new Date(start.getTime() + length), zone)}
            </option>
          ))}
        </SelectInput>
      )}
    </Field>
  );
}
