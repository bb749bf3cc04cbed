/** Writes a booking for its own customer or the holder of its guest link, before and after they change it. */
import { isBalancePayable } from "../../core/booking/payment/balance.ts";
import { owedOfDownpayment, owedOnceCancelled } from "../../core/booking/payment/on-account.ts";
import { pricedOf } from "../../core/booking/payment/receipt.ts";
import { formatMoney, toAmount } from "../../core/booking/rules/money.ts";
import type { CancellationStage } from "../../core/booking/rules/refund-policy.ts";
import {
  downpaymentAskedOf,
  keptAndPaidOf,
  owedOnAccountCents,
  receivedCents,
  refundRequestedCents,
  remainingOf,
} from "../../core/booking/state/booking-money.ts";
import { type Booking, heldUntil } from "../../core/booking/state/booking-state.ts";
import {
  cancellationTerms,
  isCancellable,
  upcomingStages,
} from "../../core/booking/visit/own-cancellation.ts";
import { lastRescheduleDay, whyNotMovable } from "../../core/booking/visit/reschedule.ts";
import type { Core } from "../../core/context.ts";
import { isFeedbackOpen } from "../../core/feedback/feedback.ts";
import { ENGINEER_FEE } from "../../core/venue/rooms/room-rates.ts";
import { isBookableByVisitors } from "../../core/venue/rooms/rooms.ts";
import type { OwnBookingRow } from "../../projections/views/own-bookings.ts";
import type { CancellationTerms, OwnBooking, OwnBookingChanged } from "../contract/customer/customer.ts";
import type { HeldBooking } from "../contract/customer/held-booking.ts";
import { accountFieldOf, bookingJson, seriesFieldsOf } from "./booking-json.ts";
import { pricedJson } from "./receipt-json.ts";
import { engineerFeeJson, laterPricesJson, ratesJson } from "./room-parts-json.ts";

export function ownBookingJson(
  { rooms, clock, timeZone, links, settings }: Core,
  row: OwnBookingRow,
): OwnBooking {
  const now = clock.now();
  const room = rooms.byId(row.roomId);
  const deadline = heldUntil(row);
  const { keptCents, paidCents } = keptAndPaidOf(row);
  return {
    id: row.id,
    roomId: row.roomId,
    roomName: room?.name ?? "",
    roomSlug: room?.slug ?? "",
    shareUrl:
      row.status === "cancelled"
        ? null
        : `/visit/${links.sharedVisit({ bookingId: row.id, personId: row.personId }).token}`,
    userId: row.userId,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phone: row.phone,
    startTime: row.startsAt.toISOString(),
    endTime: row.endsAt.toISOString(),
    timeZone,
    eventType: row.eventType,
    attendees: row.attendees,
    specialRequirements: row.specialRequirements,
    engineerRequired: row.engineerRequired,
    bookingDuration: row.duration,
    hourCount: row.hourCount,
    totalAmount: toAmount(row.totalCents),
    downpaymentAmount: toAmount(row.downpaymentCents),
    remainingAmount: toAmount(remainingOf(row)),
    paidAmount: toAmount(row.receivedCents - row.refundedOrDisputedCents),
    refundedAmount: toAmount(row.refundedOrDisputedCents),
    refundUnderWayAmount: toAmount(row.refundUnderWayCents),
    disputedAmount: toAmount(row.disputedCents),
    dueAmount: toAmount(row.dueCents),
    downpaymentDueAmount: toAmount(downpaymentAskedOf(row, paidCents)),
    priceAgreed: row.priceAgreed,
    balancePayable: isBalancePayable(row, paidCents, now),
    paymentStatus: row.paymentStatus,
    stripeChargeId: row.chargeId,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    holdUntil: deadline?.toISOString() ?? null,
    cancellable: isCancellable(row, now),
    cancellation: cancellationJson(row),
    agreed: agreedJson(row.terms),
    cancellationStages: upcomingStages(row, row.receivedCents - row.refundedOrDisputedCents, now).map(
      (stage) => stageJson(row, stage),
    ),
    ...(row.accountId === null ? {} : { lateOwedAmount: owedJson(row, 0) }),
    reschedulable: room !== undefined && isBookableByVisitors(room) && whyNotMovable(row, now) === null,
    rescheduleUntil: lastRescheduleDay(row, timeZone),
    receipt: pricedJson(row, pricedOf(row, keptCents, row.owedCents), {
      bookingId: row.id,
      roomName: room?.name ?? "",
      timeZone,
      taxNumber: settings.now().taxNumber,
      payments: row.payments.map(({ at, ...payment }) => ({ ...payment, at: new Date(at) })),
      onAccountCents: row.owedCents === null ? null : row.owedCents - row.receivedCents,
    }),
    reviewPublished: row.reviewPublished,
    ...accountFieldOf(row.accountId),
    ...seriesFieldsOf({ series_id: row.seriesId, series_number: row.seriesNumber }, row.seriesSize),
    feedback: row.feedbackLeft ? "left" : isFeedbackOpen(row, now) ? "open" : "none",
  };
}

