/** Owns what is decided about money at the desk: received, returned, and card money given back by staff (DECISIONS, the venue's calls). Pure; integer cents. */
import { type Rejection, type RejectionCode, refuse } from "../rejection.ts";
import type { BookingEvent } from "./booking-events.ts";
import {
  accept,
  type BookingDecision,
  cardMoneyLeftCents,
  keptCents,
  paidCents,
  refundEvents,
  returnableCents,
} from "./booking-money.ts";
import { type Booking, heldUntil, promisedAtVenueCents } from "./booking-state.ts";
import { dollars } from "./money.ts";
import type { DeskMethod, PaymentStatus } from "./statuses.ts";

export type DeskCommand =
  | {
      type: "ReceiveAtDesk" | "ReturnAtDesk";
      method: DeskMethod;
      amountCents: number;
      /** The row of personal data with the reference, where one was given. */
      referenceId?: string | undefined;
    }
  | { type: "RefundCardMoney"; amountCents: number; reasonId: string; now: Date };

/** What the desk may still take, in cents: what a dispute has taken away is due again, as History says too. */
const dueAtDeskCents = (booking: Booking): number => Math.max(0, booking.totalCents - keptCents(booking));

/**
 * Answers `BookingCancelled` to money for what is cancelled, `NothingDue` and `MoreThanDue` to what pays for nothing, `ReturnTooHigh`
 * and `RefundTooHigh` to more than came in.
 */
export function decideAtDesk(command: DeskCommand, booking: Booking): BookingDecision {
  switch (command.type) {
    case "ReceiveAtDesk":
      return receive(command, booking);
    case "ReturnAtDesk":
      return giveBack(command, booking);
    case "RefundCardMoney": {
      const { amountCents, reasonId, now } = command;
      const left = cardMoneyLeftCents(booking);
      if (amountCents > left) {
        return tooMuch("RefundTooHigh", `Of card money at most ${dollars(left)} can be refunded`);
      }
      return accept(...refundEvents(booking, amountCents, now, { reason: "by-staff", reasonId }));
    }
    default:
      return command satisfies never;
  }
}

type DeskMoney = Exclude<DeskCommand, { type: "RefundCardMoney" }>;

/** Reaching the downpayment confirms, reaching the total pays in full; less only counts towards it. */
function receive(command: DeskMoney, booking: Booking): BookingDecision {
  const { amountCents } = command;
  if (booking.status === "cancelled") return refuse("BookingCancelled");
  const due = dueAtDeskCents(booking);
  if (due === 0) return refuse("NothingDue");
  if (amountCents > due) return tooMuch("MoreThanDue", `Only ${dollars(due)} is due on this booking`);
  const reached = statusAt(booking, keptCents(booking) + amountCents);
  // A dispute or a refund has not taken from the status what it had reached; neither does new money.
  const paymentStatus = RANK[booking.paymentStatus] > RANK[reached] ? booking.paymentStatus : reached;
  const received: BookingEvent = { type: "DeskMoneyReceived", data: { ...dataOf(command), paymentStatus } };
  const isConfirmedByIt = heldUntil(booking) !== null && isDownpaid(paymentStatus);
  return isConfirmedByIt ? accept(received, { type: "BookingConfirmed", data: {} }) : accept(received);
}

function giveBack(command: DeskMoney, booking: Booking): BookingDecision {
  const left = returnableCents(booking);
  if (command.amountCents > left) {
    return tooMuch(
      "ReturnTooHigh",
      `Of money received at the venue at most ${dollars(left)} can be returned`,
    );
  }
  const unaskedCents = Math.max(0, command.amountCents - promisedAtVenueCents(booking));
  // A cancelled booking keeps the status that it ended with.
  const paymentStatus =
    booking.status === "cancelled"
      ? booking.paymentStatus
      : statusAt(booking, paidCents(booking) - unaskedCents);
  return accept({ type: "DeskMoneyReturned", data: { ...dataOf(command), paymentStatus } });
}

const dataOf = ({ method, amountCents, referenceId }: DeskMoney) => ({
  method,
  amountCents,
  ...(referenceId === undefined ? {} : { referenceId }),
});

const RANK = { pending: 0, failed: 0, downpaid: 1, paid: 2 } as const;

const isDownpaid = (status: PaymentStatus): boolean => status === "downpaid" || status === "paid";

/** What so much money makes of the booking; a card that was declined stays so while nothing is paid. */
function statusAt(booking: Booking, cents: number): PaymentStatus {
  if (cents >= booking.totalCents) return "paid";
  if (cents >= booking.downpaymentCents) return "downpaid";
  return booking.paymentStatus === "failed" ? "failed" : "pending";
}

const tooMuch = (code: RejectionCode, message: string) => {
  const rest: Omit<Rejection, "code"> = { detail: message, errors: [{ path: "amount", message }] };
  return refuse(code, rest);
};
