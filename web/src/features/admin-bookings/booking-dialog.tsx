/** Owns the booking details dialog: one booking as it stands now, in four tabs (SPEC §2). */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { StaffBooking } from "../../../../bff/contract/staff-booking.ts";
import { RequestError } from "../../api/request.ts";
import { bookingQuery } from "../../api/staff-bookings.ts";
import { Dialog, DialogContent, DialogDescription, DialogTitle } from "../../ui/dialog.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmptyNotice, FailureNotice } from "../../ui/state-notice.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { ActionsPanel } from "./actions-panel.tsx";
import { PaymentBadge, StatusBadge } from "./booking-badges.tsx";
import { customerName } from "./booking-words.ts";
import { DetailsPanel } from "./details-panel.tsx";
import { HistoryPanel } from "./history-panel.tsx";
import { PaymentPanel } from "./payment-panel.tsx";

const TABS = [
  { value: "details", label: "Details" },
  { value: "payment", label: "Payment" },
  { value: "actions", label: "Actions" },
  { value: "history", label: "History" },
] as const;

interface BookingDialogProps {
  /** Null while none is open. */
  bookingId: number | null;
  zone: string;
  onClose(): void;
}

export function BookingDialog({ bookingId, zone, onClose }: BookingDialogProps) {
  return (
    <Dialog open={bookingId !== null} onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="sm:top-[6vh] sm:max-h-[88dvh] sm:translate-y-0">
        {bookingId !== null && <OpenBooking key={bookingId} bookingId={bookingId} zone={zone} />}
      </DialogContent>
    </Dialog>
  );
}

function OpenBooking({ bookingId, zone }: { bookingId: number; zone: string }) {
  const { data: booking, error, refetch } = useQuery(bookingQuery(bookingId));
  const unknown = error instanceof RequestError && error.status === 404;
  return (
    <>
      <DialogTitle size="desk">
        <span className="figures text-muted">#{bookingId}</span> {booking && customerName(booking)}
      </DialogTitle>
      <DialogDescription className="flex min-h-6 flex-wrap gap-1.5">
        {booking ? (
          <>
            <StatusBadge status={booking.status} />
            <PaymentBadge paymentStatus={booking.paymentStatus} />
          </>
        ) : (
          "Booking details"
        )}
      </DialogDescription>
      <div className="mt-4 sm:min-h-112">
        {booking ? (
          <BookingTabs booking={booking} zone={zone} />
        ) : unknown ? (
          <EmptyNotice title="Booking not found">There is no booking with this number.</EmptyNotice>
        ) : error ? (
          <FailureNotice title="Failed to fetch the booking" onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-112" />
        )}
      </div>
    </>
  );
}

function BookingTabs({ booking, zone }: { booking: StaffBooking; zone: string }) {
  const [tab, setTab] = useState<(typeof TABS)[number]["value"]>("details");
  return (
    <Tabs label="About this booking" tabs={TABS} value={tab} onChange={setTab}>
      {tab === "details" && <DetailsPanel booking={booking} zone={zone} />}
      {tab === "payment" && <PaymentPanel booking={booking} zone={zone} />}
      {tab === "actions" && <ActionsPanel booking={booking} zone={zone} />}
      {tab === "history" && <HistoryPanel bookingId={booking.id} zone={zone} />}
    </Tabs>
  );
}
