/** Shows one conflicting booking: whose it is, what is paid, and the choice to keep, cancel or move it. */
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { useId } from "react";
import type { RefundPreview } from "../../../../bff/contract/staff/staff-booking.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { personName } from "../../../../core/person/person-name.ts";
import { dayAndTime } from "../../../../core/venue/time/time-format.ts";
import { bookingQuery, refundPreviewQuery } from "../../api/staff-bookings.ts";
import { peopleText } from "../../format/counts.ts";
import { useZone } from "../../format/venue.ts";
import { PaymentBadge, StatusBadge } from "../../ui/booking/booking-badges.tsx";
import { ChoiceCard } from "../../ui/choice-card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { ConflictingBooking } from "./calls.ts";
import { type NewPlaceFieldsProps, NewTimeFields } from "./new-time-fields.tsx";
import type { ConflictChoice } from "./use-close-hours-form.ts";

interface BookingRowProps extends Omit<NewPlaceFieldsProps, "chosen" | "onChoose" | "paid"> {
  booking: ConflictingBooking;
  becomes: ConflictChoice | undefined;
  onSay(becomes: ConflictChoice): void;
  error: string | undefined;
}

export function ConflictingBookingRow(props: BookingRowProps) {
  const zone = useZone();
  const { booking, rooms, becomes, onSay, error } = props;
  const roomName = rooms.find((room) => room.id === booking.roomId)?.name ?? "Unknown Room";
  const id = useId();
  const { data } = useQuery(bookingQuery(booking.id));
  const preview = useQuery(refundPreviewQuery(booking.id, "venue"));
  const time = dayAndTime(new Date(booking.startTime), new Date(booking.endTime), zone);
  const moved = typeof becomes === "object";
  const choices: { label: string; choice: ConflictChoice; text: string }[] = [
    { label: "Keep", choice: "keep", text: "The visit takes place as planned." },
    { label: "Cancel", choice: "cancel", text: refundWords(preview.data) },
    {
      label: "Move",
      choice: { roomId: booking.roomId, startTime: "" },
      text: "To other hours or another room. The new price is shown first.",
    },
  ];
  return (
    <li className={clsx("grid gap-3 border bg-sheet p-3 sm:p-4", error ? "border-danger" : "border-rule")}>
      <div>
        <h4 id={id} className="font-semibold">
          #{booking.id} {personName(data)}
        </h4>
        <p className="figures">
          {roomName}, {time}
        </p>
        {data ? (
          <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <StatusBadge status={data.status} />
            <PaymentBadge booking={data} />
            <span className="figures text-sm text-muted">
              {data.attendees !== null && `${peopleText(data.attendees)}, `}Total{" "}
              {formatMoney(data.totalAmount)}
              {data.accountId === undefined && `, received ${formatMoney(data.receivedAmount)}`}
            </span>
          </div>
        ) : (
          <Skeleton className="mt-1.5 h-6" />
        )}
      </div>
      <fieldset aria-labelledby={id} aria-describedby={error ? `${id}-error` : undefined}>
        <div className="grid gap-2 sm:grid-cols-3">
          {choices.map(({ label, choice, text }) => (
            <ChoiceCard
              key={label}
              name={id}
              label={label}
              checked={choice === becomes || (moved && typeof choice === "object")}
              data-first-choice={error ? true : undefined}
              onChange={() => onSay(choice)}
            >
              {text}
            </ChoiceCard>
          ))}
        </div>
        {error && (
          <p id={`${id}-error`} className="mt-1.5 text-sm font-semibold text-danger">
            <span aria-hidden="true">✕ </span>
            {error}
          </p>
        )}
      </fieldset>
      {moved && <NewTimeFields {...props} chosen={becomes} onChoose={onSay} paid={data} />}
    </li>
  );
}

function refundWords(preview: RefundPreview | undefined): string {
  if (preview === undefined) return "Everything that was paid is refunded.";
  if (preview.owedAmount !== undefined) return "The account then owes nothing for it.";
  return Number(preview.refundAmount) === 0
    ? "Nothing was paid, so there is no refund."
    : `Refunds ${formatMoney(preview.refundAmount)}: everything that was paid.`;
}
