/** Owns a booking as it stands: its state, and what that says by itself. Pure. Amounts in cents, instants in UTC. */
import type { BookingTerms } from "../venue/house.ts";
import type { RoomRates } from "../venue/room-rates.ts";
import type { EventType } from "./event-types.ts";
import type { BookingDuration } from "./pricing.ts";
import type { CancelledBy } from "./refund-policy.ts";
import type { BookingStatus, HeldBy, PaymentPurpose, PaymentStatus, VisitStage } from "./statuses.ts";

export interface Refund {
  /** Null when the money goes back over the counter. */
  paymentIntentId: string | null;
  amountCents: number;
  issued: boolean;
  /** Refused or sent back; stays so until it is retried. */
  failed: boolean;
  /** The provider's id of the last try; null while there is none. */
  stripeRefundId: string | null;
  /** The provider's ids of tries that it refused or sent back: none of them becomes a success again. */
  failedTries: readonly string[];
  /** 1, and one more with each retry of a failed one; a try that nobody answered is asked for again under its own number. */
  tries: number;
  /** When it was last asked for; null when nobody here asked, or older code did. */
  askedAt: Date | null;
  /** The provider's, while failed. */
  reasonCode: string | null;
}

/** A payment that the customer's bank has disputed. */
interface Dispute {
  paymentIntentId: string;
  /** 0 while it is an inquiry. */
  amountCents: number;
  reasonCode: string | null;
  /** Null while it is open. */
  outcome: "won" | "lost" | null;
}

/** What was agreed when it was made; `rates` null for what was booked before they were written down. */
export interface AgreedTerms extends BookingTerms {
  rates: RoomRates | null;
}

/** A booking as its events tell it. Amounts in cents; instants in UTC. */
export interface Booking {
  exists: true;
  /** The booking's name outside the house (at the provider, in links and calendars); never repeated, unlike its number. */
  reference: string;
  roomId: number;
  personId: string;
  userId: number | null;
  /** For whom its hours count while they are unpaid. */
  heldBy: HeldBy;
  startsAt: Date;
  endsAt: Date;
  /** The start as it was first booked, last chosen while unpaid, or set by staff, however often its customer has moved the visit since. */
  firstStartsAt: Date;
  duration: BookingDuration;
  hourCount: number;
  eventType: EventType;
  /** The row of personal data with the customer's own words for it; null where it is one of the six. */
  eventTypeId: string | null;
  attendees: number | null;
  engineerRequired: boolean;
  holdUntil: Date;
  totalCents: number;
  downpaymentCents: number;
  /** The price is staff's word, and not the rules'. */
  priceAgreed: boolean;
  terms: AgreedTerms;
  status: BookingStatus;
  /** Cancelled because its hold ran out, not by anybody's decision: late money may still confirm it. */
  expired: boolean;
  /** While cancelled: by whom; null when the hold ran out. */
  cancelledBy: CancelledBy | null;
  /** While cancelled: the row of personal data with staff's words on why. */
  reasonId: string | null;
  paymentStatus: PaymentStatus;
  /** The intent that was opened last. */
  paymentIntentId: string | null;
  /** What that one is for; of the first, when there is none. */
  intentPurpose: PaymentPurpose;
  /** What each intent that was opened for it asks for, in cents, in the order of their opening. */
  asked: Readonly<Record<string, number>>;
  /** The charge that brought the downpayment. */
  chargeId: string | null;
  /** What the provider took, by payment intent. */
  captured: Readonly<Record<string, number>>;
  /** The intents among them that brought another amount than was due. */
  mistaken: readonly string[];
  failedAttempts: readonly string[];
  /** Money received over the counter: at the desk, and as staff marked it. */
  receivedAtVenueCents: number;
  /** The part of it that came in at the desk. */
  receivedAtDeskCents: number;
  /** Money that was handed back at the desk. */
  returnedAtVenueCents: number;
  /** The part of it that no refund had asked for. */
  returnedUnaskedCents: number;
  /** Null before anybody has noted anything. */
  visit: VisitStage | null;
  /** Staff's notes that stand, as rows of personal data, oldest first. */
  notes: readonly string[];
  refunds: Readonly<Record<string, Refund>>;
  disputes: Readonly<Record<string, Dispute>>;
}
export type BookingState = { exists: false } | Booking;

export const noBooking: BookingState = { exists: false };

/** Until when the hours are an unpaid hold; null once paid, confirmed or over. */
export const heldUntil = (booking: Pick<Booking, "status" | "paymentStatus" | "holdUntil">): Date | null =>
  booking.status === "pending" && (booking.paymentStatus === "pending" || booking.paymentStatus === "failed")
    ? booking.holdUntil
    : null;

/** The intent that was opened last, while it has brought nothing: it may still be paid. */
export const unpaidIntentId = (booking: Booking): string | null =>
  booking.paymentIntentId !== null && booking.captured[booking.paymentIntentId] === undefined
    ? booking.paymentIntentId
    : null;

/** A cancelled booking occupies nothing; every other one its hours. */
export const occupies = (booking: Booking): boolean => booking.status !== "cancelled";
