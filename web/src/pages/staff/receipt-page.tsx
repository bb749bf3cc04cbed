/** The page `/admin/receipt/{id}`: what a booking cost and what was paid, to print, or to mail to its customer. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { Receipt as ReceiptRecord } from "../../../../bff/contract/receipt.ts";
import type { StaffBooking } from "../../../../bff/contract/staff/staff-booking.ts";
import { personName } from "../../../../core/person/person-name.ts";
import { dateAndTime, shortDayAndYear, timeRange } from "../../../../core/venue/time/time-format.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import { BOOKINGS_KEY, bookingQuery } from "../../api/staff-bookings.ts";
import { mailReceipt, receiptQuery } from "../../api/staff-desk.ts";
import { toastRefusal, useRefresh } from "../../form/after-change.ts";
import { useZone } from "../../format/venue.ts";
import { useStaffAccess } from "../../session/staff-access.ts";
import { Receipt } from "../../ui/booking/receipt.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { EmptyNotice, FailureNotice } from "../../ui/state-notice.tsx";
import { toast } from "../../ui/toast/toast.tsx";
import { DESK_ROLES, StaffFrame } from "./staff-frame.tsx";

const route = getRouteApi("/admin_/receipt/$bookingId");

export function ReceiptPage() {
  const staff = useStaffAccess();
  const { bookingId } = route.useParams();
  const id = /^[1-9]\d{0,14}$/.test(bookingId) ? Number(bookingId) : null;
  if (staff === null) return null;
  return (
    <StaffFrame
      roles={DESK_ROLES}
      title={`Receipt for booking ${bookingId}`}
      line="As of now"
      className="page py-5 pb-20"
      actions={
        <>
          {id !== null && (
            <Link to="/admin" search={{ booking: id }} className={buttonClass({ density: "dense" })}>
              Back to the Booking
            </Link>
          )}
          {id !== null && <MailButton bookingId={id} />}
          <Button density="dense" variant="solid" onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
    >
      {id === null ? (
        <EmptyNotice title="Booking not found">There is no booking with this number.</EmptyNotice>
      ) : (
        <ReceiptOf bookingId={id} />
      )}
    </StaffFrame>
  );
}

function MailButton({ bookingId }: { bookingId: number }) {
  const refresh = useRefresh();
  // The key stays the same until the call succeeds, so that a second press after a lost answer sends no second mail.
  const key = useRef(crypto.randomUUID());
  const { data: booking } = useQuery(bookingQuery(bookingId));
  const mail = useMutation({
    mutationFn: () => mailReceipt(bookingId, key.current),
    onSuccess: () => {
      key.current = crypto.randomUUID();
      toast({ title: "Receipt Sent", description: "The receipt is on its way by mail." });
      refresh(BOOKINGS_KEY);
    },
    onError: toastRefusal("Receipt Not Sent", "Failed to send the receipt"),
  });
  return (
    <Button density="dense" busy={mail.isPending} inert={!booking?.email} onClick={() => mail.mutate()}>
      Email Receipt
    </Button>
  );
}

function ReceiptOf({ bookingId }: { bookingId: number }) {
  const [now] = useState(() => new Date());
  const booking = useQuery(bookingQuery(bookingId));
  const receipt = useQuery(receiptQuery(bookingId));
  const zone = useZone();
  if (booking.data && receipt.data) {
    const facts = factsOf(booking.data, receipt.data, { zone, now });
    return <Receipt facts={facts} {...receipt.data} {...moneyOf(receipt.data)} />;
  }
  if (booking.isError || receipt.isError) {
    const again = () => void Promise.all([booking.refetch(), receipt.refetch()]);
    return <FailureNotice title="Failed to fetch the receipt" onRetry={again} />;
  }
  return <Skeleton className="h-112 max-w-3xl" />;
}

function factsOf(
  booking: StaffBooking,
  { invoices }: ReceiptRecord,
  { zone, now }: { zone: string; now: Date },
): [string, string][] {
  const startsAt = new Date(booking.startTime);
  const day = shortDayAndYear(venueDayOf(startsAt, zone));
  const who = personName(booking);
  return [
    ["Booking", `#${booking.id}, made ${dateAndTime(new Date(booking.createdAt), zone)}`],
    ["Visit", `${booking.roomName}, ${day}, ${timeRange(startsAt, new Date(booking.endTime), zone)}`],
    ["Customer", [who, booking.email].filter(Boolean).join(", ") || "Erased"],
    ...(invoices.length > 0 ? [["On invoice", invoices.join(", ")] as [string, string]] : []),
    ["As of", dateAndTime(now, zone)],
  ];
}

const moneyOf = ({ received, returned, balance, onAccount }: ReceiptRecord) => ({
  money: [
    { text: "Received", amount: received },
    ...(Number(returned) > 0 ? [{ text: "Returned", amount: `-${returned}` }] : []),
  ],
  sums: [
    onAccount !== null
      ? { text: "On account", amount: onAccount }
      : Number(balance) < 0
        ? { text: "To be returned", amount: balance.slice(1) }
        : { text: "Due", amount: balance },
  ],
});
