/** The jobs' work on a booking's money at the provider: ask about an intent, cancel it, send a refund. Each can be repeated at will. */
import { randomUUID } from "node:crypto";
import { amountDue } from "../booking/booking.ts";
import { handleBooking, loadBooking } from "../booking/handle.ts";
import type { RefundCommand } from "../booking/payment/refunds.ts";
import { unpaidIntentId } from "../booking/state/booking-state.ts";
import type { Core } from "../context.ts";
import {
  GatewayUnavailable,
  NEWS_RETENTION_MS,
  type PaymentGateway,
  RefundRefused,
  type RetryPolicy,
} from "./gateway.ts";
import { type CommandContext, recordPayment } from "./record-payment.ts";
import { recordWebhook } from "./webhooks.ts";

const systemCommand = (kind: string, bookingId: number): CommandContext => ({
  commandId: `${kind}:${randomUUID()}`,
  meta: { actor: { kind: "system" }, requestId: `${kind}:booking-${bookingId}` },
});

/**
 * Asks the provider about a booking's open intent, so that a lost webhook loses no payment. Throws `GatewayUnavailable` if there is no
 * answer within `policy` (the gateway's own if none is given).
 */
export async function reconcilePayment(
  core: Core,
  gateway: PaymentGateway,
  bookingId: number,
  policy?: RetryPolicy,
): Promise<void> {
  const { state } = await loadBooking(core, bookingId);
  const intentId = state.exists ? unpaidIntentId(state) : null;
  if (intentId === null) return;
  const report = await gateway.retrieveIntent(intentId, policy);
  if (report) await recordPayment(core, bookingId, report, systemCommand("reconcile", bookingId));
}

/** The provider may list news a little after it happened. */
const NEWS_OVERLAP_MS = 10 * 60_000;
/** The most that one call asks for; a longer absence is caught up day by day. */
const NEWS_SPAN_MS = 24 * 3_600_000;

/**
 * Asks the provider for its news of refunds and disputes since the last time, so that none is lost with its webhook (a refund that the bank
 * sent back, for example). Each is recorded once, as its webhook would be. Continues from where it stopped, until `isTime` answers false.
 * `onTrouble` is called for news that could not be recorded. Throws `GatewayUnavailable`; then the next call asks for the same news again.
 */
export async function reconcileNews(
  core: Core,
  gateway: PaymentGateway,
  { isTime, onTrouble }: { isTime: () => boolean; onTrouble: (error: unknown, eventId: string) => void },
): Promise<void> {
  const now = core.clock.now();
  const [row] = await core.sql<{ readUntil: Date | null }[]>`
    select read_until as "readUntil" from provider_news`;
  // All processes use the database's clock, so their times differ by seconds. If `read_until` is further ahead, the database's clock itself
  // was ahead and has been corrected since. How much was really read by it is unknown.
  const ahead = new Date(now.getTime() + NEWS_OVERLAP_MS);
  const readUntil = row?.readUntil && row.readUntil <= ahead ? row.readUntil.getTime() : 0;
  let from = new Date(Math.max(now.getTime() - NEWS_RETENTION_MS, readUntil));
  while (from < now && isTime()) {
    const since = new Date(from.getTime() - NEWS_OVERLAP_MS);
    const until = new Date(Math.min(now.getTime(), from.getTime() + NEWS_SPAN_MS));
    // The current second may not be over yet.
    for (const webhook of await gateway.news({ since, until: new Date(until.getTime() + 1_000) })) {
      await recordWebhook(core, gateway, webhook).catch((error: unknown) => {
        if (error instanceof GatewayUnavailable) throw error;
        onTrouble(error, webhook.eventId);
      });
    }
    await core.sql`
      update provider_news set read_until = ${until}
      where read_until is null or read_until < ${until} or read_until > ${ahead}`;
    from = until;
  }
}

/**
 * Makes an open intent unpayable once nothing is due by it: the booking is cancelled, or staff have taken the money at the desk. If it was
 * paid meanwhile, that is recorded by the rule for late money. Does nothing while something is due (again). May be called any number of
 * times. Throws `GatewayUnavailable` as `reconcilePayment` does.
 */
export async function cancelOpenIntent(
  core: Core,
  gateway: PaymentGateway,
  bookingId: number,
  policy?: RetryPolicy,
): Promise<void> {
  const { state } = await loadBooking(core, bookingId);
  const intentId = state.exists ? unpaidIntentId(state) : null;
  if (!state.exists || intentId === null) return;
  // An overdue hold is about to expire, and its money may still come.
  if (state.status !== "cancelled" && !isSettled(amountDue(state, state.intentPurpose, core.clock.now())))
    return;
  const report = await gateway.cancelIntent(intentId, policy);
  if (report?.status !== "succeeded") return;
  await recordPayment(core, bookingId, report, systemCommand("cancel-intent", bookingId));
}

const isSettled = (due: ReturnType<typeof amountDue>): boolean =>
  !due.ok && (due.rejection.code === "AlreadyPaid" || due.rejection.code === "NothingDue");

/**
 * Sends a requested refund to the provider, once: the refund's own name is the idempotency key of every call, until staff retry a refund
 * that failed. A refusal for good is recorded, and the provider is not asked again before that retry.
 */
export async function issueRefund(
  core: Core,
  gateway: PaymentGateway,
  request: { bookingId: number; refundId: string },
): Promise<void> {
  const { bookingId, refundId } = request;
  const { state } = await loadBooking(core, bookingId);
  if (!state.exists) return;
  const refund = state.refunds[refundId];
  if (!refund || refund.issued || refund.failed || !refund.paymentIntentId) return;
  const { reference } = state;
  const key = `${reference}/${refundId}`;
  // Stripe answers a key with its first answer, even a refusal: a retry is therefore a request with its own key.
  const attempt = refund.tries === 1 ? key : `${key}/try-${refund.tries}`;
  const command = await sendRefund(gateway, {
    paymentIntentId: refund.paymentIntentId,
    amountCents: refund.amountCents,
    idempotencyKey: attempt,
    name: { bookingId, reference, refundId },
  });
  const outcome = await handleBooking(core, bookingId, command, {
    commandId: `record-refund:${attempt}`,
    meta: { actor: { kind: "system" }, requestId: `refund:booking-${bookingId}` },
  });
  if (!outcome.ok)
    throw new Error(`Refund ${refundId} of booking ${bookingId} was answered but not recorded`);
}

async function sendRefund(
  gateway: PaymentGateway,
  request: Parameters<PaymentGateway["refund"]>[0],
): Promise<RefundCommand> {
  const { refundId } = request.name;
  try {
    const { stripeRefundId } = await gateway.refund(request);
    return { type: "RecordRefund", refundId, stripeRefundId };
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error;
    return { type: "RecordRefundFailure", refundId, stripeRefundId: null, reasonCode: error.code };
  }
}
