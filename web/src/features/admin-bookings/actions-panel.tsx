/** The Actions tab of a booking: changes that staff can make in any state, each with its effect (decisions 38, 108). */
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { StaffBooking, StaffBookingChange } from "../../../../bff/contract/staff/staff-booking.ts";
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import { dateAndTime } from "../../../../core/venue/time/time-format.ts";
import { changeBooking } from "../../api/staff-bookings.ts";
import { useZone } from "../../format/venue.ts";
import { PaymentBadge, StatusBadge } from "../../ui/booking/booking-badges.tsx";
import { Button } from "../../ui/button.tsx";
import { InlineConfirm } from "../../ui/dialog/inline-confirm.tsx";
import { CancelPanel } from "./cancel-panel.tsx";
import { MoveForm } from "./move-form.tsx";
import { SwapForm } from "./swap-form.tsx";
import { useBookingChange } from "./use-booking-change.ts";

interface Action {
  label: string;
  /** Absent if the button opens a form. */
  change?: StaffBookingChange;
  /** What the change does to this booking, in plain words. */
  effect: string;
  /** Whether the booking is in this state already. */
  holds?: boolean;
  /** Asked before the change, if staff rarely mean it. */
  question?: string | undefined;
}

const MOVE = "Move…";
const SWAP = "Swap…";
const CANCEL = "Cancel Booking";

function statusActions({ status, startTime, accountId }: StaffBooking, zone: string): Action[] {
  const startsAt = new Date(startTime);
  const isAhead = startsAt.getTime() > Date.now() && status !== "completed";
  const takesAgain = status === "cancelled" ? " Reserves its hours again, unless they are taken." : "";
  const move: Action = {
    label: MOVE,
    effect: "Changes the hours, the length or the room. Shows the difference in price first.",
  };
  const swap: Action = {
    label: SWAP,
    effect: "Exchanges room and hours with another visit, in one step.",
  };
  return [
    {
      label: "Confirm Booking",
      change: { status: "confirmed" },
      effect: `Reserves the hours for the customer, paid or not.${takesAgain}`,
      holds: status === "confirmed",
    },
    {
      label: "Mark Completed",
      change: { status: "completed" },
      effect: `The visit took place.${takesAgain}`,
      holds: status === "completed",
      question: isAhead
        ? `The visit begins ${dateAndTime(startsAt, zone)}. Mark it as completed anyway?`
        : undefined,
    },
    ...(status === "pending" || status === "confirmed" ? [move, swap] : []),
    {
      label: CANCEL,
      effect: `Frees the hours. Asks who cancels, and shows ${accountId === undefined ? "the refund" : "what the account then owes"} first.`,
      holds: status === "cancelled",
    },
  ];
}

const paymentActions = ({ paymentStatus, downpaymentAmount, totalAmount }: StaffBooking): Action[] => [
  {
    label: "Mark Downpaid",
    change: { paymentStatus: "downpaid" },
    effect: `Counts the downpayment of ${formatMoney(downpaymentAmount)} as received.`,
    holds: paymentStatus === "downpaid",
  },
  {
    label: "Mark Fully Paid",
    change: { paymentStatus: "paid" },
    effect: `Counts all ${formatMoney(totalAmount)} as received.`,
    holds: paymentStatus === "paid",
  },
  {
    label: "Mark Payment Failed",
    change: { paymentStatus: "failed" },
    effect: "Counts nothing as received at the desk. Card payments stay as they are.",
    holds: paymentStatus === "failed",
  },
];

export function ActionsPanel({ booking }: { booking: StaffBooking }) {
  const zone = useZone();
  const moveTitle = useId();
  const panel = useRef<HTMLDivElement>(null);
  /** The action whose form or question is open. */
  const [opened, setOpened] = useState<string | null>(null);
  const change = useBookingChange(booking.id, (wanted: StaffBookingChange) =>
    changeBooking(booking.id, wanted),
  );
  const pending = change.isPending ? change.variables : null;
  const close = () => {
    // The button can take the focus only once it is shown again, which after an answer may be later than the next frame.
    flushSync(() => setOpened(null));
    panel.current?.querySelector<HTMLElement>(`[data-action="${opened}"]`)?.focus();
  };

  const row = ({ label, change: wanted, effect, holds, question }: Action) => (
    <li
      key={label}
      className="grid items-center gap-x-4 gap-y-1.5 border-b border-rule py-2.5 sm:grid-cols-[12rem_minmax(0,1fr)]"
    >
      <Button
        density="dense"
        data-action={label}
        variant={label === CANCEL ? "danger" : "outline"}
        busy={pending !== null && JSON.stringify(pending) === JSON.stringify(wanted)}
        inert={pending !== null}
        className="w-full"
        aria-expanded={question ? opened === label : undefined}
        onClick={() => (wanted && !question ? change.mutate(wanted) : setOpened(label))}
      >
        {label}
      </Button>
      <p className="text-sm text-muted">
        {holds && <strong className="font-semibold text-ink">This is the current state. </strong>}
        {effect}
      </p>
      {question && wanted && opened === label && (
        <InlineConfirm
          words={question}
          yes="Mark completed now"
          busy={pending !== null}
          onYes={() => change.mutate(wanted, { onSettled: close })}
          onNo={close}
        />
      )}
    </li>
  );

  return (
    <div ref={panel}>
      {opened === CANCEL ? (
        <CancelPanel booking={booking} onDone={close} />
      ) : opened === MOVE ? (
        <section aria-labelledby={moveTitle} className="grid gap-4">
          <h3 ref={focusNow} id={moveTitle} tabIndex={-1} className="text-lg font-semibold">
            Move this booking
          </h3>
          <MoveForm booking={booking} onDone={close} />
        </section>
      ) : opened === SWAP ? (
        <section aria-labelledby={moveTitle} className="grid gap-4">
          <h3 ref={focusNow} id={moveTitle} tabIndex={-1} className="text-lg font-semibold">
            Swap this visit
          </h3>
          <SwapForm booking={booking} onDone={close} />
        </section>
      ) : (
        <div className="grid gap-6">
          <section className="grid gap-1">
            <h3 className="flex items-center gap-3 font-semibold">
              Booking <StatusBadge status={booking.status} />
            </h3>
            <ul>{statusActions(booking, zone).map(row)}</ul>
          </section>
          {booking.accountId === undefined && (
            <section className="grid gap-1">
              <h3 className="flex items-center gap-3 font-semibold">
                Payment <PaymentBadge booking={booking} />
              </h3>
              <ul>{paymentActions(booking).map(row)}</ul>
            </section>
          )}
        </div>
      )}
    </div>
  );
}

/** Passed as a ref, so that an element takes the focus when it appears. */
const focusNow = (element: HTMLElement | null): void => element?.focus();
