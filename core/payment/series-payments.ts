/** Opens and confirms the one payment of a series' downpayments (decision 251). Integer cents. */
import { createHash } from "node:crypto";
import { amountDue } from "../booking/booking.ts";
import { type Changed, handleTogether } from "../booking/handle-together.ts";
import { type LoadedSeries, loadSeries } from "../booking/series/load-series.ts";
import type { Series } from "../booking/series/series.ts";
import { type Booking, unpaidIntentId } from "../booking/state/booking-state.ts";
import type { Core } from "../context.ts";
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { type Refused, refuse, refuseField } from "../log/rejection.ts";
import { readPerson } from "../person/personal-data.ts";
import type { PaymentGateway } from "./gateway.ts";
import { newCommand, type OpenIntent } from "./payments.ts";
import { recordSeriesPayment } from "./record-payment.ts";

/** A booking of the series whose downpayment is due. */
interface Due {
  id: number;
  booking: Booking;
  cents: number;
}

/** What is due of the series now: the downpayments that are not paid; or why nothing is. */
function dueOf(
  { bookings }: Pick<LoadedSeries, "bookings">,
  now: Date,
): { ok: true; due: Due[]; cents: number } | Refused {
  const asked = bookings.map(({ id, booking }) => ({
    id,
    booking,
    is: amountDue(booking, "downpayment", now),
  }));
  const due = asked.flatMap(({ id, booking, is }) => (is.ok ? [{ id, booking, cents: is.cents }] : []));
  const [first] = asked.flatMap(({ is }) => (is.ok ? [] : [is]));
  if (due.length === 0) return first ?? refuse("SeriesNotFound");
  return { ok: true, due, cents: due.reduce((sum, { cents }) => sum + cents, 0) };
}

/**
 * Opens the payment of all downpayments of the series that are unpaid, or answers the intent that is already open for exactly these. As for
 * one booking it requires the email of who booked, and an intent that turns out to be paid is recorded and answered `AlreadyPaid`.
 */
export async function openSeriesIntent(
  core: Core,
  gateway: PaymentGateway,
  request: { seriesId: number; customerEmail: string; amountCents: number | null | undefined },
  meta: EventMeta,
): Promise<Outcome<OpenIntent>> {
  const { seriesId } = request;
  const loaded = await loadSeries(core, seriesId);
  const [first] = loaded?.bookings ?? [];
  const person = first ? await readPerson(core.sql, first.booking.personId) : null;
  if (!loaded || person?.email?.toLowerCase() !== request.customerEmail.toLowerCase()) {
    return refuseField("NotTheCustomer", "customerEmail", "No series with this number has this email");
  }
  const due = dueOf(loaded, core.clock.now());
  if (!due.ok) return due;
  if (request.amountCents !== undefined && request.amountCents !== due.cents) {
    return refuseField("AmountMismatch", "amount", "The amount is not what is due of the series");
  }
  const holdUntil = earliestDeadline(due.due);
  const openIds = new Set(due.due.map(({ booking }) => unpaidIntentId(booking)).filter((id) => id !== null));
  for (const id of openIds) {
    const report = await gateway.retrieveIntent(id);
    if (report?.status === "succeeded") {
      const recorded = await recordSeriesPayment(core, seriesId, report, newCommand("open-intent", meta));
      if (recorded.ok) return refuse("AlreadyPaid");
      if (recorded.rejection.code !== "PaymentMismatch") return recorded;
    } else if (report?.status === "open" || report?.status === "processing") {
      const { clientSecret } = report;
      const isForThese =
        report.seriesId === seriesId &&
        report.amountCents === due.cents &&
        due.due.every(({ booking }) => unpaidIntentId(booking) === id);
      if (isForThese) {
        const opened = { amountCents: due.cents, paymentIntentId: id, clientSecret, holdUntil };
        return { ok: true, value: opened, position: null };
      }
      // Two open intents could both be paid.
      const canceled = await gateway.cancelIntent(id);
      if (canceled?.status === "succeeded") return refuse("ConcurrentChange");
    }
  }
  return openNextIntent(core, gateway, { seriesId, series: loaded.series, ...due, holdUntil }, meta);
}

