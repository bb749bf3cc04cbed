/** The buttons of a date of a series: move dates, add further ones, cancel dates; each opens a dialog that shows first what happens. */
import { useState } from "react";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import type { SeriesCreated } from "../../../../bff/contract/series.ts";
import type { BookingAccess } from "../../api/customer-bookings.ts";
import { Button } from "../../ui/button.tsx";
import { CancelDatesDialog } from "./cancel-dates-dialog.tsx";
import { dayOf } from "./changed-list.tsx";
import { ExtendDialog } from "./extend-dialog.tsx";
import { MoveDatesDialog } from "./move-dates-dialog.tsx";

interface SeriesActionsProps {
  booking: OwnBooking & { seriesId: number };
  right: BookingAccess;
  /** Leads to the calendar, where this date alone is moved. */
  onMoveOne(): void;
  onAdded(created: SeriesCreated): void;
  onCancelled(message: string): void;
}

export function SeriesActions({ booking, right, onMoveOne, onAdded, onCancelled }: SeriesActionsProps) {
  const [open, setOpen] = useState<"move" | "extend" | "cancel" | null>(null);
  const which = <span className="sr-only"> {`${booking.roomName}, ${dayOf(booking)}`}</span>;
  const dialog = { booking, right, onClose: () => setOpen(null) };
  return (
    <>
      {booking.reschedulable && (
        <Button variant="outline" onClick={() => setOpen("move")}>
          Reschedule
          {which}
        </Button>
      )}
      {booking.holdUntil === null && (
        <Button variant="outline" onClick={() => setOpen("extend")}>
          Add further dates
          {which}
        </Button>
      )}
      {booking.cancellable && (
        <Button variant="ghost" className="px-1! text-danger!" onClick={() => setOpen("cancel")}>
          Cancel dates
          {which}
        </Button>
      )}
      <MoveDatesDialog
        {...dialog}
        open={open === "move"}
        onOtherDay={() => {
          setOpen(null);
          onMoveOne();
        }}
      />
      <ExtendDialog {...dialog} open={open === "extend"} onAdded={onAdded} />
      <CancelDatesDialog {...dialog} open={open === "cancel"} onCancelled={onCancelled} />
    </>
  );
}
