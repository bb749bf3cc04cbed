/** Decides when the log is sealed: soon after events were committed, at most every few seconds, by a separate job. */
import type { ParsedCronItem, TaskList } from "graphile-worker";
import type { Logger } from "pino";
import type { Sql } from "../../core/platform/database/database.ts";
import { type SealSettings, seal } from "../../core/transparency/seal.ts";
import { SealRefused } from "../../core/transparency/seal-refused.ts";
import { addJobs, type QueuedJob } from "../engine/wake-followers.ts";
import { cronOf } from "../worker/job-queue.ts";

/** One job waits at a time. It is in no queue; a lock prevents two seals at once. */
export const SEAL_LANES = 1;

/** Every batch of events queues this job; one that already waits keeps its time. */
export const SEAL_JOB: QueuedJob = { task: "seal", payload: {}, key: "seal", keepRunAt: true };

export function sealTasks({
  sql,
  sealing,
  logger,
}: {
  sql: Sql;
  sealing: SealSettings;
  logger: Logger;
}): TaskList {
  return {
    async seal(_payload, { abortSignal }) {
      try {
        const { nextAfterMs } = await seal(sql, sealing, {
          paced: true,
          ...(abortSignal && { signal: abortSignal }),
        });
        if (nextAfterMs === null) return;
        await addJobs(sql, [{ ...SEAL_JOB, afterMs: nextAfterMs }]);
      } catch (error) {
        if (!(error instanceof SealRefused)) throw error;
        // A retry would change nothing; the job of each minute repeats the alarm until an operator acts.
        logger.error(
          { err: error },
          'the log is not sealed any further: run `make verify`, and see "The log is not sealed" in docs/operating.md',
        );
      }
    },
  };
}

/** For a log that existed before it was first sealed, and for events that were held back for long. */
export const sealCron = (): readonly ParsedCronItem[] => cronOf([{ task: "seal", match: "* * * * *" }]);
