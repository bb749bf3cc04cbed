/** The names of a booking's states on every screen, and the badges that show them (decision 152). */
import { formatMoney } from "../../../../core/booking/rules/money.ts";
import type { BookingStatus, PaymentStatus, VisitStage } from "../../../../core/booking/rules/statuses.ts";
import { Badge, type BadgeTone } from "../badge.tsx";

export const STATUS_LABELS: Record<BookingStatus, string> = {
  pending: "Pending",
  confirmed: "Confirmed",
  completed: "Completed",
  cancelled: "Cancelled",
};

export const PAYMENT_LABELS: Record<PaymentStatus, string> = {
  pending: "Payment Pending",
  downpaid: "Downpaid",
  paid: "Fully Paid",
  failed: "Payment Failed",
};

const STATUS_TONES: Record<BookingStatus, BadgeTone> = {
  pending: "yellow",
  confirmed: "green",
  completed: "blue",
  cancelled: "red",
};

const PAYMENT_TONES: Record<PaymentStatus, BadgeTone> = {
  pending: "yellow",
  downpaid: "blue",
  paid: "green",
  failed: "red",
};

export function StatusBadge({ status }: { status: BookingStatus }) {
  return <Badge tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</Badge>;
}

export const VISIT_LABELS: Record<VisitStage, string> = {
  late: "Comes later",
  arrived: "Arrived",
  left: "Left",
  "no-show": "No-show",
};

const VISIT_TONES: Record<VisitStage, BadgeTone> = {
  late: "yellow",
  arrived: "green",
  left: "blue",
  "no-show": "red",
};

/** The stage that the desk has marked; nothing before. */
export function VisitBadge({ visit }: { visit: VisitStage | null }) {
  return visit === null ? null : <Badge tone={VISIT_TONES[visit]}>{VISIT_LABELS[visit]}</Badge>;
}

/** The error of a booking that the product cannot read; nothing for any other booking. */
export function UnreadableBadge({ unreadable }: { unreadable: string | null }) {
  return unreadable === null ? null : (
    <Badge tone="red" className="max-w-full whitespace-normal!">
      {unreadable}
    </Badge>
  );
}

/** Which date of its series a booking is. */
export interface OfSeries {
  seriesNumber?: number | undefined;
  seriesSize?: number | undefined;
}

/** `"3 of 12"`: which date of its series a booking is; null for a booking of no series. */
export const seriesText = ({ seriesNumber, seriesSize }: OfSeries): string | null =>
  seriesNumber && seriesSize ? `${seriesNumber} of ${seriesSize}` : null;

/** The same beside a name, where every line counts. */
export function SeriesMark({ booking }: { booking: OfSeries }) {
  const text = seriesText(booking);
  return text === null ? null : (
    <span className="figures flex-none font-normal text-muted">
      <span aria-hidden="true">↻</span>
      <span className="sr-only">Series: </span> {text}
    </span>
  );
}

export function SeriesBadge({ booking }: { booking: OfSeries }) {
  return seriesText(booking) === null ? null : (
    <Badge tone="neutral">
      <SeriesMark booking={booking} />
    </Badge>
  );
}

interface Balance {
  dueAmount: string;
  toReturnAmount: string;
}

/** What the desk still has to take or return; empty if nothing. */
export const balanceTexts = ({ dueAmount, toReturnAmount }: Balance): string[] => [
  ...(Number(dueAmount) > 0 ? [`${formatMoney(dueAmount)} due`] : []),
  ...(Number(toReturnAmount) > 0 ? [`${formatMoney(toReturnAmount)} to return`] : []),
];

export const BalanceBadges = ({ booking }: { booking: Balance }) =>
  balanceTexts(booking).map((words) => (
    <Badge key={words} tone="neutral">
      {words}
    </Badge>
  ));

interface OnAccount {
  accountId?: number | undefined;
  /** Only staff read it; null once erased. */
  accountName?: string | null | undefined;
}

/** `"On account · Night Owls"`: the invoices of a billing account pay the booking; null for any other booking. */
export function accountText({ accountId, accountName }: OnAccount): string | null {
  if (accountId === undefined) return null;
  return accountName === undefined ? "On account" : `On account · ${accountName ?? "Name erased"}`;
}

interface PaidBooking extends OnAccount {
  status: BookingStatus;
  paymentStatus: PaymentStatus;
  totalAmount: string;
  refundedAmount: string;
  refundUnderWayAmount: string;
}

/** The state of a booking's money. For a cancelled booking "Downpaid" would be wrong once money is being refunded. */
export function PaymentBadge({ booking }: { booking: PaidBooking }) {
  const { status, paymentStatus, totalAmount, refundedAmount, refundUnderWayAmount } = booking;
  const account = accountText(booking);
  if (account !== null) {
    const isPaid = paymentStatus === "paid";
    return (
      <Badge tone={isPaid ? "green" : "neutral"} className="max-w-full">
        <span className="truncate">{isPaid ? account.replace(/^On/, "Paid on") : account}</span>
      </Badge>
    );
  }
  if (status === "cancelled" && Number(refundUnderWayAmount) > 0) {
    return <Badge tone="yellow">Refund of {formatMoney(refundUnderWayAmount)} on its way</Badge>;
  }
  if (status === "cancelled" && Number(refundedAmount) > 0) {
    return <Badge tone="blue">Refunded {formatMoney(refundedAmount)}</Badge>;
  }
  if (Number(totalAmount) === 0 && paymentStatus !== "paid")
    return <Badge tone="green">Nothing to pay</Badge>;
  return <Badge tone={PAYMENT_TONES[paymentStatus]}>{PAYMENT_LABELS[paymentStatus]}</Badge>;
}