/** On account nothing is refunded: of the downpayment's share, the rest is owed. */
const stageJson = (
  row: OwnBookingRow,
  { until, refundCents }: CancellationStage,
): OwnBooking["cancellationStages"][number] =>
  row.accountId === null
    ? { until: until.toISOString(), refundAmount: toAmount(refundCents) }
    : { until: until.toISOString(), refundAmount: toAmount(0), owedAmount: owedJson(row, refundCents) };

/** What is owed on account if the policy gives back so much of the downpayment. An active booking owes its total, less what staff let off. */
const owedJson = ({ downpaymentCents, totalCents, owedCents }: OwnBookingRow, refundCents: number): string =>
  toAmount(
    owedOfDownpayment(
      { downpaymentCents, creditedCents: totalCents - (owedCents ?? totalCents) },
      refundCents,
    ),
  );

function cancellationJson(row: OwnBookingRow): OwnBooking["cancellation"] {
  const { status, cancelledBy, byClosure, toldReason } = row;
  if (status !== "cancelled") return null;
  if (cancelledBy === null) return { cause: "expiry", reason: null };
  return { cause: byClosure ? "closure" : cancelledBy, reason: toldReason };
}

function agreedJson({ downpaymentPercent, rates }: OwnBookingRow["terms"]): OwnBooking["agreed"] {
  if (rates === null) return null;
  return {
    downpaymentPercent,
    ...ratesJson(rates),
    ...engineerFeeJson(rates.engineer ?? ENGINEER_FEE),
    ...(rates.rules ? { priceRules: [...rates.rules] } : {}),
    ...(rates.later ? { laterPrices: laterPricesJson(rates.later) } : {}),
  };
}

/** `manageUrl` is the path of its guest link, for a holder with that access. */
export function heldBookingJson(core: Core, row: OwnBookingRow, manageUrl: string | null): HeldBooking {
  return { ...ownBookingJson(core, row), manageUrl };
}

export function cancellationTermsJson({ clock }: Core, booking: Booking): CancellationTerms {
  const now = clock.now();
  const terms = cancellationTerms(booking, now);
  const owed = owedOnceCancelled(booking, "customer", now);
  return {
    paidAmount: toAmount(terms.paidCents),
    refundAmount: toAmount(terms.refundCents),
    refundHoldsUntil: terms.refundHoldsUntil?.toISOString() ?? null,
    cancellable: isCancellable(booking, now),
    ...(owed === null ? {} : { owedAmount: toAmount(owed) }),
  };
}

export const cancelledBookingJson = (core: Core, id: number, booking: Booking): OwnBookingChanged => {
  const refundCents = refundRequestedCents(booking);
  const owed = owedOnAccountCents(booking);
  return {
    success: true,
    message:
      owed !== null
        ? cancelledOnAccount(owed)
        : refundCents > 0
          ? `Your booking is cancelled. ${formatMoney(refundCents)} will be refunded within 5-10 business days.`
          : receivedCents(booking) > 0
            ? "Your booking is cancelled. By the cancellation policy nothing is refunded."
            : "Your booking is cancelled. Nothing was charged.",
    refundAmount: toAmount(refundCents),
    booking: bookingJson(core.rooms, id, booking),
  };
};

const cancelledOnAccount = (cents: number): string =>
  cents > 0
    ? `Your booking is cancelled. By the cancellation policy ${formatMoney(cents)} stays on your account.`
    : "Your booking is cancelled. Nothing of it stays on your account.";

/** A booking that was paid and cancelled before has no hold to release: it is answered as it is. */
export const releasedHoldJson = (core: Core, id: number, booking: Booking): OwnBookingChanged =>
  receivedCents(booking) > 0
    ? cancelledBookingJson(core, id, booking)
    : {
        success: true,
        message: "Your hold has ended and the time is free again. Nothing was charged.",
        refundAmount: toAmount(0),
        booking: bookingJson(core.rooms, id, booking),
      };

export const detailsChangedJson = (core: Core, id: number, booking: Booking): OwnBookingChanged => ({
  success: true,
  message: "Your details are saved.",
  refundAmount: toAmount(refundRequestedCents(booking)),
  booking: bookingJson(core.rooms, id, booking),
});

export const movedBookingJson = (core: Core, id: number, booking: Booking): OwnBookingChanged => ({
  success: true,
  message:
    receivedCents(booking) > 0
      ? "Your booking is moved. Your payments stay with it."
      : "Your booking is moved.",
  refundAmount: toAmount(refundRequestedCents(booking)),
  booking: bookingJson(core.rooms, id, booking),
});
