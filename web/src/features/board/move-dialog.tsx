/** Owns moving a booking to other hours, another day or room: where to, what that makes of its price, then yes or no. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Room } from "../../../../bff/contract/room.ts";
import type { StaffBooking } from "../../../../bff/contract/staff-booking.ts";
import {
  dayAndTime,
  instantAt,
  isVenueDay,
  type VenueDay,
  venueClockOf,
  venueDayOf,
} from "../../../../bff/contract/venue-time.ts";
import { refusalWords } from "../../api/refusal.ts";
import { moveBooking, movePreviewQuery } from "../../api/staff-board.ts";
import { BOOKINGS_KEY, bookingQuery } from "../../api/staff-bookings.ts";
import { hourName } from "../../format/hours.ts";
import { differenceWords, movedWords } from "../../format/move-price.ts";
import { hoursOfDay } from "../../format/the-house.ts";
import { refreshShown } from "../../live/refresh.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "../../ui/dialog.tsx";
import { Field, SelectInput, TextInput } from "../../ui/field.tsx";
import { useReturnFocus } from "../../ui/return-focus.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { FailureNotice } from "../../ui/state-notice.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import type { ChosenHours } from "./board-grid.tsx";
import { personName } from "./entry-words.ts";

export interface AskedMove {
  bookingId: number;
  /** Where it was dragged to; undefined where that is still to be said. */
  to?: ChosenHours | undefined;
}

interface MoveDialogProps {
  /** Null while none is asked. */
  move: AskedMove | null;
  rooms: readonly Room[];
  zone: string;
  onClose(): void;
}

export function MoveDialog({ move, rooms, zone, onClose }: MoveDialogProps) {
  const returnFocus = useReturnFocus();
  return (
    <Dialog open={move !== null} onOpenChange={(open) => !open && onClose()}>
      <DialogContent {...returnFocus} className="sm:w-[min(32rem,calc(100vw-2rem))] sm:p-6">
        {move !== null && <OpenMove move={move} rooms={rooms} zone={zone} onClose={onClose} />}
      </DialogContent>
    </Dialog>
  );
}

function OpenMove({ move, ...rest }: Omit<MoveDialogProps, "move"> & { move: AskedMove }) {
  const { data: booking, isError, refetch } = useQuery(bookingQuery(move.bookingId));
  if (booking) return <MoveForm move={move} booking={booking} {...rest} />;
  return (
    <>
      <DialogTitle size="desk">Move the booking</DialogTitle>
      <DialogDescription>#{move.bookingId}</DialogDescription>
      {isError ? (
        <FailureNotice title="Failed to fetch the booking" onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="mt-4 h-52" />
      )}
    </>
  );
}

interface MoveFormProps extends Omit<MoveDialogProps, "move"> {
  move: AskedMove;
  booking: StaffBooking;
}

/** The hours that it has, by the venue's clock. */
function hoursOf({ roomId, startTime, endTime }: StaffBooking, zone: string): ChosenHours {
  const start = new Date(startTime);
  const first = venueClockOf(start, zone).hour;
  const length = (Date.parse(endTime) - start.getTime()) / 3_600_000;
  return { roomId, day: venueDayOf(start, zone), first, end: first + length };
}

const instantsOf = ({ roomId, day, first, end }: ChosenHours, zone: string) => ({
  roomId,
  startTime: instantAt(day, first, zone).toISOString(),
  endTime: instantAt(day, end, zone).toISOString(),
});

