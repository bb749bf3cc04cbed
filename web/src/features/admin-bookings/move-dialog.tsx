/** The dialog that moves a booking of the board: whose it is, from where, and the form. */
import { useQuery } from "@tanstack/react-query";
import type { StaffBooking } from "../../../../bff/contract/staff/staff-booking.ts";
import { dayAndTime } from "../../../../core/venue/time/time-format.ts";
import { bookingQuery } from "../../api/staff-bookings.ts";
import { customerName } from "../../format/names.ts";
import { useZone } from "../../format/venue.ts";
import type { VisitChoice } from "../../ui/booking/visit-picker.tsx";
import { DeskDialog, DialogDescription, DialogTitle } from "../../ui/dialog/dialog.tsx";
import { QueryPlaceholder } from "../../ui/state-notice.tsx";
import { MoveForm } from "./move-form.tsx";

export interface RequestedMove {
  bookingId: number;
  /** Where it was dragged to; undefined if the form still asks for that. */
  to?: VisitChoice | undefined;
}

interface MoveDialogProps {
  /** Null while the dialog is closed. */
  move: RequestedMove | null;
  onClose(): void;
}

export function MoveDialog({ move, onClose }: MoveDialogProps) {
  return (
    <DeskDialog open={move !== null} onClose={onClose} className="sm:p-6">
      {move !== null && <OpenMove move={move} onClose={onClose} />}
    </DeskDialog>
  );
}

function OpenMove({ move, onClose }: Omit<MoveDialogProps, "move"> & { move: RequestedMove }) {
  const zone = useZone();
  const fetched = useQuery(bookingQuery(move.bookingId));
  const { data: booking } = fetched;
  return (
    <>
      <DialogTitle size="desk">Move {booking ? customerName(booking) : "the booking"}</DialogTitle>
      <DialogDescription className="figures">
        <span className="text-ink">#{move.bookingId}</span>
        {booking && ` is in ${whereOf(booking, zone)}.`}
      </DialogDescription>
      <div className="mt-4">
        {booking ? (
          <MoveForm booking={booking} to={move.to} onDone={onClose} />
        ) : (
          <QueryPlaceholder of={fetched} failed="Failed to fetch the booking" className="h-64" />
        )}
      </div>
    </>
  );
}

const whereOf = ({ roomName, startTime, endTime }: StaffBooking, zone: string): string =>
  `${roomName}, ${dayAndTime(new Date(startTime), new Date(endTime), zone)}`;
