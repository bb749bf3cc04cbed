/** Defines the worker's tasks that call the payment provider: holds that end, intents, refunds, and the sweeps that find missed work. */
import type { Task } from "graphile-worker";
import type { Logger } from "pino";
import { z } from "zod";
import { expireBooking, loadBooking } from "../../core/booking/handle.ts";
import { REFUND_ALARM_AFTER_MS, stuckRefunds } from "../../core/booking/payment/refunds.ts";
import { coverNewRooms } from "../../core/closure/whole-venue.ts";
import type { Core } from "../../core/context.ts";
import { BATCH_RETRIES, type PaymentGateway } from "../../core/payment/gateway.ts";
import {
  cancelOpenIntent,
  issueRefund,
  reconcileNews,
  reconcilePayment,
} from "../../core/payment/payment-jobs.ts";
import { bookingsWithOpenIntent, bookingsWithStuckRefund } from "../views/bookings.ts";
import { cronOf } from "../worker/job-queue.ts";
import { providerLaneOf, refundJobKey, SWEEP_LANE } from "./provider-lanes.ts";
import { askAbout, askQuietly, SWEEP_LIMIT, SWEEP_MS, sweep } from "./sweep.ts";

/** How long after its last change the provider is asked about an open intent; Stripe's own retries end after three days. */
export const RECONCILE_WINDOW_MS = 4 * 24 * 3_600_000;

export interface ProviderDependencies {
  core: Core;
  gateway: PaymentGateway;
  logger: Logger;
}

const BookingPayload = z.object({ bookingId: z.number() });
const RefundPayload = BookingPayload.extend({ refundId: z.string() });

/** The sweeps run one after another in one lane; a sweep that is still waiting is replaced, so that none pile up. */
export const providerCron = () =>
  cronOf(
    [
      { task: "sweep-holds", match: "* * * * *" },
      { task: "cover-new-rooms", match: "* * * * *" },
      { task: "reconcile-payments", match: "* * * * *" },
      { task: "sweep-refunds", match: "*/5 * * * *" },
      { task: "reconcile-refunds", match: "*/5 * * * *" },
    ],
    { queueName: SWEEP_LANE },
  );

const bookingsOf = (ids: readonly number[]): { bookingId: number }[] =>
  ids.map((bookingId) => ({ bookingId }));

export function providerTasks({ core, gateway, logger }: ProviderDependencies) {
  /** The last booking that a reconciliation asked about; the next one continues after it. */
  let reconciledUpTo = 0;

  /** A provider that does not answer must not keep a hold from expiring; late money is handled by its own rule. */
  const reconcileQuietly = (bookingId: number): Promise<boolean> =>
    askQuietly(logger, { bookingId }, () => reconcilePayment(core, gateway, bookingId, BATCH_RETRIES));

  return {
    async "expire-hold"(payload) {
      const { bookingId } = BookingPayload.parse(payload);
      await reconcileQuietly(bookingId);
      await expireBooking(core, bookingId);
    },

    async "cancel-intent"(payload) {
      await cancelOpenIntent(core, gateway, BookingPayload.parse(payload).bookingId);
    },

    async "issue-refund"(payload) {
      await issueRefund(core, gateway, RefundPayload.parse(payload));
    },

    /** Expires holds whose `expire-hold` job did not run, for example because its worker died. */
    async "sweep-holds"() {
      const due = await core.sql<{ bookingId: number }[]>`
        select booking_id as "bookingId" from room_hours where held_until <= ${core.clock.now()}
        group by booking_id order by min(held_until) limit ${SWEEP_LIMIT}`;
      let answers = true;
      await sweep(logger, due, async ({ bookingId }) => {
        if (answers) answers = await reconcileQuietly(bookingId);
        await expireBooking(core, bookingId);
      });
    },

    /** Closes what the whole venue's closures lack, for example because the process died that added a room. */
    async "cover-new-rooms"() {
      await core.venue.refreshIfExpired();
      await coverNewRooms(core, { actor: { kind: "system" }, requestId: "cover-new-rooms" });
    },

    /** Finds payments whose webhook never came. */
    async "reconcile-payments"() {
      const since = new Date(core.clock.now().getTime() - RECONCILE_WINDOW_MS);
      const ids = await bookingsWithOpenIntent(core.sql, {
        since,
        after: reconciledUpTo,
        limit: SWEEP_LIMIT,
      });
      reconciledUpTo = ids.length < SWEEP_LIMIT ? 0 : (ids.at(-1) ?? 0);
      await askAbout(logger, bookingsOf(ids), ({ bookingId }) =>
        reconcilePayment(core, gateway, bookingId, BATCH_RETRIES),
      );
    },

    /** Finds refunds and disputes whose webhook never came. */
    async "reconcile-refunds"() {
      const until = performance.now() + SWEEP_MS;
      await reconcileNews(core, gateway, {
        isTime: () => performance.now() < until,
        onTrouble: (error, eventId) =>
          logger.error({ err: error, eventId }, "could not record news from the payment provider"),
      });
    },

    /** Requests refunds again whose job has died; a refund that has been under way for long raises an alarm. */
    async "sweep-refunds"(_payload, { addJob }) {
      const now = core.clock.now();
      const stuck = await bookingsWithStuckRefund(core.sql, { now, limit: SWEEP_LIMIT });
      await sweep(logger, bookingsOf(stuck), async ({ bookingId }) => {
        const { state } = await loadBooking(core, bookingId);
        if (!state.exists) return;
        for (const refundId of stuckRefunds(state, now)) {
          const askedAt = state.refunds[refundId]?.askedAt;
          if (!askedAt || now.getTime() - askedAt.getTime() > REFUND_ALARM_AFTER_MS) {
            logger.error(
              { bookingId, refundId, askedAt },
              "a refund has been under way for more than an hour",
            );
          }
          await addJob(
            "issue-refund",
            { bookingId, refundId },
            { jobKey: refundJobKey(bookingId, refundId), queueName: providerLaneOf(bookingId) },
          );
        }
      });
    },
  } satisfies Record<string, Task>;
}
