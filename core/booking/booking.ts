/** Decides each command on a booking (decisions 24 to 41). Pure: time and ids are in the command. */
import { type Refused, refuse } from "../log/rejection.ts";
import type { RoomRates } from "../venue/rooms/room-rates.ts";
import type { BookingTerms } from "../venue/settings.ts";
import { type ChangeDetails, changeDetails } from "./details/details.ts";
import { type ChangeHold, changeHold, type ReleaseHold, releaseHold } from "./hold/hold.ts";
import {
  balanceDueCents,
  type ReceiveBalance,
  receiveBalance,
  whyBalanceNotPayable,
} from "./payment/balance.ts";
import { type DeskCommand, decideAtDesk, markPayment } from "./payment/desk.ts";
import { type RecordDispute, recordDispute } from "./payment/disputes.ts";
import {
  downpaymentDueCents,
  type ReceiveDownpayment,
  receiveDownpayment,
  whyDownpaymentNotPayable,
} from "./payment/downpayment.ts";
import { decideImported, type ImportCommand } from "./payment/earlier-payment.ts";
import { owedAfterCancellation, refuseOnAccount } from "./payment/on-account.ts";
import { type ReducePrice, reducePrice } from "./payment/reduce-price.ts";
import { decideRefund, type RefundCommand } from "./payment/refunds.ts";
import { peopleErrors, pricedHours, type RequestedBooking, type RuleContext } from "./rules/booking-rules.ts";
import type { EventType } from "./rules/event-types.ts";
import type { CancelledBy } from "./rules/refund-policy.ts";
import { type StaffBookingTerms, staffTerms } from "./rules/staff-terms.ts";
import type { HeldBy, PaymentPurpose } from "./rules/statuses.ts";
import type { BookingEvent } from "./state/booking-events.ts";
import {
  accept,
  type BookingDecision,
  isDownpaid,
  isDownpaymentReached,
  keptCents,
  refundEvents,
} from "./state/booking-money.ts";
import { type Booking, type BookingState, heldUntil, occupies } from "./state/booking-state.ts";
import { type MoveBooking, moveBooking } from "./visit/move.ts";
import { decideNote, type NoteCommand } from "./visit/notes.ts";
import { type CancelOwnBooking, refundDue, whyNotCancellable } from "./visit/own-cancellation.ts";
import { type RescheduleBooking, reschedule } from "./visit/reschedule.ts";
import { markVisit, type VisitCommand } from "./visit/visit.ts";

export type BookingCommand =
  | {
      type: "RequestBooking";
      request: RequestedBooking;
      room: { id: number; bookable: boolean; rates: RoomRates };
      /** The venue's terms on the day of booking. */
      terms: BookingTerms;
      context: RuleContext;
      personId: string;
      userId: number | null;
      heldBy: HeldBy;
      eventType: EventType;
      eventTypeId?: string | undefined;
      holdUntil: Date;
      /** Only for a booking that staff make. */
      byStaff?: StaffBookingTerms | undefined;
      /** Only for a booking on account. */
      accountId?: number | undefined;
      /** Only for hours that are offered to an entry of the waitlist. They are held until the offer ends, also if nothing is due. */
      waitlistEntryId?: number | undefined;
      /** Only for a date of a series. */
      series?: { id: number; number: number } | undefined;
    }
  | {
      type: "OpenPaymentIntent";
      purpose: PaymentPurpose;
      paymentIntentId: string;
      /** The amount that the intent asks for, in cents: an intent for an older price is refused. */
      amountCents: number;
      /** The previous intent, which can no longer be paid; null for the first. */
      replaces: string | null;
      now: Date;
    }
  | ReceiveDownpayment
  | ReceiveBalance
  | { type: "FailPayment"; paymentIntentId: string; attemptId: string; declineCode: string | null }
  | { type: "ExpireBooking"; now: Date }
  | { type: "ConfirmBooking" }
  | { type: "CompleteBooking" }
  | {
      type: "CancelBooking";
      cancelledBy: CancelledBy;
      reasonId?: string | undefined;
      /** Whether the guest is told the reason. */
      reasonTold?: boolean | undefined;
      byClosure?: boolean | undefined;
      now: Date;
    }
  | ReleaseHold
  | ChangeHold
  | ChangeDetails
  | CancelOwnBooking
  | RescheduleBooking
  | MoveBooking
  | ReducePrice
  | { type: "MarkPayment"; paymentStatus: "downpaid" | "paid" | "failed" }
  | RefundCommand
  | DeskCommand
  | VisitCommand
  | { type: "RequestReceipt" }
  | NoteCommand
  | ImportCommand
  | RecordDispute;

