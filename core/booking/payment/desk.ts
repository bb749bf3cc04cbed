/** Decides on money at the desk: received, returned, marked, and card refunds by staff (decisions 78, 108, 109). Pure; integer cents. */
import { type Refused, type RejectionCode, refuse } from "../../log/rejection.ts";
import { formatMoney } from "../rules/money.ts";
import type { DeskMethod } from "../rules/statuses.ts";
import type { BookingEvent } from "../state/booking-events.ts";
import {
  accept,
  type BookingDecision,
  cardMoneyLeftCents,
  deskRefundCents,
  deskRefundDueCents,
  dueCents,
  higher,
  isDownpaid,
  keptCents,
  paidCents,
  refundEvents,
  returnableCents,
  statusAt,
} from "../state/booking-money.ts";
import { type Booking, heldUntil } from "../state/booking-state.ts";
import { refuseOnAccount } from "./on-account.ts";

export type DeskCommand =
  | {
      type: "ReceiveAtDesk" | "ReturnAtDesk";
      method: DeskMethod;
      amountCents: number;
      /** The row of personal data with the reference, if one was given. */
      referenceId?: string | undefined;
      /** The row of personal data with the reason for a return, if one was given. */
      reasonId?: string | undefined;
    }
  | { type: "RefundCardMoney"; amountCents: number; reasonId: string; now: Date };

/**
 * Answers `BookingCancelled` to money for a cancelled booking, `NothingDue` and `MoreThanDue` to money that pays for nothing, and
 * `ReturnTooHigh` and `RefundTooHigh` to amounts above what was received.
 */
export function decideAtDesk(command: DeskCommand, booking: Booking): BookingDecision {
  const refusal = refuseOnAccount(booking);
  if (refusal) return refusal;
  switch (command.type) {
    case "ReceiveAtDesk":
      return receive(command, booking);
    case "ReturnAtDesk":
      return returnMoney(command, booking);
    case "RefundCardMoney": {
      const { amountCents, reasonId, now } = command;
      const left = cardMoneyLeftCents(booking);
      if (amountCents > left) {
        return tooMuch("RefundTooHigh", `At most ${formatMoney(left)} of the card payments can be refunded`);
      }
      return accept(...refundEvents(booking, amountCents, now, { reason: "by-staff", reasonId }));
    }
    default:
      return command satisfies never;
  }
}

type DeskMoney = Exclude<DeskCommand, { type: "RefundCardMoney" }>;

/** Money that reaches the downpayment confirms the booking, and the total pays it in full; less only counts toward the downpayment. */
function receive({ type: _, ...money }: DeskMoney, booking: Booking): BookingDecision {
  const { amountCents } = money;
  if (booking.status === "cancelled") return refuse("BookingCancelled");
  const due = dueCents(booking);
  if (due === 0) return refuse("NothingDue");
  if (amountCents > due) return tooMuch("MoreThanDue", `Only ${formatMoney(due)} is due on this booking`);
  // A dispute did not lower the status that was reached, so new money must not lower it either.
  const paymentStatus = higher(booking.paymentStatus, statusAt(booking, keptCents(booking) + amountCents));
  const received: BookingEvent = { type: "DeskMoneyReceived", data: { ...money, paymentStatus } };
  const isConfirmedByIt = heldUntil(booking) !== null && isDownpaid(paymentStatus);
  return isConfirmedByIt ? accept(received, { type: "BookingConfirmed", data: {} }) : accept(received);
}

function returnMoney({ type: _, ...money }: DeskMoney, booking: Booking): BookingDecision {
  const left = returnableCents(booking);
  if (money.amountCents > left) {
    return tooMuch(
      "ReturnTooHigh",
      `At most ${formatMoney(left)} of the money received at the venue can be returned`,
    );
  }
  const unaskedCents = Math.max(0, money.amountCents - deskRefundDueCents(booking));
  // A cancelled booking keeps the status that it ended with.
  const paymentStatus =
    booking.status === "cancelled"
      ? booking.paymentStatus
      : statusAt(booking, paidCents(booking) - unaskedCents);
  return accept({ type: "DeskMoneyReturned", data: { ...money, paymentStatus } });
}

const tooMuch = (code: RejectionCode, message: string): Refused =>
  refuse(code, { detail: message, errors: [{ path: "amount", message }] });

/**
 * A mark says how much the venue then has: the downpayment, the total, or nothing beyond what the provider captured (decision 108). Marks
 * add to what the desk received, and take back what earlier marks added, but never counted money. Money that was returned in person was
 * received before, so it counts as received here too.
 */
export function markPayment(
  paymentStatus: "downpaid" | "paid" | "failed",
  booking: Booking,
): BookingDecision {
  const refusal = refuseOnAccount(booking);
  if (refusal) return refusal;
  if (booking.paymentStatus === paymentStatus) return accept();
  const onCards = cardMoneyLeftCents(booking);
  const due = { downpaid: booking.downpaymentCents, paid: booking.totalCents, failed: 0 }[paymentStatus];
  const atVenue = Math.max(
    booking.receivedAtDeskCents,
    Math.max(0, due - onCards) + deskRefundCents(booking),
  );
  return accept({
    type: "PaymentMarked",
    data: { paymentStatus, amountCents: atVenue - booking.receivedAtVenueCents },
  });
}
