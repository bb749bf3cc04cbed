/** The usual steps of a visit in one row above a booking's tabs: arrived, paid in cash, receipt (decision 237). */
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { StaffBooking } from "../../../../../bff/contract/staff/staff-booking.ts";
import { formatMoney } from "../../../../../core/booking/rules/money.ts";
import { whyStageNotAllowed } from "../../../../../core/booking/rules/statuses.ts";
import { venueDayOf } from "../../../../../core/venue/time/venue-time.ts";
import { markVisit, recordDeskMoney } from "../../../api/staff-desk.ts";
import { useZone } from "../../../format/venue.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { useBookingChange } from "../use-booking-change.ts";

/** Nothing for a visit of another day, or one that is cancelled. */
export function QuickActions({ booking }: { booking: StaffBooking }) {
  const zone = useZone();
  const [now] = useState(() => new Date());
  const { id, dueAmount } = booking;
  const step = useBookingChange(
    id,
    async ({ arrives, pays }: { arrives: boolean; pays: boolean }, key) => {
      const arrived = arrives ? await markVisit(id, "arrived") : booking;
      const cash = { kind: "received", method: "cash", amount: dueAmount } as const;
      return pays ? recordDeskMoney(id, cash, key) : arrived;
    },
    ({ arrives, pays }) =>
      [
        ...(arrives ? ["Marked: Arrived."] : []),
        ...(pays ? [`${formatMoney(dueAmount)} received.`] : []),
      ].join(" "),
  );
  const startsAt = new Date(booking.startTime);
  const isToday = venueDayOf(startsAt, zone) === venueDayOf(now, zone);
  if (!isToday || booking.status === "cancelled" || booking.visit === "no-show") return null;
  const mayArrive =
    whyStageNotAllowed("arrived", { ...booking, hoursFreed: booking.freed, startsAt }, now) === null;
  const owes = Number(dueAmount) > 0;
  const button = (words: string, asked: { arrives: boolean; pays: boolean }) => (
    <Button
      density="dense"
      variant="solid"
      busy={step.isPending && JSON.stringify(step.variables) === JSON.stringify(asked)}
      inert={step.isPending}
      onClick={() => step.mutate(asked)}
    >
      {words}
    </Button>
  );
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {mayArrive &&
        owes &&
        button(`Arrived, ${formatMoney(dueAmount)} in cash`, { arrives: true, pays: true })}
      {mayArrive && button(owes ? "Arrived, pays later" : "Arrived", { arrives: true, pays: false })}
      {!mayArrive && owes && button(`${formatMoney(dueAmount)} in cash`, { arrives: false, pays: true })}
      <Link
        to="/admin/receipt/$bookingId"
        params={{ bookingId: String(id) }}
        className={buttonClass({ density: "dense" })}
      >
        Receipt
      </Link>
    </div>
  );
}
