/** Pays the balance of a booking online before the visit, for everyone with access to it (`?pay=42`). */
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { personName } from "../../../../core/person/person-name.ts";
import { type BookingAccess, bookingAccessKey } from "../../api/customer-bookings.ts";
import { formatVisit } from "../../features/account/own-booking.ts";
import { useRefresh } from "../../form/after-change.ts";
import { Button } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { PageHeading } from "../../ui/page-title.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

const BalanceStep = lazyPart(
  async () => (await import("../../features/payment/balance-step.tsx")).BalanceStep,
  { waiting: <Skeleton className="h-[40rem] w-full" />, name: "The payment" },
);

interface PayBalanceProps {
  booking: OwnBooking;
  right: BookingAccess;
  /** Leads back to the booking without a payment. */
  onBack(): void;
  /** Leads to the booking's receipt. */
  onPaid(): void;
}

export function PayBalance({ booking, right, onBack, onPaid }: PayBalanceProps) {
  const refresh = useRefresh();
  const person = {
    email: booking.email ?? "",
    name: personName(booking),
  };
  return (
    <div className="page grid gap-8 pt-6">
      <Button variant="ghost" className="justify-self-start px-0! text-ink!" onClick={onBack}>
        <span aria-hidden="true">←</span> Pay at the venue instead
      </Button>
      <header className="grid gap-4 border-b-2 border-ink pb-6">
        <PageHeading className="poster-type text-5xl sm:text-7xl">Pay the balance</PageHeading>
        <p className="max-w-[62ch] text-lg">
          {booking.roomName}, <strong>{formatVisit(booking)}</strong>: {formatMoney(booking.paidAmount)} is
          paid, {formatMoney(booking.dueAmount)} is due. If you pay it now, nothing is due on arrival.
        </p>
      </header>
      <BalanceStep
        booking={booking}
        person={person}
        token={right.kind === "guest" ? right.token : undefined}
        onPaid={() => {
          refresh(bookingAccessKey(right));
          onPaid();
        }}
      />
    </div>
  );
}
