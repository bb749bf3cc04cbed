/** Assembles a worker: it follows the log with every follower and runs the jobs that the reactions have queued. */
import type pg from "pg";
import type { Logger } from "pino";
import type { MailService } from "../core/adapters/mail/mail-service.ts";
import type { Core } from "../core/context.ts";
import type { PaymentGateway } from "../core/payment/gateway.ts";
import { erasePastRetention } from "../core/person/personal-data.ts";
import { deleteExpiredSessions } from "../core/session/sessions.ts";
import type { SealSettings } from "../core/transparency/seal.ts";
import { followVenue } from "../core/venue/follow-venue.ts";
import type { AllowedAddresses } from "../core/webhook/address.ts";
import { addJobs } from "./engine/wake-followers.ts";
import { followers, projections } from "./followers.ts";
import { WEBHOOK_LANES, webhookCron, webhookTasks } from "./open/webhook-tasks.ts";
import { BILLING_JOBS, billingCron, billingTasks } from "./reactions/billing-tasks.ts";
import { IMPORT_LANES, importTasks } from "./reactions/import-tasks.ts";
import { invoiceProviderCron, invoiceProviderTasks } from "./reactions/invoice-provider-tasks.ts";
import { mailTasks } from "./reactions/mail/mail-tasks.ts";
import { MAIL_LANES } from "./reactions/mail/mailed-events.ts";
import { PROVIDER_LANES } from "./reactions/provider-lanes.ts";
import { providerCron, providerTasks } from "./reactions/provider-tasks.ts";
import { SEAL_LANES, sealCron, sealTasks } from "./reactions/sealing.ts";
import { WAITLIST_JOBS, waitlistCron, waitlistTasks } from "./reactions/waitlist-tasks.ts";
import { cronOf } from "./worker/job-queue.ts";
import { type RunnerOptions, startRunner } from "./worker/runner.ts";

export interface WorkerDependencies {
  core: Core;
  gateway: PaymentGateway;
  mail: MailService;
  pgPool: pg.Pool;
  /** Addresses to which webhooks may be sent although they are not public. */
  webhookAllow?: AllowedAddresses;
  /** If it is missing, this worker seals nothing. */
  sealing?: SealSettings;
  logger: Logger;
  /** Ends the process if its connections cannot be trusted any more. */
  giveUp?: (reason: Error) => void;
}

/** Starts a worker; any number may run on one database. Follows the log to its head before it returns. */
export async function startWorker(given: WorkerDependencies): Promise<{ stop(): Promise<void> }> {
  const { core, logger } = given;
  const venueNews = await followVenue({ sql: core.sql, venue: core.venue, logger });
  const stopping = new AbortController();
  try {
    const runner = await startRunner(runnerOptions(given, stopping.signal));
    await addJobs(core.sql, [...BILLING_JOBS, ...WAITLIST_JOBS]).catch((error: unknown) =>
      logger.warn({ err: error }, "could not queue the jobs of a start; the clock does within the hour"),
    );
    return {
      async stop() {
        stopping.abort();
        await runner.stop();
        await venueNews.stop();
      },
    };
  } catch (error) {
    await venueNews.stop();
    throw error;
  }
}

function runnerOptions(given: WorkerDependencies, stopping: AbortSignal): RunnerOptions {
  const { core, pgPool, sealing, logger, webhookAllow = [] } = given;
  return {
    sql: core.sql,
    pgPool,
    logger,
    giveUp: given.giveUp,
    followers: followers(core),
    projections: projections(core),
    tasks: {
      ...mailTasks(given),
      ...providerTasks(given),
      ...invoiceProviderTasks(given),
      ...billingTasks(given),
      ...importTasks(given),
      ...waitlistTasks(given),
      ...webhookTasks({ core, webhookAllow, stopping, logger }),
      ...(sealing && sealTasks({ sql: core.sql, sealing, logger })),

      async "erase-past-retention"() {
        const erased = await erasePastRetention(core.sql);
        if (erased > 0) logger.info({ erased }, "erased personal data older than seven years");
      },

      async "delete-expired-sessions"() {
        const deleted = await deleteExpiredSessions(core.sql);
        if (deleted > 0) logger.info({ deleted }, "deleted sessions that had expired");
      },
    },
    cron: [
      ...cronOf([
        { task: "erase-past-retention", match: "17 4 * * *" },
        { task: "delete-expired-sessions", match: "41 * * * *" },
        { task: "forget-mail-turns", match: "53 * * * *" },
        // Each machine has its own folder, and any machine may get the job.
        { task: "remove-erased-mails", match: "29 * * * *" },
      ]),
      ...providerCron(),
      ...invoiceProviderCron(),
      ...billingCron(),
      ...waitlistCron(),
      ...webhookCron(),
      ...(sealing ? sealCron() : []),
    ],
    // Provider calls, mails, the seal, webhooks and imports have their own lanes, so they use at most as many slots as they have lanes.
    concurrency: PROVIDER_LANES + MAIL_LANES + SEAL_LANES + WEBHOOK_LANES + IMPORT_LANES,
  };
}
