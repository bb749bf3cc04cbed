/** Owns whether a booking's mail is still valid when it is about to be sent: nobody is asked to pay for, or reminded of, what is no more. */
import type { BookingEvent } from "../../../core/booking/booking-events.ts";
import { heldUntil, occupies } from "../../../core/booking/booking-state.ts";
import { isFeedbackOpen } from "../../../core/feedback/feedback.ts";
import type { BookingSummary } from "./booking-summary.ts";
import type { MailKind } from "./mailed-events.ts";

export type BookingMailKind = Exclude<MailKind, "email-verification" | "password-reset" | "contact-message">;

const STATUS_EVENTS: readonly BookingEvent["type"][] = [
  "BookingConfirmed",
  "BookingCompleted",
  "BookingExpired",
  "BookingCancelled",
];

/** Whether what the mail says is so at `now`. */
export function isStillValid(kind: BookingMailKind, summary: BookingSummary, now: Date): boolean {
  const { current: booking, after, laterEvents, cause } = summary;
  const happenedSince = (...types: BookingEvent["type"][]): boolean =>
    laterEvents.some((event) => types.includes(event.type));
  const isConfirmed = occupies(booking) && heldUntil(booking) === null;
  switch (kind) {
    case "booking-received":
      return (heldUntil(booking) ?? now) > now && !happenedSince("BookingRescheduled");
    case "booking-confirmed":
      return occupies(booking) && !happenedSince("BookingConfirmed");
    case "balance-received":
      return occupies(booking);
    case "booking-cancelled":
    case "booking-expired":
      return !happenedSince(...STATUS_EVENTS);
    case "booking-rescheduled":
      return occupies(booking) && !happenedSince("BookingRescheduled");
    case "refund-issued": {
      if (cause.type !== "RefundIssued" && cause.type !== "RefundRecorded") return false;
      const { refundId } = cause.data;
      // One that was made in the dashboard may be heard of together with its failure.
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
        !happenedSince("BookingRescheduled")
      );
    case "feedback-invitation":
      return (
        isConfirmed &&
        isFeedbackOpen(booking, now) &&
        (cause.type === "BookingCompleted"
          ? booking.status === "completed"
          : !happenedSince("BookingRescheduled"))
      );
    default:
      return kind satisfies never;
  }
}
