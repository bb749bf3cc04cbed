/** Owns what the jobs do about a booking's money at the provider: ask after an intent, cancel one, send a refund. Each may be done any number of times. */
import { randomUUID } from "node:crypto";
import { amountDue } from "../booking/booking.ts";
import { unpaidIntentId } from "../booking/booking-state.ts";
import { handleBooking, loadBooking } from "../booking/handle.ts";
import type { RefundCommand } from "../booking/refunds.ts";
import type { Core } from "../context.ts";
import {
  GatewayUnavailable,
  NEWS_KEPT_MS,
  type PaymentGateway,
  RefundRefused,
  type RetryPolicy,
} from "./gateway.ts";
import { type CommandContext, recordPayment } from "./payments.ts";
import { recordWebhook } from "./webhooks.ts";

const systemCommand = (kind: string, bookingId: number): CommandContext => ({
  commandId: `${kind}:${randomUUID()}`,
  meta: { actor: { kind: "system" }, requestId: `${kind}:booking-${bookingId}` },
});

/**
 * Asks the provider about a booking's open intent, so that a lost webhook loses no payment. Throws `GatewayUnavailable`
 * when there is no answer within `policy` (the gateway's own, where none is given).
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

/** News may be listed a little after it happened. */
const NEWS_OVERLAP_MS = 10 * 60_000;
/** Asked for at once; a longer absence is caught up day by day. */
const NEWS_SPAN_MS = 24 * 3_600_000;

/**
 * Asks the provider for its news of refunds and disputes since the last time, so that none is lost with its webhook: a refund that the
 * bank sent back, say. Each is recorded as its webhook would be, once. Goes on where it stood, until `isTime` says no; `onTrouble` is told
 * of what could not be written down. Throws `GatewayUnavailable`; then the same is asked again.
 */
export async function reconcileNews(
  core: Core,
  gateway: PaymentGateway,
  { isTime, onTrouble }: { isTime: () => boolean; onTrouble: (error: unknown, eventId: string) => void },
): Promise<void> {
  const now = core.clock.now();
  const [row] = await core.sql<{ readUntil: Date | null }[]>`
    select read_until as "readUntil" from provider_news`;
  // Processes share the database's clock, so theirs differ by seconds: further ahead it was the database's own, which has been put right
  // since. Nobody knows how much was really read by it.
  const ahead = new Date(now.getTime() + NEWS_OVERLAP_MS);
  const readUntil = row?.readUntil && row.readUntil <= ahead ? row.readUntil.getTime() : 0;
  let from = new Date(Math.max(now.getTime() - NEWS_KEPT_MS, readUntil));
  while (from < now && isTime()) {
    const since = new Date(from.getTime() - NEWS_OVERLAP_MS);
    const until = new Date(Math.min(now.getTime(), from.getTime() + NEWS_SPAN_MS));
    // The second that it is now may not be over.
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
 * Makes an open intent unpayable once nothing is due by it: the booking is cancelled, or staff have taken the money at the
 * desk. One that was paid meanwhile is recorded by the rule for late money. Does nothing while something is due (again);
 * may be called any number of times. Throws `GatewayUnavailable` as `reconcilePayment` does.
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
  // A hold that has run out is about to expire, and its money may still come.
  if (state.status !== "cancelled" && !isSettled(amountDue(state, state.intentPurpose, core.clock.now())))
    return;
  const report = await gateway.cancelIntent(intentId, policy);
  if (report?.status !== "succeeded") return;
  await recordPayment(core, bookingId, report, systemCommand("cancel-intent", bookingId));
}

const isSettled = (due: ReturnType<typeof amountDue>): boolean =>
  !due.ok && (due.rejection.code === "AlreadyPaid" || due.rejection.code === "NothingDue");

/**
 * Sends a requested refund to the provider, once: the refund's own name is the idempotency key of every call, until staff
 * retry one that failed. A refusal for good is written down, and nothing is asked again before they do.
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
  // Stripe answers a key with its first answer, a refusal too: a retry is a request of its own.
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
