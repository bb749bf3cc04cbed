/** Records what the provider reports of an intent: once, however it is reported, for one booking or for each of a series. */
import type { BookingChange } from "../booking/booking.ts";
import { amountDue } from "../booking/booking.ts";
import { clearHours, handleBooking, loadBooking } from "../booking/handle.ts";
import { type Changed, handleTogether } from "../booking/handle-together.ts";
import { downpaymentDueCents } from "../booking/payment/downpayment.ts";
import { seriesStream } from "../booking/series/series.ts";
import { isFullyRefunded } from "../booking/state/booking-money.ts";
import { type Booking, occupies } from "../booking/state/booking-state.ts";
import { bookingStream } from "../booking/state/booking-stream.ts";
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { loadStreams } from "../log/load-streams.ts";
import { refuse } from "../log/rejection.ts";
import { load } from "../log/transact.ts";
import { currencyCode } from "../venue/currency.ts";
import type { IntentReport } from "./gateway.ts";

export interface CommandContext {
  /** Makes the command happen once; a webhook brings its event's id, so that it is recorded once. */
  commandId: string;
  meta: EventMeta;
}

/**
 * Records what the provider reports of a booking's own intent: money received (once, however it is reported), or a decline. Money
 * for an expired hold confirms the booking if its hours can still be claimed and the visit is not over. Otherwise it is refunded and
 * answered `PaymentRefunded`, as is a balance that is no longer due. Another amount than was due is recorded, refunded too, and answered
 * `PaymentMismatch`. An intent of a series is recorded for all of its bookings, and this one's state is answered.
 */
export async function recordPayment(
  core: Core,
  bookingId: number,
  report: IntentReport,
  context: CommandContext,
): Promise<Outcome<Booking>> {
  if (report.seriesId !== null) {
    const outcome = await recordSeriesPayment(core, report.seriesId, report, context);
    if (!outcome.ok) return outcome;
    const own = outcome.value.find(({ id }) => id === bookingId);
    return own ? { ...outcome, value: own.after } : refuse("PaymentMismatch");
  }
  if (report.currency !== currencyCode()) return refuse("PaymentMismatch");
  if (report.status === "succeeded") return receive(core, bookingId, report, context);
  if (report.status === "canceled") {
    const { state } = await loadBooking(core, bookingId);
    const due = state.exists ? amountDue(state, report.purpose, core.clock.now()) : refuse("BookingNotFound");
    return due.ok ? refuse("PaymentNotSucceeded") : due;
  }
  if (!report.failure) return refuse("PaymentNotSucceeded");
  const { attemptId, declineCode, message } = report.failure;
  const command = { type: "FailPayment", paymentIntentId: report.id, attemptId, declineCode } as const;
  const outcome = await handleBooking(core, bookingId, command, context);
  return outcome.ok ? refuse("PaymentNotSucceeded", { detail: message }) : outcome;
}

async function receive(
  core: Core,
  bookingId: number,
  report: IntentReport,
  context: CommandContext,
): Promise<Outcome<Booking>> {
  const { id: paymentIntentId, purpose, chargeId, amountCents } = report;
  const payment = { paymentIntentId, chargeId, amountCents, now: core.clock.now() };
  const record = (command: BookingChange) => handleBooking(core, bookingId, command, context);
  let outcome = await record(
    purpose === "balance"
      ? { type: "ReceiveBalance", ...payment }
      : { type: "ReceiveDownpayment", ...payment, hoursAvailable: true },
  );
  if (!outcome.ok && outcome.rejection.code === "SlotTaken") {
    outcome = await record({ type: "ReceiveDownpayment", ...payment, hoursAvailable: false });
  }
  if (!outcome.ok) return outcome;
  if (outcome.value.mistaken.includes(report.id)) return refuse("PaymentMismatch");
  if (!isFullyRefunded(outcome.value, report.id)) return outcome;
  const detail =
    "The balance of this booking was no longer due. The full amount is being refunded to your card";
  return refuse("PaymentRefunded", purpose === "balance" ? { detail } : {});
}

