/** Finds by which name other programs are told of an event of the log (decision 297). Pure. */
import type { BookingEvent } from "../booking/state/booking-events.ts";
import { bookingStream } from "../booking/state/booking-stream.ts";
import type { RawEvent } from "../log/stream.ts";
import type { PublicEventType } from "./public-event-types.ts";

/** Null: other programs are not told. */
const TYPE_OF: Readonly<Record<BookingEvent["type"], PublicEventType | null>> = {
  BookingRequested: "booking.created",
  BookingConfirmed: "booking.confirmed",
  BookingRescheduled: "booking.moved",
  BookingMoved: "booking.moved",
  HoldChanged: "booking.moved",
  BookingCancelled: "booking.cancelled",
  BookingExpired: "booking.cancelled",
  HoldReleased: "booking.cancelled",
  DownpaymentReceived: "booking.paid",
  BalanceReceived: "booking.paid",
  UnexpectedPaymentReceived: "booking.paid",
  DeskMoneyReceived: "booking.paid",
  PaymentMarked: "booking.paid",
  AccountPaymentChanged: "booking.paid",
  EarlierPaymentRecorded: "booking.paid",
  RefundIssued: "booking.refunded",
  RefundRecorded: "booking.refunded",
  DeskMoneyReturned: "booking.refunded",
  BookingCompleted: "booking.completed",
  PaymentIntentOpened: null,
  PaymentFailed: null,
  VisitBegun: null,
  VisitEnded: null,
  VisitDelayed: null,
  VisitMissed: null,
  VisitStageUndone: null,
  AccountCredited: null,
  ReceiptRequested: null,
  NoteTaken: null,
  NoteRemoved: null,
  DetailsChanged: null,
  PriceReduced: null,
  RefundRequested: null,
  RefundFailed: null,
  RefundRetried: null,
  DisputeOpened: null,
  DisputeClosed: null,
};

const isBookingEvent = (type: string): type is BookingEvent["type"] => Object.hasOwn(TYPE_OF, type);

/** Events that set the payment, as staff, an invoice or an import do, to this or to another status. */
const SETS_PAYMENT: ReadonlySet<BookingEvent["type"]> = new Set([
  "PaymentMarked",
  "AccountPaymentChanged",
  "EarlierPaymentRecorded",
]);
const isPaidBy = (data: unknown): boolean =>
  typeof data === "object" &&
  data !== null &&
  "paymentStatus" in data &&
  (data.paymentStatus === "paid" || data.paymentStatus === "downpaid");

/** The booking and the name of a public event; null if other programs are not told of it. It also reads events that cannot be decoded. */
export function publicEventOf({
  stream,
  type,
  data,
}: Pick<RawEvent, "stream" | "type" | "data">): { bookingId: number; type: PublicEventType } | null {
  const bookingId = bookingStream.idOf(stream);
  if (bookingId === null || !isBookingEvent(type)) return null;
  if (SETS_PAYMENT.has(type) && !isPaidBy(data)) return null;
  const named = TYPE_OF[type];
  return named && { bookingId, type: named };
}
