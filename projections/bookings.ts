/** Owns the `bookings` read table: each booking as it stands now, for staff, customers and jobs. Of people it has only what finds them. */
import type { BookingEvent } from "../core/booking/booking-events.ts";
import { type RecordedEvent, readStream } from "../core/log/read.ts";
import type { Sql, TransactionSql } from "../core/platform/database.ts";
import { foldBatch } from "./fold.ts";
import { bookingIdOf, type ProjectedRow, type Projection, type ReadModel } from "./projection.ts";

/** A booking as it stands; amounts in cents, instants as ISO 8601 UTC text. */
export interface BookingRow extends ProjectedRow {
  booking_id: number;
  room_id: number;
  person_id: string;
  user_id: number | null;
  starts_at: string;
  ends_at: string;
  /** As it was first booked, however often it has been moved since. */
  first_starts_at: string;
  duration: string;
  hour_count: number;
  event_type: string;
  attendees: number | null;
  engineer_required: boolean;
  total_cents: number;
  downpayment_cents: number;
  received_cents: number;
  refunded_cents: number;
  status: "pending" | "confirmed" | "completed" | "cancelled";
  expired: boolean;
  payment_status: "pending" | "downpaid" | "paid" | "failed";
  payment_intent_id: string | null;
  charge_id: string | null;
  /** While cancelled: by whom; null when the hold ran out. */
  cancelled_by: "venue" | "customer" | null;
  /** While cancelled: the row of personal data with staff's words on why. */
  reason_id: string | null;
  /** Name and email in lower case, to be searched; goes with the person (migration 0006). */
  search_text: string;
  /** Refunds that the provider refused or sent back, until they are retried. */
  failed_refunds: string[];
  hold_until: string;
  created_at: string;
  updated_at: string;
}

/** What is over once a booking stands again. */
const standing = { expired: false, cancelled_by: null, reason_id: null } as const;

type Requested = Extract<BookingEvent, { type: "BookingRequested" }>["data"];

function requestedRow(recorded: RecordedEvent, data: Requested, searchText: string): BookingRow {
  const at = recorded.occurredAt.toISOString();
  return {
    booking_id: bookingIdOf(recorded) ?? 0,
    version: recorded.version,
    room_id: data.roomId,
    person_id: data.personId,
    user_id: data.userId,
    starts_at: data.startsAt,
    ends_at: data.endsAt,
    first_starts_at: data.startsAt,
    duration: data.duration,
    hour_count: data.hourCount,
    event_type: data.eventType,
    attendees: data.attendees,
    engineer_required: data.engineerRequired,
    total_cents: data.totalCents,
    downpayment_cents: data.downpaymentCents,
    received_cents: 0,
    refunded_cents: 0,
    status: "pending",
    expired: false,
    payment_status: "pending",
    payment_intent_id: null,
    charge_id: null,
    cancelled_by: null,
    reason_id: null,
    search_text: searchText,
    failed_refunds: [],
    hold_until: data.holdUntil,
    created_at: at,
    updated_at: at,
  };
}

const failedRefundsBut = (
  refundId: string,
  { failed_refunds = [] }: Partial<Pick<BookingRow, "failed_refunds">>,
): string[] => failed_refunds.filter((id) => id !== refundId);

