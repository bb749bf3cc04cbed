/** Checks what other programs are told: each event of a booking with its place among all events of the log, in the read table and in answers by a cursor. */
import type { Call } from "../history.ts";
import type { Finding } from "./evidence/claims.ts";
import type { Evidence, LogEvent } from "./evidence/evidence.ts";
import { type Fields, fieldsOf, isoOf, listOf, textOf } from "./evidence/fields.ts";
import { compareTable } from "./evidence/tables.ts";

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

/** An event as other programs are told of it: a row of the read table. */
type Told = Readonly<{
  position: number;
  type: string;
  stream: string;
  version: number;
  booking_id: number;
  occurred_at: string;
}>;

export async function checkPublicEvents(evidence: Evidence): Promise<Finding[]> {
  const told = evidence.log.flatMap(rowOf);
  return [
    ...(await compareTable(evidence, { table: "public_events", key: ["position"], expected: told })),
    ...evidence.calls.flatMap((call) => readByCursor(call, told)),
  ];
}

function rowOf(event: LogEvent, index: number): Told[] {
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

/** An answer has the next events after its cursor, with no gap: one that is appended later never comes before one that was told. */
function readByCursor({ operation, path, status, answer, requestId }: Call, all: readonly Told[]): Finding[] {
  if (operation !== "GET /api/events" || status !== 200) return [];
  const after = Number(/[?&]after=(\d+)/.exec(path)?.[1] ?? 0);
  const answered = listOf(fieldsOf(answer).events).map((event) => nameOf(fieldsOf(event)));
  const expected = all
    .filter(({ position }) => position > after)
    .slice(0, answered.length)
    .map(({ type, stream, version, position }) => [type, stream, version, position].join(" "));
  const wrong = answered.findIndex((event, i) => event !== expected[i]);
  if (wrong < 0) return [];
  const words = `after ${after} it was told ${answered[wrong]}, by the log ${expected[wrong] ?? "nothing"}`;
  return [{ claim: "reads.cursor", subject: `${operation} ${requestId}`, words }];
}

function nameOf({ type, data }: Fields): string {
  const { stream, version, position } = fieldsOf(data);
  return [type, stream, version, position].join(" ");
}
