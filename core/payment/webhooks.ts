/** Decides what the provider's webhooks mean for bookings and records it: in any order, any number of times, with one effect. */

import type { BookingChange } from "../booking/booking.ts";
import { handleBooking, loadBooking } from "../booking/handle.ts";
import { handleTogether } from "../booking/handle-together.ts";
import type { Booking } from "../booking/state/booking-state.ts";
import { bookingStream } from "../booking/state/booking-stream.ts";
import type { Core } from "../context.ts";
import { loadStreams } from "../log/load-streams.ts";
import {
  BATCH_RETRIES,
  type DisputeReport,
  type IntentReport,
  type PaymentGateway,
  type RefundReference,
  type RefundReport,
  type WebhookReport,
} from "./gateway.ts";
import { recordInvoicePayment } from "./invoice-payments.ts";
import { recordInvoiceFollowUp, recordInvoiceRefund } from "./invoice-refunds.ts";
import { isIntentOf } from "./payments.ts";
import { type CommandContext, recordPayment, recordSeriesPayment } from "./record-payment.ts";
import { type FollowUp, followUpsOf, seriesPaidBy } from "./series-follow-ups.ts";

/**
 * `unrelated`: the news names no booking, series or invoice; it is of another business with the same account, for example.
 * `another-booking`: it names one that this venue does not have (any more): that one was lost, and its number may have been given again.
 * Nothing is recorded for either.
 */
export type WebhookOutcome = "recorded" | "unrelated" | "another-booking";

/**
 * Records what a verified webhook says; it is believed as much as an answer of the provider. Throws `GatewayUnavailable` if the provider
 * must be asked whose news it is, and does not answer.
 */
export async function recordWebhook(
  core: Core,
  gateway: PaymentGateway,
  webhook: WebhookReport,
): Promise<WebhookOutcome> {
  const context: CommandContext = {
    commandId: `stripe:${webhook.eventId}`,
    meta: { actor: { kind: "provider" }, requestId: webhook.eventId },
  };
  switch (webhook.kind) {
    case "intent":
      return recordIntent(core, webhook.intent, context);
    case "refund": {
      const { refund } = webhook;
      if (refund.name && "invoice" in refund.name) {
        return recordInvoiceRefund(core, refund, refund.name, context);
      }
      return refund.name
        ? recordOwnRefund(core, refund, refund.name, context)
        : recordFollowUp(core, gateway, refund.paymentIntentId, outsideRefund(refund), context);
    }
    case "dispute": {
      const { dispute } = webhook;
      return recordFollowUp(core, gateway, dispute.paymentIntentId, disputeCommand(dispute), context);
    }
    default:
      return webhook satisfies never;
  }
}

/** The booking that the intent is for; null if none of ours is. */
async function bookingOf(core: Core, report: IntentReport): Promise<{ id: number; booking: Booking } | null> {
  if (report.bookingId === null) return null;
  const { id, state } = await loadBooking(core, report.bookingId);
  return state.exists && isIntentOf(report, id, state) ? { id, booking: state } : null;
}

async function recordIntent(
  core: Core,
  report: IntentReport,
  context: CommandContext,
): Promise<WebhookOutcome> {
  if (report.seriesId !== null) {
    if (!(await seriesPaidBy(core, report))) return "another-booking";
    await recordSeriesPayment(core, report.seriesId, report, context);
    return "recorded";
  }
  if (report.invoice !== null) {
    return (await recordInvoicePayment(core, report.invoice, report, context)) === null
      ? "another-booking"
      : "recorded";
  }
  if (report.bookingId === null) return "unrelated";
  const found = await bookingOf(core, report);
  if (!found) return "another-booking";
  await recordPayment(core, found.id, report, context);
  return "recorded";
}

type BookingRefundName = Extract<RefundReference, { bookingId: number }>;

async function recordOwnRefund(
  core: Core,
  report: RefundReport,
  name: BookingRefundName,
  context: CommandContext,
): Promise<WebhookOutcome> {
  const { state } = await loadBooking(core, name.bookingId);
  if (!state.exists || !isRefundOf(report, name, state)) return "another-booking";
  const { refundId } = name;
  const { stripeRefundId, failureCode: reasonCode } = report;
  const command: BookingChange =
    report.status === "failed"
      ? { type: "RecordRefundFailure", refundId, stripeRefundId, reasonCode }
      : { type: "RecordRefund", refundId, stripeRefundId };
  await handleBooking(core, name.bookingId, command, context);
  return "recorded";
}

/** Refunds that older code requested name no reference; then the money must be the booking's. */
const isRefundOf = (
  { paymentIntentId }: RefundReport,
  { reference }: BookingRefundName,
  booking: Booking,
): boolean =>
  reference === null
    ? booking.captured[paymentIntentId ?? ""] !== undefined
    : reference === booking.reference;

const outsideRefund =
  (refund: RefundReport): FollowUp =>
  (paymentIntentId, amountCents = refund.amountCents) => ({
    type: "RecordOutsideRefund",
    stripeRefundId: refund.stripeRefundId,
    paymentIntentId,
    amountCents,
    failed: refund.status === "failed",
    reasonCode: refund.failureCode,
  });

const disputeCommand =
  (dispute: DisputeReport): FollowUp =>
  (paymentIntentId, amountCents = dispute.amountCents) => ({
    type: "RecordDispute",
    ...dispute,
    paymentIntentId,
    amountCents,
  });

/** News that names only the payment: the provider is asked which booking that was for. The payment is recorded before what became of it. */
async function recordFollowUp(
  core: Core,
  gateway: PaymentGateway,
  paymentIntentId: string | null,
  commandOf: FollowUp,
  context: CommandContext,
): Promise<WebhookOutcome> {
  // The provider waits for our answer meanwhile, and sends the webhook again if it gets none.
  const report =
    paymentIntentId === null ? null : await gateway.retrieveIntent(paymentIntentId, BATCH_RETRIES);
  if (report === null) return "unrelated";
  if (report.seriesId !== null)
    return recordSeriesFollowUp(core, report.seriesId, report, commandOf, context);
  if (report.invoice !== null) {
    return recordInvoiceFollowUp(core, report.invoice, report, commandOf(report.id), context);
  }
  if (report.bookingId === null) return "unrelated";
  const found = await bookingOf(core, report);
  if (!found) return "another-booking";
  if (report.status === "succeeded" && found.booking.captured[report.id] === undefined) {
    const payment = { ...context, commandId: `${context.commandId}:payment` };
    await recordPayment(core, found.id, report, payment);
  }
  await handleBooking(core, found.id, commandOf(report.id), context);
  return "recorded";
}

/** The same for a payment of a series: each booking gets its part. */
async function recordSeriesFollowUp(
  core: Core,
  seriesId: number,
  report: IntentReport,
  commandOf: FollowUp,
  context: CommandContext,
): Promise<WebhookOutcome> {
  const ids = await seriesPaidBy(core, report);
  if (!ids) return "another-booking";
  if (report.status === "succeeded") {
    await recordSeriesPayment(core, seriesId, report, {
      ...context,
      commandId: `${context.commandId}:payment`,
    });
  }
  const followUps = followUpsOf(await loadStreams(core.sql, bookingStream, ids), report.id, commandOf);
  await handleTogether(core, {
    ids: [...followUps.keys()],
    kind: "series-follow-up",
    ...context,
    commandOf: (id) => followUps.get(id) ?? null,
  });
  return "recorded";
}
