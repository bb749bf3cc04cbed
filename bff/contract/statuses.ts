/** Opens the words for how a booking and its payment stand to the browser. */
export {
  BOOKING_STATUSES,
  type BookingStatus,
  PAYMENT_STATUSES,
  type PaymentStatus,
} from "../../core/booking/statuses.ts";
