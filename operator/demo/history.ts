/** Makes the sample history: every event by its real command, decided at the instant that the plan gives. */
import { randomUUID } from "node:crypto";
import { samplePayment, sampleRefund } from "../../core/adapters/simulated-stripe/sample-payments.ts";
import type { BookingChange } from "../../core/booking/booking.ts";
import { handleBooking } from "../../core/booking/handle.ts";
import { requestBooking } from "../../core/booking/request-booking.ts";
import { priceOf, visitBegin } from "../../core/booking/rules/pricing.ts";
import type { Booking } from "../../core/booking/state/booking-state.ts";
import type { Core } from "../../core/context.ts";
import { receiveInquiry } from "../../core/inquiry/handle.ts";
import type { Actor, EventMeta } from "../../core/log/append-request.ts";
import { HOUR_MS, venueDayOf } from "../../core/venue/time/venue-time.ts";
import { after, type Planned, type PlannedBooking, type PlannedInquiry } from "./plan.ts";

export interface DemoContext {
  core: Core;
  /** Staff accounts that make the decisions of staff. */
  staff: readonly Extract<Actor, { kind: "staff" }>[];
}

export const metaOf = (actor: Actor): EventMeta => ({ actor, requestId: `demo:${randomUUID()}`, demo: true });

/** The core at another instant, at which its commands are decided. */
export const at = (core: Core, instant: Date): Core => ({ ...core, clock: { now: () => instant } });

/** One booking or message, from its first event to its last; false if it could not be made, for example because its hours are taken. */
export async function makeSample(context: DemoContext, planned: Planned): Promise<boolean> {
  return planned.kind === "inquiry"
    ? inquire(context, planned)
    : (await bookSample(context, planned)) !== null;
}

async function inquire(
  { core }: DemoContext,
  { kind: _, at: instant, person, ...inquiry }: PlannedInquiry,
): Promise<boolean> {
  const outcome = await receiveInquiry(
    at(core, instant),
    { ...person, ...inquiry },
    metaOf({ kind: "visitor" }),
  );
  return outcome.ok;
}

/** The number of the booking; null if it could not be made. */
export async function bookSample(context: DemoContext, planned: PlannedBooking): Promise<number | null> {
  const { core } = context;
  const room = core.rooms.byId(planned.roomId);
  if (!room) return null;
  const { startsAt, hours, duration, engineerRequired, attendees, eventType } = planned;
  const outcome = await requestBooking(
    at(core, planned.at),
    {
      roomId: room.id,
      userId: null,
      heldBy: "mailbox",
      caller: null,
      workDone: true,
      startDate: venueDayOf(startsAt, core.timeZone),
      startsAt,
      endsAt: new Date(startsAt.getTime() + hours * HOUR_MS),
      duration,
      hourCount: hours,
      attendees,
      engineerRequired,
      eventType,
      quoted: priceOf(
        room.rates,
        { duration, hourCount: hours, engineerRequired, begin: visitBegin(startsAt, core.timeZone) },
        core.settings.now(),
      ),
      person: { ...planned.person, specialRequirements: planned.wish },
      idempotencyKey: null,
      bodyHash: "",
    },
    metaOf({ kind: "visitor" }),
  );
  if (!outcome.ok) return null;
  const { id, booking } = outcome.value;
  if (planned.declinedFirst) await decline(context, id, planned.at);
  if (planned.end.kind === "held") return id;
  if (planned.end.kind === "expires") {
    const instant = after(booking.holdUntil, 1);
    await carryOut(context, id, { type: "ExpireBooking", now: instant }, instant, { kind: "system" });
    return id;
  }
  await pay(context, id, booking, after(planned.at, 6));
  await end(context, id, booking, planned);
  return id;
}

