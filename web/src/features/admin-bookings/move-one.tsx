/** Moves one visit: shows what its new hours cost first, then moves it. */
import { useMutation, useQuery } from "@tanstack/react-query";
import type { BookingMove, BookingMoved } from "../../../../bff/contract/staff/bookings-by-staff.ts";
import type { StaffBooking } from "../../../../bff/contract/staff/staff-booking.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { dateAndTime } from "../../../../core/venue/time/time-format.ts";
import { refusalMessage } from "../../api/refusal.ts";
import { BOOKINGS_KEY, moveBooking, movePreviewQuery } from "../../api/staff-bookings.ts";
import { toastRefusal, useRefresh } from "../../form/after-change.ts";
import { afterMoveText, differenceText } from "../../format/move-price.ts";
import { useZone } from "../../format/venue.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast/toast.tsx";

interface MoveOneProps {
  booking: StaffBooking;
  /** Null while no other free hours are chosen. */
  move: BookingMove | null;
  /** The chosen room and hours are those that it has. */
  isSame: boolean;
  onDone(): void;
}

export function MoveOne({ booking, move, isSame, onDone }: MoveOneProps) {
  const zone = useZone();
  const refresh = useRefresh();
  const preview = useQuery({
    ...movePreviewQuery(booking.id, move ?? { startTime: booking.startTime }),
    enabled: move !== null,
  });

  const moving = useMutation({
    mutationFn: (wanted: BookingMove) => moveBooking(booking.id, wanted),
    onSuccess: (moved, { startTime }) => {
      toast({
        title: "Booking Moved",
        description: [`Now ${dateAndTime(new Date(startTime), zone)}.`, afterMoveText(moved)]
          .filter(Boolean)
          .join(" "),
      });
      onDone();
    },
    onError: toastRefusal("Update Failed", "Failed to move the booking"),
    onSettled: () => refresh(BOOKINGS_KEY),
  });

  return (
    <>
      <div aria-live="polite" className="min-h-16 border-l-4 border-ink bg-sheet px-4 py-2.5">
        {move === null ? (
          <p className="text-muted">
            {isSame ? "This is its current room and time." : "Choose free hours to see the price."}
          </p>
        ) : preview.isError ? (
          <p className="font-semibold text-danger">
            {refusalMessage(preview.error, "The booking cannot be moved there")}
          </p>
        ) : preview.data ? (
          <Difference preview={preview.data} booking={booking} />
        ) : (
          <p className="text-muted">Calculating the price...</p>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          density="dense"
          variant="solid"
          busy={moving.isPending}
          inert={move === null || !preview.isSuccess}
          onClick={() => move && moving.mutate(move)}
        >
          {moving.isPending ? "Moving..." : "Move Booking"}
        </Button>
        <Button density="dense" inert={moving.isPending} onClick={onDone}>
          Leave It
        </Button>
      </div>
    </>
  );
}

function Difference({ preview, booking }: { preview: BookingMoved; booking: StaffBooking }) {
  return (
    <>
      <p className="figures text-lg font-semibold">{differenceText(preview, booking)}</p>
      {preview.totalAmount !== booking.totalAmount && (
        <p className="figures text-sm text-muted">
          {formatMoney(preview.totalAmount)} instead of {formatMoney(booking.totalAmount)}.{" "}
          {booking.accountId === undefined
            ? "Overpaid card money is refunded automatically; other money is returned at the desk."
            : "The difference is on the account."}
        </p>
      )}
    </>
  );
}
