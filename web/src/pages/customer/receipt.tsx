/** The receipt of a booking as a page of its own, for printing (`?receipt=42`). */
import { useState } from "react";
import type { OwnBooking } from "../../../../bff/contract/customer/customer.ts";
import { CustomerReceipt } from "../../features/account/customer-receipt.tsx";
import { Button } from "../../ui/button.tsx";
import { PageHeading } from "../../ui/page-title.tsx";

export function Receipt({ booking, onBack }: { booking: OwnBooking; onBack(): void }) {
  const [now] = useState(() => new Date());
  return (
    <div className="page grid gap-8 pt-6">
      <Button variant="ghost" className="print-none justify-self-start px-0! text-ink!" onClick={onBack}>
        <span aria-hidden="true">←</span> Back to the booking
      </Button>
      <PageHeading title={`Receipt for booking ${booking.id}`} className="poster-type text-5xl sm:text-7xl">
        Receipt
      </PageHeading>
      <CustomerReceipt booking={booking} printedAt={now} />
      <Button variant="outline" className="print-none justify-self-start" onClick={() => window.print()}>
        Print
      </Button>
    </div>
  );
}