export async function carryOut(
  { core }: DemoContext,
  id: number,
  command: BookingChange,
  instant: Date,
  actor: Actor,
) {
  const context = { commandId: `demo:${randomUUID()}`, meta: metaOf(actor) };
  const outcome = await handleBooking(at(core, instant), id, command, context);
  return outcome.ok ? outcome.value : null;
}

function decline(context: DemoContext, id: number, madeAt: Date) {
  const attemptId = `demo-decline-${id}`;
  const paymentIntentId = `demo-${id}`;
  const command: BookingChange = {
    type: "FailPayment",
    paymentIntentId,
    attemptId,
    declineCode: "card_declined",
  };
  return carryOut(context, id, command, after(madeAt, 3), { kind: "provider" });
}

export async function pay(context: DemoContext, id: number, booking: Booking, instant: Date): Promise<void> {
  const amountCents = booking.downpaymentCents;
  const { reference } = booking;
  const sample = { bookingId: id, reference, amountCents, at: instant };
  const payment = await samplePayment(context.core.sql, sample);
  const { paymentIntentId } = payment;
  const opened = after(instant, -2);
  const open: BookingChange = {
    type: "OpenPaymentIntent",
    purpose: "downpayment",
    amountCents,
    paymentIntentId,
    replaces: null,
    now: opened,
  };
  await carryOut(context, id, open, opened, { kind: "visitor" });
  const received = { ...payment, amountCents, hoursAvailable: true, now: instant };
  const receive: BookingChange = { type: "ReceiveDownpayment", ...received };
  await carryOut(context, id, receive, instant, { kind: "provider" });
}

async function end(
  context: DemoContext,
  id: number,
  booking: Booking,
  planned: PlannedBooking,
): Promise<void> {
  const { end: fate, startsAt } = planned;
  if (fate.kind === "cancelled") await cancel(context, id, fate);
  if (fate.kind === "completed") await complete(context, id, { startsAt, at: fate.at });
  // A few customers pay the balance before their visit.
  if (fate.kind === "stays" && id % 9 === 0 && booking.totalCents > 0) {
    await carryOut(
      context,
      id,
      { type: "MarkPayment", paymentStatus: "paid" },
      after(planned.at, 20),
      colleagueFor(context, id),
    );
  }
}

const colleagueFor = ({ staff }: DemoContext, id: number): Actor =>
  staff[id % Math.max(1, staff.length)] ?? { kind: "system" };

export async function cancel(
  context: DemoContext,
  id: number,
  { cancelledBy, at: instant }: { cancelledBy: "venue" | "customer"; at: Date },
): Promise<void> {
  const command: BookingChange = { type: "CancelBooking", cancelledBy, now: instant };
  const cancelled = await carryOut(context, id, command, instant, colleagueFor(context, id));
  if (cancelled) await refund(context, id, cancelled, after(instant, 1));
}

/** The balance is paid at the visit, which is over at that instant. */
export async function complete(
  context: DemoContext,
  id: number,
  { startsAt, at: instant }: { startsAt: Date; at: Date },
): Promise<void> {
  const colleague = colleagueFor(context, id);
  const mark: BookingChange = { type: "MarkPayment", paymentStatus: "paid" };
  await carryOut(context, id, mark, after(startsAt, 5), colleague);
  await carryOut(context, id, { type: "CompleteBooking" }, instant, colleague);
}

/** What the job would do, at the instant at which it would run. */
async function refund(context: DemoContext, id: number, booking: Booking, instant: Date): Promise<void> {
  for (const [refundId, { paymentIntentId, amountCents, issued }] of Object.entries(booking.refunds)) {
    if (issued || !paymentIntentId) continue;
    const name = { bookingId: id, reference: booking.reference, refundId };
    const refunded = { paymentIntentId, name, amountCents, at: instant };
    const stripeRefundId = await sampleRefund(context.core.sql, refunded);
    const command: BookingChange = { type: "RecordRefund", refundId, stripeRefundId };
    await carryOut(context, id, command, instant, { kind: "system" });
  }
}
