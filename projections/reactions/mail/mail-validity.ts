/** Checks whether a mail about a booking is still valid when it is about to be sent, so that it does not ask for something outdated. */
import { type BookingEvent, changesEmail } from "../../../core/booking/state/booking-events.ts";
import { type Booking, heldUntil, occupies } from "../../../core/booking/state/booking-state.ts";
import { isFeedbackOpen } from "../../../core/feedback/feedback.ts";
import type { BookingMailKind } from "../../words/mail-kinds.ts";
import type { BookingSummary } from "./booking-summary.ts";

const STATUS_EVENTS: readonly BookingEvent["type"][] = [
  "BookingConfirmed",
  "BookingCompleted",
  "BookingExpired",
  "BookingCancelled",
  "HoldReleased",
];
/** Each of these sets a new time for the visit, and with it new due times. */
const TIME_EVENTS: readonly BookingEvent["type"][] = ["BookingRescheduled", "BookingMoved", "HoldChanged"];
const MOVES: readonly BookingEvent["type"][] = ["BookingRescheduled", "BookingMoved"];

/** The mail about a cancellation has told the guest of this refund: a second mail would say the same. */
function isToldByCancellation(refundId: string, { earlierEvents }: BookingSummary): boolean {
  const requested = earlierEvents.find(
    ({ type, data }) => type === "RefundRequested" && data.refundId === refundId,
  );
  // A refund at the desk is decided and issued by one command, whose events are the last ones.
  const told = requested ?? earlierEvents.at(-1);
  return earlierEvents.some(
    ({ type, commandId }) => type === "BookingCancelled" && commandId === told?.commandId,
  );
}

/** The mails of the waitlist tell of hours that are only offered (decision 285). */
const isOnlyOffered = (booking: Booking | null): boolean =>
  booking !== null && booking.waitlistEntryId !== null && booking.status === "pending";

/** Whether the mail's content is true at `now`. */
export function isStillValid(kind: BookingMailKind, summary: BookingSummary, now: Date): boolean {
  const { current: booking, before, after, laterEvents, cause } = summary;
  const happenedSince = (...types: BookingEvent["type"][]): boolean =>
    laterEvents.some((event) => types.includes(event.type));
  const isConfirmed = occupies(booking) && heldUntil(booking) === null;
  switch (kind) {
    case "booking-received":
      return (
        !isOnlyOffered(after) &&
        (heldUntil(booking) ?? now) > now &&
        !happenedSince(...MOVES) &&
        !laterEvents.some(changesEmail)
      );
    case "booking-confirmed":
      return occupies(booking) && !happenedSince("BookingConfirmed");
    case "receipt":
      // The guest asked for it, and it shows the current state.
      return true;
    case "balance-received":
      return occupies(booking);
    case "booking-cancelled":
    case "booking-expired":
      return !isOnlyOffered(before) && !happenedSince(...STATUS_EVENTS);
    case "booking-rescheduled":
      return occupies(booking) && !happenedSince(...MOVES);
    case "refund-issued": {
      if (cause.type !== "RefundIssued" && cause.type !== "RefundRecorded") return false;
      const { refundId } = cause.data;
      // A refund made in the provider's dashboard may be reported together with its failure.
      if (isToldByCancellation(refundId, summary)) return false;
      const failedAtOnce = after.refunds[refundId]?.failed;
      const failedSince = (event: BookingEvent): boolean =>
        event.type === "RefundFailed" && event.data.refundId === refundId;
      return !failedAtOnce && !laterEvents.some(failedSince);
    }
    case "reminder":
      return (
        isConfirmed &&
        booking.status !== "completed" &&
        booking.startsAt > now &&
        !happenedSince(...TIME_EVENTS)
      );
    case "feedback-invitation":
      return (
        isConfirmed &&
        isFeedbackOpen(booking, now) &&
        (cause.type === "BookingCompleted" ? booking.status === "completed" : !happenedSince(...TIME_EVENTS))
      );
    default:
      return kind satisfies never;
  }
}
