/** The Desk tab of a booking: the stage of the visit, money taken and returned, all payments, and the receipt. On account no money is taken here. */

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { BookingHistory, StaffBooking } from "../../../../../bff/contract/staff/staff-booking.ts";
import { formatMoney } from "../../../../../core/booking/rules/money.ts";
import { dateAndTime } from "../../../../../core/venue/time/time-format.ts";
import { bookingHistoryQuery } from "../../../api/staff-bookings.ts";
import { mailReceipt } from "../../../api/staff-desk.ts";
import { useZone } from "../../../format/venue.ts";
import { PaymentBadge } from "../../../ui/booking/booking-badges.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { QueryPlaceholder } from "../../../ui/state-notice.tsx";
import { useBookingChange } from "../use-booking-change.ts";
import { MoneyForm } from "./money-form.tsx";
import { ReduceForm } from "./reduce-form.tsx";
import { RefundForm } from "./refund-form.tsx";
import { VisitActions } from "./visit-actions.tsx";

export function DeskPanel({ booking }: { booking: StaffBooking }) {
  const history = useQuery(bookingHistoryQuery(booking.id));
  if (!history.data) {
    return <QueryPlaceholder of={history} failed="Failed to fetch the booking's money" className="h-112" />;
  }
  const { money, entries } = history.data;
  return (
    <div className="grid gap-7">
      <Section title="Visit">
        <VisitActions booking={booking} money={money} />
      </Section>
      {booking.accountId === undefined ? (
        <DeskMoney booking={booking} money={money} entries={entries} />
      ) : (
        <>
          <Section title="Money">
            <Facts
              facts={[
                { label: "Total", value: formatMoney(booking.totalAmount) },
                { label: "Payment", value: <PaymentBadge booking={booking} /> },
              ]}
            />
            <p className="text-sm text-muted">
              Nothing is paid at the desk: an invoice of the account pays this visit.
            </p>
          </Section>
          <ReduceSection booking={booking} />
        </>
      )}
      <ReceiptSection booking={booking} />
    </div>
  );
}

const ReduceSection = ({ booking }: { booking: StaffBooking }) =>
  booking.status !== "cancelled" && (
    <Section title="Reduce the price">
      <ReduceForm booking={booking} />
    </Section>
  );

interface DeskMoneyProps extends Pick<BookingHistory, "money" | "entries"> {
  booking: StaffBooking;
}

function DeskMoney({ booking, money, entries }: DeskMoneyProps) {
  return (
    <>
      <Section title="Money">
        <Facts
          facts={[
            { label: "Total", value: formatMoney(booking.totalAmount) },
            { label: "Received", value: formatMoney(money.paidAmount) },
            { label: "Balance due", value: <span className="text-xl">{formatMoney(money.dueAmount)}</span> },
            Number(money.toReturnAmount) > 0
              ? {
                  label: "To return at the desk",
                  value: <span className="text-xl">{formatMoney(money.toReturnAmount)}</span>,
                }
              : { label: "Refunded", value: formatMoney(money.refundedAmount) },
          ]}
        />
      </Section>
      <Section title="Take money">
        <MoneyForm kind="received" booking={booking} money={money} />
      </Section>
      <ReduceSection booking={booking} />
      <Section title="Return money">
        <MoneyForm kind="returned" booking={booking} money={money} />
      </Section>
      <Section title="Refund a card">
        <RefundForm booking={booking} refundableAmount={money.refundableAmount} />
      </Section>
      <Section title="Payments and refunds">
        <Lines entries={entries} />
      </Section>
    </>
  );
}

function ReceiptSection({ booking }: { booking: StaffBooking }) {
  const mailing = useBookingChange(
    booking.id,
    (_: "receipt", key) => mailReceipt(booking.id, key),
    () => "The receipt will be sent by email.",
  );
  return (
    <Section title="Receipt">
      <div className="flex flex-wrap gap-3">
        <Link
          to="/admin/receipt/$bookingId"
          params={{ bookingId: String(booking.id) }}
          className={buttonClass({ density: "dense" })}
        >
          Open Receipt
        </Link>
        <Button
          density="dense"
          busy={mailing.isPending}
          inert={!booking.email}
          onClick={() => mailing.mutate("receipt")}
        >
          Email Receipt
        </Button>
      </div>
      {!booking.email && (
        <p className="text-sm text-muted">The email was erased, so the receipt cannot be sent.</p>
      )}
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Lines({ entries }: { entries: BookingHistory["entries"] }) {
  const zone = useZone();
  const moved = entries.filter(({ amount }) => amount !== null);
  if (moved.length === 0) return <p className="text-muted">No payments yet.</p>;
  return (
    <ul aria-label="Payments and refunds" className="border-t border-rule">
      {moved.map(({ version, text, amount, at, by }) => (
        <li key={version} className="border-b border-rule py-2">
          <p className="flex items-baseline justify-between gap-x-4">
            <span className="font-medium">{text}</span>
            <span className="figures font-medium">{formatMoney(amount ?? "0")}</span>
          </p>
          <p className="figures text-sm text-muted">
            {dateAndTime(new Date(at), zone)} · {by.name}
          </p>
        </li>
      ))}
    </ul>
  );
}