/** What an event changes in a row that stands; `row` needs only what is counted on from. */
export function bookingChanges(
  row: Pick<BookingRow, "payment_status" | "received_cents" | "refunded_cents"> &
    Partial<Pick<BookingRow, "failed_refunds">>,
  event: Exclude<BookingEvent, { type: "BookingRequested" }>,
): Partial<BookingRow> {
  switch (event.type) {
    case "PaymentIntentOpened":
      return { payment_intent_id: event.data.paymentIntentId };
    case "DownpaymentReceived":
      return {
        payment_status: row.payment_status === "paid" ? "paid" : "downpaid",
        received_cents: row.received_cents + event.data.amountCents,
        charge_id: event.data.chargeId,
      };
    case "UnexpectedPaymentReceived":
      return { received_cents: row.received_cents + event.data.amountCents };
    case "RefundRecorded":
      return { refunded_cents: row.refunded_cents + event.data.amountCents };
    case "DisputeOpened":
    case "DisputeClosed":
      return {};
    case "PaymentFailed":
      return { payment_status: "failed" };
    case "PaymentMarked":
      return {
        payment_status: event.data.paymentStatus,
        received_cents: row.received_cents + event.data.amountCents,
      };
    case "BookingConfirmed":
      return { status: "confirmed", ...standing };
    case "BookingCompleted":
      return { status: "completed", ...standing };
    case "BookingExpired":
      return { status: "cancelled", ...standing, expired: true };
    case "BookingCancelled":
      return {
        status: "cancelled",
        expired: false,
        cancelled_by: event.data.cancelledBy,
        reason_id: event.data.reasonId ?? null,
      };
    case "BookingRescheduled":
      return { starts_at: event.data.startsAt, ends_at: event.data.endsAt };
    case "RefundRequested":
      return {};
    case "RefundIssued":
      return {
        refunded_cents: row.refunded_cents + event.data.amountCents,
        failed_refunds: failedRefundsBut(event.data.refundId, row),
      };
    case "RefundFailed":
      return {
        refunded_cents: row.refunded_cents - event.data.reversedCents,
        failed_refunds: [...failedRefundsBut(event.data.refundId, row), event.data.refundId],
      };
    case "RefundRetried":
      return { failed_refunds: failedRefundsBut(event.data.refundId, row) };
    default:
      return event satisfies never;
  }
}

const bookingRows = (searchTextOf: (personId: string) => string): Projection<BookingRow> => ({
  name: "bookings",
  keyColumn: "booking_id",
  setOnce: ["search_text"],
  keyOf: bookingIdOf,
  evolve(row, recorded) {
    const event = recorded as Pick<RecordedEvent, "type" | "data"> as BookingEvent; // keyOf lets booking streams pass only
    if (event.type === "BookingRequested") {
      return requestedRow(recorded, event.data, searchTextOf(event.data.personId));
    }
    if (!row) return null;
    const stamp = { version: recorded.version, updated_at: recorded.occurredAt.toISOString() };
    return { ...row, ...bookingChanges(row, event), ...stamp };
  },
});

export const bookings: ReadModel = {
  name: "bookings",
  tables: ["bookings"],
  async fold(tx, events, tableOf) {
    const texts = await searchTextsOf(tx, events);
    const rows = bookingRows((personId) => texts.get(personId) ?? "");
    await foldBatch(tx, rows, tableOf("bookings"), events);
  },
};

/** What the persons of new bookings are searched by; those who have been erased are not in it. */
async function searchTextsOf(
  tx: TransactionSql,
  events: readonly RecordedEvent[],
): Promise<Map<string, string>> {
  const personIds = events
    .filter(({ type }) => type === "BookingRequested")
    .map(({ data }) => (data as Requested).personId); // by its type
  if (personIds.length === 0) return new Map();
  const persons = await tx<{ id: string; text: string }[]>`
    select id, search_text(p) as text from personal_data p where id = any(${personIds}::uuid[])`;
  return new Map(persons.map(({ id, text }) => [id, text]));
}

/** A booking as its own events tell it, for an answer that cannot wait for the view; null when there is none. */
export async function readBookingFromLog(sql: Sql, id: number): Promise<BookingRow | null> {
  const events = await readStream(sql, `booking-${id}`);
  const rows = bookingRows(() => "");
  return events.reduce<BookingRow | null>((row, event) => rows.evolve(row, event), null);
}

/**
 * Bookings with an open payment intent that has brought nothing, made after `since`: those reconciliation asks the
 * provider about. Expired ones are among them, for late money must be found too.
 */
export async function bookingsWithOpenIntent(sql: Sql, since: Date): Promise<number[]> {
  const rows = await sql<{ booking_id: number }[]>`
    select booking_id from bookings
    where payment_intent_id is not null and received_cents = 0 and created_at > ${since}
    order by created_at`;
  return rows.map((row) => row.booking_id);
}
