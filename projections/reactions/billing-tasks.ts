/** Defines the worker's tasks of billing accounts: the invoices of the month, and reminders of unpaid ones (decision 266). */
import type { ParsedCronItem, Task } from "graphile-worker";
import type { Logger } from "pino";
import {
  endOfLastMonth,
  issueMonthlyInvoices,
  REMINDER_DAYS,
  reminderDue,
  remindOfInvoices,
} from "../../core/billing/billing-jobs.ts";
import type { Core } from "../../core/context.ts";
import { addDays, venueToday } from "../../core/venue/time/venue-time.ts";
import type { QueuedJob } from "../engine/wake-followers.ts";
import { accountsToInvoice, invoicesToRemind } from "../views/billing-accounts.ts";
import { cronOf } from "../worker/job-queue.ts";

/** They run one after another, in one of the worker's slots. */
const LANE = "billing";

/**
 * Each hour, and not on a day of the month alone: what a stopped worker or a late projection missed is made up for at the next hour. An hour
 * in which nothing is due costs a read.
 */
const TASKS = [
  { task: "issue-invoices", match: "7 * * * *" },
  { task: "remind-of-invoices", match: "12 * * * *" },
] as const;

export const billingCron = (): readonly ParsedCronItem[] => cronOf(TASKS, { queueName: LANE });

/** The same when a worker starts. */
export const BILLING_JOBS: readonly QueuedJob[] = TASKS.map(({ task }) => ({
  task,
  payload: {},
  key: `cron:${task}`,
  queue: LANE,
}));

export const billingTasks = ({ core, logger }: { core: Core; logger: Logger }) =>
  ({
    async "issue-invoices"() {
      await core.venue.refreshIfExpired();
      const accounts = await accountsToInvoice(core.sql, endOfLastMonth(venueToday(core)));
      await issueMonthlyInvoices(core, accounts, (error, accountId) =>
        logger.error({ err: error, accountId }, "could not issue the invoice of a billing account"),
      );
    },

    async "remind-of-invoices"() {
      const today = venueToday(core);
      const unpaid = await invoicesToRemind(core.sql, addDays(today, -REMINDER_DAYS[0]));
      const due = unpaid.filter(
        ({ dueOn, reminded }) => reminderDue({ dueOn, reminded: [reminded] }, today) !== null,
      );
      await remindOfInvoices(core, due, (error, accountId) =>
        logger.error({ err: error, accountId }, "could not remind a billing account of an invoice"),
      );
    },
  }) satisfies Record<string, Task>;