/** Commands on a booking that exists. */
export type BookingChange = Exclude<BookingCommand, { type: "RequestBooking" }>;

export function decide(command: BookingCommand, state: BookingState): BookingDecision {
  if (command.type === "RequestBooking") return state.exists ? accept() : request(command);
  if (!state.exists) return refuse("BookingNotFound");
  switch (command.type) {
    case "OpenPaymentIntent":
      return openPaymentIntent(command, state);
    case "ReceiveDownpayment":
      return receiveDownpayment(command, state);
    case "ReceiveBalance":
      return receiveBalance(command, state);
    case "FailPayment":
      return failPayment(command, state);
    case "ExpireBooking": {
      const deadline = heldUntil(state);
      // Money that the desk received, short of the downpayment, is to be returned there.
      return deadline && deadline <= command.now
        ? accept({ type: "BookingExpired", data: {} }, ...refundEvents(state, keptCents(state), command.now))
        : accept();
    }
    case "ConfirmBooking":
      return state.status === "confirmed" ? accept() : accept({ type: "BookingConfirmed", data: {} });
    case "CompleteBooking":
      return state.status === "completed" ? accept() : accept({ type: "BookingCompleted", data: {} });
    case "CancelBooking":
      return cancel(command, state);
    case "CancelOwnBooking":
      return (
        whyNotCancellable(command, state) ??
        cancel({ type: "CancelBooking", cancelledBy: "customer", now: command.now }, state)
      );
    case "ReleaseHold":
      return releaseHold(state);
    case "ChangeHold":
      return changeHold(command, state);
    case "ChangeDetails":
      return changeDetails(command, state);
    case "RescheduleBooking":
      return reschedule(command, state);
    case "MoveBooking":
      return moveBooking(command, state);
    case "ReducePrice":
      return reducePrice(command, state);
    case "MarkPayment":
      return markPayment(command.paymentStatus, state);
    case "RecordRefund":
    case "RecordRefundFailure":
    case "RecordOutsideRefund":
    case "RetryRefund":
      return decideRefund(command, state);
    case "ReceiveAtDesk":
    case "ReturnAtDesk":
    case "RefundCardMoney":
      return decideAtDesk(command, state);
    case "NoteVisit":
    case "UndoVisit":
      return markVisit(command, state);
    case "RequestReceipt":
      return accept({ type: "ReceiptRequested", data: {} });
    case "TakeNote":
    case "RemoveNote":
      return decideNote(command, state);
    case "RecordEarlierPayment":
    case "UndoImport":
      return decideImported(command, state);
    case "RecordDispute":
      return recordDispute(command, state);
    default:
      return command satisfies never;
  }
}

type CommandOf<Type extends BookingCommand["type"]> = Extract<BookingCommand, { type: Type }>;

