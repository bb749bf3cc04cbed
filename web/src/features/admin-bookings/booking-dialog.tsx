/** The booking details dialog: one booking as it is now, in tabs. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { StaffBooking } from "../../../../bff/contract/staff/staff-booking.ts";
import { RequestError } from "../../api/request.ts";
import { BOOKING_LISTS_KEY, bookingQuery } from "../../api/staff-bookings.ts";
import { customerName } from "../../format/names.ts";
import {
  BalanceBadges,
  PaymentBadge,
  SeriesBadge,
  StatusBadge,
  UnreadableBadge,
  VisitBadge,
} from "../../ui/booking/booking-badges.tsx";
import { DeskDialog, DialogDescription, DialogTitle } from "../../ui/dialog/dialog.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmptyNotice, FailureNotice } from "../../ui/state-notice.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { ActionsPanel } from "./actions-panel.tsx";
import { DeskPanel } from "./desk/desk-panel.tsx";
import { QuickActions } from "./desk/quick-actions.tsx";
import { DetailsPanel } from "./details-panel.tsx";
import { HistoryPanel } from "./history-panel.tsx";
import { NotesPanel } from "./notes-panel.tsx";
import { PaymentPanel } from "./payment-panel.tsx";
import { SeriesPanel } from "./series/series-panel.tsx";

const TABS = [
  { value: "details", label: "Details" },
  { value: "series", label: "Series" },
  { value: "payment", label: "Payment" },
  { value: "actions", label: "Actions" },
  { value: "desk", label: "Desk" },
  { value: "notes", label: "Notes" },
  { value: "history", label: "History" },
] as const;
const PANELS = {
  details: DetailsPanel,
  series: SeriesPanel,
  payment: PaymentPanel,
  actions: ActionsPanel,
  desk: DeskPanel,
  notes: NotesPanel,
  history: HistoryPanel,
};
/** Most bookings are of no series. */
const TABS_OF_ONE = TABS.filter(({ value }) => value !== "series");
/** A booking that cannot be read has no history and cannot be changed. */
const TABS_OF_UNREADABLE = TABS.slice(0, 1);

interface BookingDialogProps {
  /** Null while the dialog is closed. */
  bookingId: number | null;
  onClose(): void;
}

export function BookingDialog({ bookingId, onClose }: BookingDialogProps) {
  return (
    <DeskDialog
      open={bookingId !== null}
      onClose={onClose}
      className="sm:top-[6vh] sm:max-h-[88dvh] sm:translate-y-0"
    >
      {bookingId !== null && <OpenBooking key={bookingId} bookingId={bookingId} />}
    </DeskDialog>
  );
}

function OpenBooking({ bookingId }: { bookingId: number }) {
  const client = useQueryClient();
  const {
    data: booking,
    error,
    refetch,
  } = useQuery({
    ...bookingQuery(bookingId),
    // The list's copy is shown while the booking is loading.
    placeholderData: () =>
      client
        .getQueriesData<StaffBooking[]>({ queryKey: BOOKING_LISTS_KEY })
        .flatMap(([, listed]) => listed ?? [])
        .find(({ id }) => id === bookingId),
  });
  const [tab, setTab] = useState<keyof typeof PANELS>("details");
  const tabs = booking?.unreadable ? TABS_OF_UNREADABLE : booking?.seriesId ? TABS : TABS_OF_ONE;
  const shown = tabs.some(({ value }) => value === tab) ? tab : "details";
  const Panel = PANELS[shown];
  return (
    <>
      <DialogTitle size="desk">
        <span className="figures text-muted">#{bookingId}</span> {booking && customerName(booking)}
      </DialogTitle>
      <DialogDescription className="flex min-h-6 flex-wrap gap-1.5">
        {booking ? (
          <>
            <StatusBadge status={booking.status} />
            <PaymentBadge booking={booking} />
            <VisitBadge visit={booking.visit} />
            <BalanceBadges booking={booking} />
            <SeriesBadge booking={booking} />
            <UnreadableBadge unreadable={booking.unreadable} />
          </>
        ) : (
          "Booking details"
        )}
      </DialogDescription>
      {booking && !booking.unreadable && <QuickActions booking={booking} />}
      <Tabs
        label="About this booking"
        tabs={tabs}
        value={shown}
        onChange={setTab}
        className="mt-4 sm:min-h-124"
      >
        {booking ? (
          <Panel booking={booking} />
        ) : error ? (
          <Missing error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-112" />
        )}
      </Tabs>
    </>
  );
}

function Missing({ error, onRetry }: { error: Error; onRetry(): void }) {
  if (error instanceof RequestError && error.status === 404) {
    return <EmptyNotice title="Booking not found">There is no booking with this number.</EmptyNotice>;
  }
  return error instanceof RequestError && error.problem?.code === "StreamUnreadable" ? (
    <EmptyNotice title="This booking cannot be read">{error.problem.message}.</EmptyNotice>
  ) : (
    <FailureNotice title="Failed to fetch the booking" onRetry={onRetry} />
  );
}