/** What each booking of a series has of an intent, in cents: what it was asked for, or what is due if the intent is not in the log. */
function intentShares(
  bookings: readonly { id: number; booking: Booking }[],
  { id, amountCents }: Pick<IntentReport, "id" | "amountCents">,
): Map<number, number> {
  const asked = bookings.flatMap(({ id: bookingId, booking }): [number, number][] => {
    const cents = booking.asked[id] ?? booking.captured[id];
    return cents === undefined ? [] : [[bookingId, cents]];
  });
  const due = (): [number, number][] =>
    bookings.flatMap(({ id: bookingId, booking }) => {
      const cents = occupies(booking) || booking.expired ? downpaymentDueCents(booking) : 0;
      return cents > 0 ? [[bookingId, cents]] : [];
    });
  const shares = new Map(asked.length > 0 ? asked : due());
  const sum = [...shares.values()].reduce((all, cents) => all + cents, 0);
  const [first] = shares.size > 0 ? shares.keys() : bookings.map(({ id: bookingId }) => bookingId);
  // Another amount than was asked pays for nothing: one booking records it, and it is refunded.
  return sum === amountCents || first === undefined ? shares : new Map([[first, amountCents]]);
}

/**
 * The same for an intent that pays for several bookings: each is paid by its own share, in one append. After the deadline those are paid
 * whose hours can still be claimed; the shares of the others are refunded. `PaymentRefunded` if nothing was left to pay for.
 */
export async function recordSeriesPayment(
  core: Core,
  seriesId: number,
  report: IntentReport,
  context: CommandContext,
): Promise<Outcome<Changed[]>> {
  if (report.currency !== currencyCode()) return refuse("PaymentMismatch");
  const { state: series } = await load(core.sql, seriesStream, seriesId);
  if (!series.exists || series.reference !== report.reference) return refuse("PaymentMismatch");
  const ids = series.dates.map(({ bookingId }) => bookingId);
  const loaded = await loadStreams(core.sql, bookingStream, ids);
  const bookings = loaded.flatMap(({ id, state }) => (state.exists ? [{ id, booking: state }] : []));
  const { id: paymentIntentId, chargeId, failure } = report;
  const shares = intentShares(bookings, report);
  /** Bookings whose hours others have meanwhile. */
  const lost = new Set<number>();
  const record = (commandOf: (id: number, cents: number) => BookingChange) =>
    handleTogether(core, {
      ids: bookings.map(({ id }) => id),
      kind: "series-payment",
      ...context,
      commandOf: (id) => {
        const cents = shares.get(id);
        return cents === undefined ? null : commandOf(id, cents);
      },
      async onClash(changed) {
        for (const { id, after } of changed) if (!(await clearHours(core, id, after))) lost.add(id);
        return "retry";
      },
    });

  if (report.status === "succeeded") {
    const now = core.clock.now();
    const outcome = await record((id, amountCents) => {
      const payment = { paymentIntentId, chargeId, amountCents, now };
      return { type: "ReceiveDownpayment", ...payment, hoursAvailable: !lost.has(id) };
    });
    if (!outcome.ok) return outcome;
    const paid = outcome.value.filter(({ id }) => shares.has(id));
    if (paid.some(({ after }) => after.mistaken.includes(paymentIntentId))) return refuse("PaymentMismatch");
    const isForNothing = paid.every(({ after }) => isFullyRefunded(after, paymentIntentId));
    return isForNothing ? refuse("PaymentRefunded") : outcome;
  }
  if (report.status === "canceled") {
    const refused = bookings.map(({ booking }) => amountDue(booking, "downpayment", core.clock.now()));
    const [reason] = refused.filter((due) => !due.ok);
    return refused.some(({ ok }) => ok) || !reason ? refuse("PaymentNotSucceeded") : reason;
  }
  if (!failure) return refuse("PaymentNotSucceeded");
  const { attemptId, declineCode, message } = failure;
  const outcome = await record(() => ({ type: "FailPayment", paymentIntentId, attemptId, declineCode }));
  return outcome.ok ? refuse("PaymentNotSucceeded", { detail: message }) : outcome;
}