function request(command: CommandOf<"RequestBooking">): BookingDecision {
  const { request: asked, context, room, terms, byStaff } = command;
  if (!room.bookable) return refuse("RoomNotBookable");
  const { rates } = room;
  const quoted = byStaff ? null : asked.quoted;
  const priced = pricedHours({ ...asked, quoted }, { rates, terms }, context, peopleErrors(asked, context));
  if (!priced.ok) return priced;
  const { startsAt, endsAt, hours } = priced;
  const { holdUntil, personId, userId, heldBy, eventType, eventTypeId } = command;
  const given = { asked, endsAt, rules: priced.price, terms, now: context.now, holdUntil };
  const agreed = byStaff
    ? staffTerms(byStaff, given)
    : { ok: true as const, price: priced.price, holdUntil, waitsForMoney: command.accountId === undefined };
  if (!agreed.ok) return agreed;
  const { totalCents, downpaymentCents } = agreed.price;
  const { downpaymentPercent, refundTerms, taxPercent } = terms;
  const requested: BookingEvent = {
    type: "BookingRequested",
    data: {
      roomId: room.id,
      personId,
      userId,
      heldBy,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      duration: asked.duration,
      hourCount: hours,
      eventType,
      eventTypeId,
      attendees: asked.attendees,
      engineerRequired: asked.engineerRequired,
      totalCents,
      downpaymentCents,
      holdUntil: agreed.holdUntil.toISOString(),
      priceReasonId: byStaff?.priceReasonId,
      series: command.series,
      accountId: command.accountId,
      waitlistEntryId: command.waitlistEntryId,
      terms: { downpaymentPercent, refundTerms, taxPercent, rates },
    },
  };
  // With nothing to pay, the booking waits for nothing, and there is no hold that could expire.
  const isOffered = command.waitlistEntryId !== undefined;
  return isOffered || (downpaymentCents > 0 && agreed.waitsForMoney)
    ? accept(requested)
    : accept(requested, { type: "BookingConfirmed", data: {} });
}

/** What is due now for the purpose of the payment, in cents; or why nothing can be paid. */
export function amountDue(
  booking: Booking,
  purpose: PaymentPurpose,
  now: Date,
): { ok: true; cents: number } | Refused {
  const refusal =
    refuseOnAccount(booking) ??
    (purpose === "balance" ? whyBalanceNotPayable(booking, now) : whyDownpaymentNotPayable(booking, now));
  if (refusal) return refusal;
  return { ok: true, cents: purpose === "balance" ? balanceDueCents(booking) : downpaymentDueCents(booking) };
}

/** A decline is recorded once, and only while the downpayment is asked for. */
function failPayment(command: CommandOf<"FailPayment">, booking: Booking): BookingDecision {
  const { paymentIntentId, attemptId, declineCode } = command;
  const isSettled = isDownpaymentReached(booking) || isDownpaid(booking.paymentStatus);
  return isSettled || booking.failedAttempts.includes(attemptId) || !occupies(booking)
    ? accept()
    : accept({ type: "PaymentFailed", data: { paymentIntentId, attemptId, declineCode } });
}

function openPaymentIntent(command: CommandOf<"OpenPaymentIntent">, booking: Booking): BookingDecision {
  const { paymentIntentId, replaces, purpose, amountCents } = command;
  const due = amountDue(booking, purpose, command.now);
  if (!due.ok) return due;
  // The price, or what is paid of it, changed while the provider opened the intent. The next call gets an intent for what is due.
  if (due.cents !== amountCents) return refuse("ConcurrentChange");
  // The same intent again, or another call was faster: the recorded intent is kept.
  if (booking.asked[paymentIntentId] !== undefined || booking.paymentIntentId !== replaces) return accept();
  return accept({ type: "PaymentIntentOpened", data: { paymentIntentId, amountCents, purpose } });
}

function cancel(command: CommandOf<"CancelBooking">, booking: Booking): BookingDecision {
  if (booking.status === "cancelled") return accept();
  const { cancelledBy, reasonId, reasonTold, byClosure, now } = command;
  if (booking.accountId !== null) {
    const owedCents = owedAfterCancellation(booking, cancelledBy, now);
    return accept({
      type: "BookingCancelled",
      data: { cancelledBy, reasonId, reasonTold, byClosure, owedCents },
    });
  }
  return accept(
    { type: "BookingCancelled", data: { cancelledBy, reasonId, reasonTold, byClosure } },
    ...refundEvents(booking, refundDue(booking, cancelledBy, now), now),
  );
}
