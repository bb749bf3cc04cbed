/** Finds the visitor's own running hold of the chosen hours, which the form changes instead of booking them again (decision 219). */
import { useQuery } from "@tanstack/react-query";
import type { BookingSubmission } from "../../../../../bff/contract/booking.ts";
import type { HeldBooking, HoldChange } from "../../../../../bff/contract/customer/held-booking.ts";
import type { Room } from "../../../../../bff/contract/room.ts";
import { toCents } from "../../../../../core/booking/rules/money.ts";
import type { Price } from "../../../../../core/booking/rules/pricing.ts";
import { heldBookingsQuery } from "../../../api/held-bookings.ts";
import { RequestError } from "../../../api/request.ts";
import { remainingMs } from "../../../format/hold-countdown.ts";
import { pricedAs, quote } from "../../../format/quote.ts";
import type { BookingChoice, BookingSpan } from "../../../session/booking-choice.ts";
import { useMayHaveHolds } from "../../../session/hold-marker.ts";

/** The hold that has some of these hours of the room; null if there is none. */
const holdOfHours = (
  holds: readonly HeldBooking[],
  roomId: number,
  span: BookingSpan | null,
  now: number,
): HeldBooking | null =>
  holds.find(
    (hold) =>
      span !== null &&
      hold.roomId === roomId &&
      remainingMs(hold.holdUntil ?? "", now) > 0 &&
      Date.parse(hold.startTime) < span.endsAt.getTime() &&
      Date.parse(hold.endTime) > span.startsAt.getTime(),
  ) ?? null;

export function useOwnHold(roomId: number, span: BookingSpan | null): HeldBooking | null {
  const held = useQuery({ ...heldBookingsQuery, enabled: useMayHaveHolds() }).data;
  return holdOfHours(held ?? [], roomId, span, Date.now());
}

/** Integer cents. */
export type ShownPrice = Pick<Price, "totalCents" | "downpaymentCents" | "remainingCents">;

/** The price of the choice: a hold keeps the terms that it was made under, and a price that staff agreed. */
export function priceWith(
  hold: HeldBooking | null,
  room: Room,
  choice: BookingChoice,
  engineer: boolean,
): ShownPrice {
  if (!hold?.priceAgreed) return quote(pricedAs(room, hold?.agreed), choice, engineer);
  const totalCents = toCents(hold.totalAmount) ?? 0;
  const downpaymentCents = toCents(hold.downpaymentAmount) ?? 0;
  return { totalCents, downpaymentCents, remainingCents: totalCents - downpaymentCents };
}

/** What the form says, as a change of the hold. */
export const holdChangeOf = ({
  roomId: _,
  terms: __,
  payment: ___,
  ...change
}: BookingSubmission): HoldChange => change;

const ENDED = ["HoldExpired", "BookingOver", "NotTheHolder"];

/** Whether a refusal says that there is no hold any more, so that the hours have to be booked again. */
export const hasHoldEnded = (error: unknown): boolean =>
  error instanceof RequestError && ENDED.includes(error.problem?.code ?? "");
