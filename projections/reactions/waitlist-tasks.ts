/** Defines the worker's task of the waitlist: free hours that a fault has left free are offered to those who wait (decision 277). */
import type { ParsedCronItem, Task } from "graphile-worker";
import type { Logger } from "pino";
import { sweepWaitlist } from "../../core/booking/waitlist/sweep.ts";
import type { Core } from "../../core/context.ts";
import type { QueuedJob } from "../engine/wake-followers.ts";
import { cronOf } from "../worker/job-queue.ts";

/** One sweep at a time: two at once would only get in each other's way. */
const LANE = "waitlist";

const TASK = "sweep-waitlist";

/** Every five minutes. Entries whose last day is over leave by it, too. */
export const waitlistCron = (): readonly ParsedCronItem[] =>
  cronOf([{ task: TASK, match: "*/5 * * * *" }], { queueName: LANE });

/** The same when a worker starts. */
export const WAITLIST_JOBS: readonly QueuedJob[] = [
  { task: TASK, payload: {}, key: `cron:${TASK}`, queue: LANE },
];

export const waitlistTasks = ({ core, logger }: { core: Core; logger: Logger }) =>
  ({
    async [TASK]() {
      const offered = await sweepWaitlist(core);
      if (offered > 0) logger.info({ offered }, "offered free hours to those who wait");
    },
  }) satisfies Record<string, Task>;
