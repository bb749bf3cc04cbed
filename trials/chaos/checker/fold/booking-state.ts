/** The checker's state of a booking after some of its events. In cents, and in milliseconds since 1970. */
import type { Fields } from "../evidence/fields.ts";
import type { SeriesPlace } from "../evidence/series.ts";

export interface RefundFold {
  /** Null for a refund at the desk. */
  intent: string | null;
  cents: number;
  issued: boolean;
  failed: boolean;
  /** The provider's id of the last try. */
  providerId: string | null;
  /** When it was last requested; null if the product did not request it. */
  askedAt: number | null;
}

export interface DisputeFold {
  intent: string;
  cents: number;
  outcome: string | null;
}

export interface BookingFold {
  id: number;
  version: number;
  begunAt: number;
  changedAt: number;
  /** Null for a booking by itself. */
  series: SeriesPlace | null;
  personId: string;
  userId: number | null;
  /** The billing account whose invoices pay it; null if it is paid otherwise. */
  accountId: number | null;
  /** On account: what it owes since it was cancelled. */
  owedOnceCancelledCents: number;
  /** On account: what staff let off by credit notes. */
  creditedCents: number;
  roomId: number;
  startsAt: number;
  endsAt: number;
  firstStartsAt: number;
  duration: string | null;
  hourCount: number;
  totalCents: number;
  downpaymentCents: number;
  holdUntil: number;
  status: "pending" | "confirmed" | "completed" | "cancelled";
  expired: boolean;
  cancelledBy: string | null;
  reasonId: string | null;
  toldReasonId: string | null;
  byClosure: boolean;
  paymentStatus: string;
  lastIntent: string | null;
  chargeId: string | null;
  /** The captured cents by intent. */
  captured: ReadonlyMap<string, number>;
  deskReceivedCents: number;
  deskReturnedCents: number;
  /** The part of `deskReturnedCents` that no refund had requested. */
  deskReturnedUnrequestedCents: number;
  visit: string | null;
  /** A no-show has left the hours to others. */
  freed: boolean;
  priceAgreed: boolean;
  /** The data of the request, with the details as they were changed later. */
  request: Fields;
  rates: unknown;
  refunds: ReadonlyMap<string, RefundFold>;
  disputes: ReadonlyMap<string, DisputeFold>;
}

/** Until when its hours are an unpaid hold; null if they are claimed for good, or not at all. */
export const heldUntil = (booking: BookingFold): number | null =>
  booking.status === "pending" && (booking.paymentStatus === "pending" || booking.paymentStatus === "failed")
    ? booking.holdUntil
    : null;