async function openNextIntent(
  core: Core,
  gateway: PaymentGateway,
  asked: { seriesId: number; series: Series; due: readonly Due[]; cents: number; holdUntil: Date },
  meta: EventMeta,
): Promise<Outcome<OpenIntent>> {
  const { seriesId, due, cents: amountCents, holdUntil } = asked;
  const { reference } = asked.series;
  const opened = Math.max(...due.map(({ booking }) => Object.keys(booking.asked).length));
  // What it pays for is part of the key: an intent for other dates at the same price is another one.
  const dates = createHash("sha256")
    .update(due.map(({ id, cents }) => `${id}:${cents}`).join())
    .digest("hex")
    .slice(0, 16);
  const intent = await gateway.openIntent({
    seriesId,
    reference,
    purpose: "downpayment",
    amountCents,
    idempotencyKey: `${reference}/downpayment-${opened + 1}-${amountCents}-${dates}`,
  });
  const shares = new Map(due.map(({ id, cents }) => [id, cents]));
  const replaced = new Map(due.map(({ id, booking }) => [id, booking.paymentIntentId]));
  const outcome = await handleTogether(core, {
    ids: [...shares.keys()],
    kind: "open-intent",
    meta,
    commandOf: (id) => ({
      type: "OpenPaymentIntent",
      purpose: "downpayment",
      paymentIntentId: intent.id,
      amountCents: shares.get(id) ?? 0,
      replaces: replaced.get(id) ?? null,
      now: core.clock.now(),
    }),
  });
  if (!outcome.ok) return outcome;
  // Another call was faster with its own intent; the next call gets that one.
  if (outcome.value.some(({ after }) => after.paymentIntentId !== intent.id))
    return refuse("ConcurrentChange");
  const { id: paymentIntentId, clientSecret } = intent;
  return { ...outcome, value: { amountCents, paymentIntentId, clientSecret, holdUntil } };
}

const earliestDeadline = (due: readonly Due[]): Date =>
  new Date(Math.min(...due.map(({ booking }) => booking.holdUntil.getTime())));

/** A client says that it paid. The intent is fetched from the provider, and only the provider's answer is believed. */
export async function confirmSeriesPayment(
  core: Core,
  gateway: PaymentGateway,
  request: { seriesId: number; paymentIntentId: string },
  meta: EventMeta,
): Promise<Outcome<Changed[]>> {
  const { seriesId, paymentIntentId } = request;
  if (!(await loadSeries(core, seriesId))) return refuse("SeriesNotFound");
  const report = await gateway.retrieveIntent(paymentIntentId);
  if (!report) {
    const message = "The payment provider has no such payment intent";
    return refuseField("UnknownPaymentIntent", "paymentIntentId", message);
  }
  if (report.seriesId !== seriesId) {
    const message = "This payment intent belongs to something else";
    return refuseField("PaymentMismatch", "paymentIntentId", message);
  }
  return recordSeriesPayment(core, seriesId, report, newCommand("confirm-payment", meta));
}

/** Charges a card token at once (the payment test page): what is due of the series. */
export async function paySeriesWithToken(
  core: Core,
  gateway: PaymentGateway,
  request: { seriesId: number; token: string },
  meta: EventMeta,
): Promise<Outcome<Changed[]>> {
  const { seriesId, token } = request;
  const loaded = await loadSeries(core, seriesId);
  if (!loaded) return refuse("SeriesNotFound");
  const due = dueOf(loaded, core.clock.now());
  if (!due.ok) return due;
  const { reference } = loaded.series;
  const tries = due.due.map(({ booking }) => booking.failedAttempts.length);
  const report = await gateway.payWithToken({
    seriesId,
    reference,
    amountCents: due.cents,
    token,
    // The number of declines distinguishes a retry of one click from a second try after one.
    idempotencyKey: `${reference}/token-${due.cents}-${Math.max(...tries)}`,
  });
  if (!report) {
    const message = "The payment provider does not know this token";
    return refuseField("PaymentNotSucceeded", "stripeToken", message);
  }
  return recordSeriesPayment(core, seriesId, report, newCommand("pay-with-token", meta));
}
