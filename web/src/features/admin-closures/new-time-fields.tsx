/** The fields for the new place of a conflicting booking: a room, free hours of it, and the resulting price. */
import { useQuery } from "@tanstack/react-query";
import type { StaffBooking } from "../../../../bff/contract/staff/staff-booking.ts";
import { shortDay, timeRange } from "../../../../core/venue/time/time-format.ts";
import { addDays, venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { refusalMessage } from "../../api/refusal.ts";
import { movePreviewQuery } from "../../api/staff-bookings.ts";
import { differenceText } from "../../format/move-price.ts";
import { useZone } from "../../format/venue.ts";
import { SelectField } from "../../ui/field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type ConflictingBooking, takenHoursQuery } from "./calls.ts";
import type { NamedRoom } from "./closure-words.ts";
import { DAYS_AROUND, freeTimes, type Span } from "./free-times.ts";
import type { NewPlace } from "./use-close-hours-form.ts";

export interface NewPlaceFieldsProps {
  booking: ConflictingBooking;
  chosen: NewPlace;
  onChoose(place: NewPlace): void;
  /** Undefined while its money is loading. */
  paid: StaffBooking | undefined;
  rooms: readonly NamedRoom[];
  /** The hours that will be closed, and the rooms. */
  closing: Span & { roomIds: readonly number[] };
  /** The hours that other conflicting bookings are to move to. */
  promised: readonly (Span & { roomId: number })[];
  roomError: string | undefined;
  timeError: string | undefined;
}

export function NewTimeFields(props: NewPlaceFieldsProps) {
  const zone = useZone();
  const { booking, chosen, onChoose, rooms, roomError, timeError } = props;
  const length = Date.parse(booking.endTime) - Date.parse(booking.startTime);
  const times = useFreeTimes(props);
  const known = times?.some((start) => start.toISOString() === chosen.startTime) ?? false;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        label="Room"
        density="dense"
        error={roomError}
        value={chosen.roomId}
        onChange={({ target }) => onChoose({ roomId: Number(target.value), startTime: "" })}
        options={rooms.map(({ id, name }) => [id, name] as const)}
      />
      {times === undefined ? (
        <Skeleton className="h-16" />
      ) : times.length === 0 ? (
        <p className="font-semibold text-danger">
          This room has no free hours of this length within two weeks. Choose another room, or keep or cancel
          the booking.
        </p>
      ) : (
        <SelectField
          label="Move to"
          density="dense"
          required
          error={timeError}
          value={known ? chosen.startTime : ""}
          onChange={({ target }) => onChoose({ ...chosen, startTime: target.value })}
          options={times.map(
            (start) =>
              [
                start.toISOString(),
                `${shortDay(venueDayOf(start, zone))}, ${timeRange(start, new Date(start.getTime() + length), zone)}`,
              ] as const,
          )}
        >
          <option value="">Choose a time…</option>
        </SelectField>
      )}
      <div aria-live="polite" className="empty:hidden sm:col-span-2">
        {known && <PriceThere {...props} />}
      </div>
    </div>
  );
}

/** The free times nearest to the booking's own; the board shows more. Undefined while they are loading. */
function useFreeTimes(props: NewPlaceFieldsProps): Date[] | undefined {
  const { booking, rooms, closing, promised } = props;
  const { roomId } = props.chosen;
  const zone = useZone();
  const day = venueDayOf(new Date(booking.startTime), zone);
  const taken = useQuery(takenHoursQuery(roomId, addDays(day, -DAYS_AROUND), addDays(day, DAYS_AROUND)));
  const room = rooms.find(({ id }) => id === roomId);
  return (
    taken.data &&
    room &&
    freeTimes(booking, { room, taken: taken.data, closing, promised, zone, now: new Date() })
  );
}

/** By today's rules, as the move will charge it. */
function PriceThere({ booking, chosen, paid }: NewPlaceFieldsProps) {
  // A closure is the venue's doing: its moves never raise the price (decision 233).
  const { data, error } = useQuery(movePreviewQuery(booking.id, { ...chosen, ourFault: true }));
  if (error) {
    return (
      <p className="font-semibold text-danger">
        <span aria-hidden="true">✕ </span>
        {refusalMessage(error, "The booking cannot be moved there.")}
      </p>
    );
  }
  if (data === undefined || paid === undefined) return <p className="text-muted">Calculating the price...</p>;
  return <p className="figures font-semibold">{differenceText(data, paid)}</p>;
}
