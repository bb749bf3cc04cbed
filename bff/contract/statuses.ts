/** Opens the words for how a booking, its payment and its visit stand to the browser, and which stage of a visit can be noted. */
export {
  BOOKING_STATUSES,
  type BookingStatus,
  PAYMENT_STATUSES,
  type PaymentStatus,
  VISIT_STAGES,
  type VisitStage,
  whyNotNoted,
} from "../../core/booking/statuses.ts";
