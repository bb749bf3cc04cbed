/** The state of a booking, and what follows from the state alone. Pure. Amounts in cents, instants in UTC. */

import type { RoomRates } from "../../venue/rooms/room-rates.ts";
import type { BookingTerms } from "../../venue/settings.ts";
import type { EventType } from "../rules/event-types.ts";
import type { BookingDuration } from "../rules/pricing.ts";
import type { CancelledBy } from "../rules/refund-policy.ts";
import type { BookingStatus, HeldBy, PaymentPurpose, PaymentStatus, VisitStage } from "../rules/statuses.ts";

export interface Refund {
  /** Null if the desk returns the money. */
  paymentIntentId: string | null;
  amountCents: number;
  issued: boolean;
  /** Refused or sent back; stays true until it is retried. */
  failed: boolean;
  /** The provider's id of the last try; null if there is none yet. */
  stripeRefundId: string | null;
  /** The provider's ids of tries that it refused or sent back: none of them can succeed later. */
  failedTries: readonly string[];
  /** 1, and one more for each retry of a failed refund. A try that was not answered is requested again under its own number. */
  tries: number;
  /** When it was last requested; null if it was not requested here, or by older code. */
  askedAt: Date | null;
  /** The provider's code for the failure, while failed. */
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

/** What was agreed when the booking was made; `rates` is null for bookings made before rates were recorded. */
export interface AgreedTerms extends BookingTerms {
  rates: RoomRates | null;
}

/** A booking as its events make it. Amounts in cents; instants in UTC. */
export interface Booking {
  exists: true;
  /** The booking's name outside of the venue (at the provider, in links and calendars). Unlike its number, it is never reused. */
  reference: string;
  /** The series that it belongs to, and its number there, from 1; null for a booking by itself. */
  series: { id: number; number: number } | null;
  roomId: number;
  /** The row of personal data of who comes. A changed email is another row, and guest links are signed with it. */
  personId: string;
  userId: number | null;
  /** For which account or mailbox its hours count while they are unpaid. */
  heldBy: HeldBy;
  startsAt: Date;
  endsAt: Date;
  /** The start as first booked, as last chosen while unpaid, or as set by staff. Later moves by the customer do not change it. */
  firstStartsAt: Date;
  duration: BookingDuration;
  hourCount: number;
  eventType: EventType;
  /** The row of personal data with the customer's own words for the event type; null if it is one of the six. */
  eventTypeId: string | null;
  attendees: number | null;
  engineerRequired: boolean;
  holdUntil: Date;
  totalCents: number;
  downpaymentCents: number;
  /** What staff took off the price, in cents; the total is without it. */
  reducedCents: number;
  /** The billing account whose invoices pay it; null if it is paid otherwise. */
  accountId: number | null;
  /** The entry of the waitlist that its hours were offered to; null if the person asked for them. */
  waitlistEntryId: number | null;
  /** On account and cancelled: what it still owes, in cents. */
  owedOnceCancelledCents: number;
  /** On account: what staff let off by credit notes, in cents. */
  creditedCents: number;
  /** Staff set the price, not the rules. */
  priceAgreed: boolean;
  terms: AgreedTerms;
  status: BookingStatus;
  /** Cancelled because its hold expired, not because a person decided it: late money can still confirm it. */
  expired: boolean;
  /** While cancelled: who cancelled it; null if the hold expired. */
  cancelledBy: CancelledBy | null;
  /** While cancelled: the row of personal data with staff's reason. */
  reasonId: string | null;
  /** While cancelled: the same row, if the guest is told the reason. */
  toldReasonId: string | null;
  /** While cancelled: whether it was, because its hours were closed. */
  byClosure: boolean;
  paymentStatus: PaymentStatus;
  /** The intent that was opened last. */
  paymentIntentId: string | null;
  /** What that intent is for; if there is none, what the first one will be for. */
  intentPurpose: PaymentPurpose;
  /** The amount in cents of each intent that was opened, in the order of opening. */
  asked: Readonly<Record<string, number>>;
  /** The charge of the downpayment. */
  chargeId: string | null;
  /** What the provider captured, in cents, by payment intent. */
  captured: Readonly<Record<string, number>>;
  /** Those of the captured intents whose amount was not what was due. */
  mistaken: readonly string[];
  failedAttempts: readonly string[];
  /** Money received in person, in cents: taken at the desk, or marked by staff. */
  receivedAtVenueCents: number;
  /** The part of it that was taken at the desk. */
  receivedAtDeskCents: number;
  /** Money that was returned at the desk. */
  returnedAtVenueCents: number;
  /** The part of it that was returned without a refund. */
  returnedUnaskedCents: number;
  /** Null until staff have marked a stage. */
  visit: VisitStage | null;
  /** The guest did not come, and the hours were left to others. */
  hoursFreed: boolean;
  /** Staff's notes that are not removed, as rows of personal data, oldest first. */
  notes: readonly string[];
  refunds: Readonly<Record<string, Refund>>;
  disputes: Readonly<Record<string, Dispute>>;
}
export type BookingState = { exists: false } | Booking;

export const noBooking: BookingState = { exists: false };

/** Until when the hours are an unpaid hold; null if paid, confirmed or cancelled. */
export const heldUntil = (booking: Pick<Booking, "status" | "paymentStatus" | "holdUntil">): Date | null =>
  booking.status === "pending" && (booking.paymentStatus === "pending" || booking.paymentStatus === "failed")
    ? booking.holdUntil
    : null;

/** The intent that was opened last, if it has not been captured: it can still be paid. */
export const unpaidIntentId = (booking: Booking): string | null =>
  booking.paymentIntentId !== null && booking.captured[booking.paymentIntentId] === undefined
    ? booking.paymentIntentId
    : null;

/** A booking is kept unless it is cancelled. */
export const occupies = (booking: Booking): boolean => booking.status !== "cancelled";

/** A booking has its hours unless it is cancelled or a no-show has freed them. */
export const hasHours = (booking: Pick<Booking, "status" | "hoursFreed">): boolean =>
  booking.status !== "cancelled" && !booking.hoursFreed;
