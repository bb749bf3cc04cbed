/** Checks the read table of what other programs are told: each such event of a booking, with its place among all events of the log. */
import type { Finding } from "./evidence/claims.ts";
import type { Evidence, LogEvent } from "./evidence/evidence.ts";
import { isoOf, textOf } from "./evidence/fields.ts";
import { compareTable, type Row } from "./evidence/tables.ts";

const TOLD_AS: Readonly<Record<string, readonly string[]>> = {
  "booking.created": ["BookingRequested"],
  "booking.confirmed": ["BookingConfirmed"],
  "booking.moved": ["BookingRescheduled", "BookingMoved", "HoldChanged"],
  "booking.cancelled": ["BookingCancelled", "BookingExpired", "HoldReleased"],
  "booking.paid": [
    "DownpaymentReceived",
    "BalanceReceived",
    "UnexpectedPaymentReceived",
    "DeskMoneyReceived",
    "PaymentMarked",
    "AccountPaymentChanged",
    "EarlierPaymentRecorded",
  ],
  "booking.refunded": ["RefundIssued", "RefundRecorded", "DeskMoneyReturned"],
  "booking.completed": ["BookingCompleted"],
};
const NAME_OF = new Map(
  Object.entries(TOLD_AS).flatMap(([name, types]) => types.map((type) => [type, name] as const)),
);
/** They name the status that they set, which may also be of a booking that is no longer paid. */
const SETS_STATUS = new Set(["PaymentMarked", "AccountPaymentChanged", "EarlierPaymentRecorded"]);
const PAID = new Set<string | null>(["paid", "downpaid"]);

/** A position begins with the log's epoch. */
const OF_ONE_EPOCH = 10 ** 12;

export const checkPublicEvents = (evidence: Evidence): Promise<Finding[]> =>
  compareTable(evidence, {
    table: "public_events",
    key: ["position"],
    expected: evidence.log.flatMap(rowOf),
  });

function rowOf(event: LogEvent, index: number): Row[] {
  const { stream, category, id, version, type, data, occurredAt, epoch } = event;
  const name = NAME_OF.get(type);
  if (category !== "booking" || name === undefined) return [];
  if (SETS_STATUS.has(type) && !PAID.has(textOf(data, "paymentStatus"))) return [];
  return [
    {
      position: epoch * OF_ONE_EPOCH + index + 1,
      type: name,
      stream,
      version,
      booking_id: id,
      occurred_at: isoOf(occurredAt),
    },
  ];
}
