/** Defines the worker's tasks that call the payment provider about invoices: refunds, and the sweeps that find missed payments and refunds. */
import type { Task } from "graphile-worker";
import { z } from "zod";
import { REFUND_ALARM_AFTER_MS, REFUND_STUCK_AFTER_MS } from "../../core/booking/payment/refunds.ts";
import { BATCH_RETRIES } from "../../core/payment/gateway.ts";
import { reconcileInvoicePayment } from "../../core/payment/invoice-payments.ts";
import { issueInvoiceRefund } from "../../core/payment/invoice-refunds.ts";
import { accountsWithOpenIntent, invoiceRefundsUnderWay } from "../views/billing-accounts.ts";
import { cronOf } from "../worker/job-queue.ts";
import { invoiceRefundJobKey, providerLaneOf, SWEEP_LANE } from "./provider-lanes.ts";
import { type ProviderDependencies, RECONCILE_WINDOW_MS } from "./provider-tasks.ts";
import { askAbout, SWEEP_LIMIT, sweep } from "./sweep.ts";

const RefundPayload = z.object({ accountId: z.number(), invoice: z.string(), refundId: z.string() });

/** In one lane with the sweeps of bookings. */
export const invoiceProviderCron = () =>
  cronOf(
    [
      { task: "reconcile-invoice-payments", match: "* * * * *" },
      { task: "sweep-invoice-refunds", match: "*/5 * * * *" },
    ],
    { queueName: SWEEP_LANE },
  );

export function invoiceProviderTasks({ core, gateway, logger }: ProviderDependencies) {
  /** The last account that a reconciliation asked about; the next one continues after it. */
  let reconciledUpTo = 0;

  return {
    async "issue-invoice-refund"(payload) {
      await issueInvoiceRefund(core, gateway, RefundPayload.parse(payload));
    },

    /** Finds payments of invoices whose webhook never came. */
    async "reconcile-invoice-payments"() {
      const since = new Date(core.clock.now().getTime() - RECONCILE_WINDOW_MS);
      const accounts = await accountsWithOpenIntent(core.sql, {
        since,
        after: reconciledUpTo,
        limit: SWEEP_LIMIT,
      });
      reconciledUpTo = accounts.length < SWEEP_LIMIT ? 0 : (accounts.at(-1)?.accountId ?? 0);
      await askAbout(logger, accounts, (account) =>
        reconcileInvoicePayment(core, gateway, account, BATCH_RETRIES),
      );
    },

    /** Requests refunds again whose job has died; a refund that has been under way for long raises an alarm. */
    async "sweep-invoice-refunds"(_payload, { addJob }) {
      const now = core.clock.now().getTime();
      const stuck = await invoiceRefundsUnderWay(core.sql, new Date(now - REFUND_STUCK_AFTER_MS));
      await sweep(logger, stuck, async ({ askedAt, ...refund }) => {
        if (now - askedAt.getTime() > REFUND_ALARM_AFTER_MS) {
          logger.error({ ...refund, askedAt }, "a refund has been under way for more than an hour");
        }
        await addJob("issue-invoice-refund", refund, {
          jobKey: invoiceRefundJobKey(refund),
          queueName: providerLaneOf(refund.accountId),
        });
      });
    },
  } satisfies Record<string, Task>;
}
