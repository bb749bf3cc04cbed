/** The Actions tab of a booking: six changes that staff can make in any state, each with its effect (decisions 38, 108). */
import { type ReactNode, useId, useRef, useState } from "react";
import type { StaffBooking, StaffBookingChange } from "../../../../bff/contract/staff/staff-booking.ts";
import { dollars } from "../../../../core/booking/money.ts";
import { moment } from "../../../../core/venue/time-format.ts";
import { useZone } from "../../format/the-house.ts";
import { PaymentBadge, StatusBadge } from "../../ui/booking-badges.tsx";
import { Button } from "../../ui/button.tsx";
import { Question } from "../../ui/question.tsx";
import { CancelPanel } from "./cancel-panel.tsx";
import { MoveForm } from "./move-form.tsx";
import { useBookingChange } from "./use-booking-change.ts";

interface Action {
  label: string;
  change: StaffBookingChange;
  /** What the change does to this booking, in plain words. */
  effect: string;
  holds: boolean;
  /** Asked before the change, if staff rarely mean it. */
  question?: string;
}

function statusActions({ status, startTime }: StaffBooking, zone: string): Action[] {
  const startsAt = new Date(startTime);
  const isAhead = startsAt.getTime() > Date.now() && status !== "completed";
  const takesAgain = status === "cancelled" ? " Reserves its hours again, unless they are taken." : "";
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
      ...(isAhead
        ? { question: `The visit begins ${moment(startsAt, zone)}. Mark it as completed anyway?` }
        : {}),
    },
  ];
}

function paymentActions({ paymentStatus, downpaymentAmount, totalAmount }: StaffBooking): Action[] {
  return [
    {
      label: "Mark Downpaid",
      change: { paymentStatus: "downpaid" },
      effect: `Counts the downpayment of ${dollars(downpaymentAmount)} as received.`,
      holds: paymentStatus === "downpaid",
    },
    {
      label: "Mark Fully Paid",
      change: { paymentStatus: "paid" },
      effect: `Counts all ${dollars(totalAmount)} as received.`,
      holds: paymentStatus === "paid",
    },
    {
      label: "Mark Payment Failed",
      change: { paymentStatus: "failed" },
      effect: "Counts nothing as received at the desk. Card payments stay as they are.",
      holds: paymentStatus === "failed",
    },
  ];
}

export function ActionsPanel({ booking }: { booking: StaffBooking }) {
  const zone = useZone();
  const { change } = useBookingChange(booking.id);
  const [cancelling, setCancelling] = useState(false);
  const [moving, setMoving] = useState(false);
  const moveButton = useRef<HTMLButtonElement>(null);
  const moveTitle = useId();
  /** The change that waits for a confirmation. */
  const [asked, setAsked] = useState<string | null>(null);
  const asker = useRef<HTMLButtonElement>(null);
  const closeQuestion = () => {
    setAsked(null);
    // The button can take the focus only after the question is removed.
    requestAnimationFrame(() => asker.current?.focus());
  };
  const cancelButton = useRef<HTMLButtonElement>(null);
  const pending = change.isPending ? change.variables : null;

  const row = (action: Action) => (
    <ActionRow
      key={action.label}
      effect={action.effect}
      holds={action.holds}
      question={
        action.question &&
        asked === action.label && (
          <Question
            words={action.question}
            yes="Mark completed now"
            busy={pending !== null}
            onYes={() => change.mutate(action.change, { onSettled: closeQuestion })}
            onNo={closeQuestion}
          />
        )
      }
    >
      <Button
        density="dense"
        busy={pending !== null && sameChange(pending, action.change)}
        inert={pending !== null}
        className="w-full"
        aria-expanded={action.question ? asked === action.label : undefined}
        onClick={(event) => {
          if (!action.question) return change.mutate(action.change);
          asker.current = event.currentTarget;
          setAsked(action.label);
        }}
      >
        {action.label}
      </Button>
    </ActionRow>
  );

  if (cancelling) {
    return (
      <CancelPanel
        booking={booking}
        change={change}
        onDone={() => {
          setCancelling(false);
          // Returns the focus to the button, once it is shown again.
          requestAnimationFrame(() => cancelButton.current?.focus());
        }}
      />
    );
  }
  if (moving) {
    return (
      <section aria-labelledby={moveTitle} className="grid gap-4">
        <h3 ref={focusNow} id={moveTitle} tabIndex={-1} className="text-lg font-semibold">
          Move this booking
        </h3>
        <MoveForm
          booking={booking}
          onDone={() => {
            setMoving(false);
            requestAnimationFrame(() => moveButton.current?.focus());
          }}
        />
      </section>
    );
  }
  const canMove = booking.status === "pending" || booking.status === "confirmed";
  return (
    <div className="grid gap-6">
      <section className="grid gap-1">
        <h3 className="flex items-center gap-3 font-semibold">
          Booking <StatusBadge status={booking.status} />
        </h3>
        <ul>
          {statusActions(booking, zone).map(row)}
          {canMove && (
            <ActionRow
              effect="Changes the hours, the length or the room. Shows the difference in price first."
              holds={false}
            >
              <Button
                density="dense"
                ref={moveButton}
                inert={pending !== null}
                className="w-full"
                onClick={() => setMoving(true)}
              >
                Move…
              </Button>
            </ActionRow>
          )}
          <ActionRow
            effect="Frees the hours. Asks who cancels, and shows the refund first."
            holds={booking.status === "cancelled"}
          >
            <Button
              density="dense"
              ref={cancelButton}
              variant="danger"
              inert={pending !== null}
              className="w-full"
              onClick={() => setCancelling(true)}
            >
              Cancel Booking
            </Button>
          </ActionRow>
        </ul>
      </section>
      <section className="grid gap-1">
        <h3 className="flex items-center gap-3 font-semibold">
          Payment <PaymentBadge booking={booking} />
        </h3>
        <ul>{paymentActions(booking).map(row)}</ul>
      </section>
    </div>
  );
}

const sameChange = (one: StaffBookingChange, other: StaffBookingChange): boolean =>
  one.status === other.status && one.paymentStatus === other.paymentStatus;

interface ActionRowProps {
  effect: string;
  holds: boolean;
  /** Asked before the change is made. */
  question?: ReactNode;
  /** The button's content. */
  children: ReactNode;
}

function ActionRow({ effect, holds, question, children }: ActionRowProps) {
  return (
    <li className="grid items-center gap-x-4 gap-y-1.5 border-b border-rule py-2.5 sm:grid-cols-[12rem_minmax(0,1fr)]">
      {children}
      <p className="text-sm text-muted">
        {holds && <strong className="font-semibold text-ink">This is the current state. </strong>}
        {effect}
      </p>
      {question}
    </li>
  );
}

/** Passed as a ref, so that an element takes the focus when it appears. */
const focusNow = (element: HTMLElement | null): void => element?.focus();
