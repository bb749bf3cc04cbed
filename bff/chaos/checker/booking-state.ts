/** Owns what the checker knows of a booking after some of its events. Cents, milliseconds since 1970. */
import type { Fields } from "./fields.ts";

export interface RefundFold {
  /** Null: over the counter. */
  intent: string | null;
  cents: number;
  issued: boolean;
  failed: boolean;
  /** The provider's id of the last try. */
  providerId: string | null;
  /** When it was last asked for; null where nobody here asked. */
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
  personId: string;
  userId: number | null;
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
  paymentStatus: string;
  lastIntent: string | null;
  chargeId: string | null;
  /** What each intent brought. */
  captured: ReadonlyMap<string, number>;
  counterIn: number;
  counterOut: number;
  /** The part of it that no refund had asked for. */
  counterOutUnasked: number;
  visit: string | null;
  priceAgreed: boolean;
  /** As it was requested: what nothing changes later. */
  request: Fields;
  rates: unknown;
  refunds: ReadonlyMap<string, RefundFold>;
  disputes: ReadonlyMap<string, DisputeFold>;
}

/** Until when its hours are an unpaid hold; null when they are more, or nothing. */
export const heldUntil = (booking: BookingFold): number | null =>
  booking.status === "pending" && (booking.paymentStatus === "pending" || booking.paymentStatus === "failed")
    ? booking.holdUntil
    : null;