function MoveForm({ move, booking, rooms, zone, onClose }: MoveFormProps) {
  const client = useQueryClient();
  const has = hoursOf(booking, zone);
  const [to, setTo] = useState<ChosenHours>(move.to ?? has);
  const target = instantsOf(to, zone);
  const unmoved =
    to.roomId === booking.roomId &&
    Date.parse(target.startTime) === Date.parse(booking.startTime) &&
    Date.parse(target.endTime) === Date.parse(booking.endTime);
  const preview = useQuery({ ...movePreviewQuery(booking.id, target), enabled: !unmoved });
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => moveBooking(booking.id, target),
    onSuccess: (moved) => {
      const description = [
        `${personName(booking)}: ${dayAndTime(new Date(target.startTime), new Date(target.endTime), zone)}.`,
        movedWords(moved),
      ];
      toast({ title: "Booking Moved", description: description.filter(Boolean).join(" ") });
      onClose();
    },
    onSettled: () => void refreshShown(client, BOOKINGS_KEY),
  });
  const refused = error ?? preview.error;

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!unmoved && !isPending && preview.isSuccess) mutate();
      }}
    >
      <DialogTitle size="desk">Move {personName(booking)}</DialogTitle>
      <DialogDescription className="figures">
        <span className="text-ink">#{booking.id}</span> is in {booking.roomName},{" "}
        {dayAndTime(new Date(booking.startTime), new Date(booking.endTime), zone)}.
      </DialogDescription>
      <MoveFields to={to} rooms={rooms} onChange={setTo} />
      <div aria-live="polite" className="mt-5 min-h-14 border-y-2 border-ink py-3">
        {unmoved ? (
          <p className="text-muted">These are its hours. Choose others.</p>
        ) : refused ? (
          <p className="font-semibold text-danger">
            <span aria-hidden="true">✕ </span>
            {refusalWords(refused, "The booking could not be moved.")}
          </p>
        ) : preview.data ? (
          <p className="figures text-lg font-semibold">{differenceWords(preview.data, booking)}</p>
        ) : (
          <p className="text-muted">Asking what it costs there...</p>
        )}
      </div>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button density="dense" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          density="dense"
          variant="solid"
          busy={isPending}
          inert={unmoved || !preview.isSuccess}
        >
          Move
        </Button>
      </div>
    </form>
  );
}

interface MoveFieldsProps {
  to: ChosenHours;
  rooms: readonly Room[];
  onChange(to: ChosenHours): void;
}

function MoveFields({ to, rooms, onChange }: MoveFieldsProps) {
  const { open, close } = hoursOfDay(to.day);
  const starts = hoursBetween(Math.min(open, to.first), Math.max(close - 1, to.first));
  const ends = hoursBetween(to.first + 1, Math.max(close, to.end));
  const onDay = (day: VenueDay) => onChange({ ...to, day });
  return (
    <div className="mt-4 grid grid-cols-2 gap-3">
      <Field label="Room" density="dense">
        {(aria) => (
          <SelectInput
            {...aria}
            density="dense"
            value={to.roomId}
            onChange={({ target }) => onChange({ ...to, roomId: Number(target.value) })}
          >
            {rooms.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <Field label="Day" density="dense">
        {(aria) => (
          <TextInput
            {...aria}
            type="date"
            density="dense"
            value={to.day}
            onChange={({ target }) => isVenueDay(target.value) && onDay(target.value)}
          />
        )}
      </Field>
      <Field label="From" density="dense">
        {(aria) => (
          <SelectInput
            {...aria}
            density="dense"
            value={to.first}
            onChange={({ target }) => {
              const first = Number(target.value);
              // As long as it was.
              onChange({ ...to, first, end: Math.min(24, first + to.end - to.first) });
            }}
          >
            {starts.map((hour) => (
              <option key={hour} value={hour}>
                {hourName(hour)}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
      <Field label="To" density="dense">
        {(aria) => (
          <SelectInput
            {...aria}
            density="dense"
            value={to.end}
            onChange={({ target }) => onChange({ ...to, end: Number(target.value) })}
          >
            {ends.map((hour) => (
              <option key={hour} value={hour}>
                {hourName(hour)}
              </option>
            ))}
          </SelectInput>
        )}
      </Field>
    </div>
  );
}

/** Both inclusive. */
const hoursBetween = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);
