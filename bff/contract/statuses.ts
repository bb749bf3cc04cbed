/** Opens the words for how a booking and its payment stand to the browser. */
export type { BookingStatus, PaymentStatus } from "../../core/booking/statuses.ts";
