/** Owns when the log is sealed: soon after events were committed, at most every few seconds, by a job of its own. */
import type { ParsedCronItem, TaskList } from "graphile-worker";
import type { Logger } from "pino";
import type { Sql, TransactionSql } from "../../core/platform/database.ts";
import { isSealedToTheEnd, SealRefused, type SealSettings, seal } from "../../core/transparency/seal.ts";
import { cronOf } from "../engine/runner.ts";

/** One job waits at a time. It is in no queue: one whose worker was killed would keep the next from running for minutes, and a lock says who seals. */
const SEAL_KEY = "seal";
export const SEAL_LANES = 1;

/** The least pause between two signed heads. */
const SEAL_EVERY = "3 seconds";

/** When to look again for events that an older transaction holds back. */
const HELD_BACK_MS = 1_000;

/** Queues the seal of what the batch has brought; one that waits already stays where it is. */
export async function queueSeal(tx: TransactionSql): Promise<void> {
  await tx`
    select graphile_worker.add_job('seal', '{}', job_key := ${SEAL_KEY}, job_key_mode := 'preserve_run_at',
      run_at := greatest(now(), (select max(signed_at) from log_checkpoints) + ${SEAL_EVERY}::interval))`;
}

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
    async seal(_payload, { abortSignal, addJob }) {
      try {
        await seal(sql, sealing, abortSignal ? { signal: abortSignal } : {});
      } catch (error) {
        if (!(error instanceof SealRefused)) throw error;
        // Trying again changes nothing; the minutely job says so until somebody looks.
        logger.error({ err: error }, "the log is not sealed any further: run `make verify`");
        return;
      }
      if (await isSealedToTheEnd(sql)) return;
      const runAt = new Date(Date.now() + HELD_BACK_MS);
      await addJob("seal", {}, { jobKey: SEAL_KEY, jobKeyMode: "preserve_run_at", runAt });
    },
  };
}

/** For a log that was there before its seal, and for whatever was held back for long. */
export const sealCron = (): readonly ParsedCronItem[] => cronOf([{ task: "seal", match: "* * * * *" }]);
