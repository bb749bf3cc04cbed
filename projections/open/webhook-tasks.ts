/** Defines the worker's task that delivers webhooks: in a lane of its own, many receivers at a time, each stream in its order (decision 302). */
import { setTimeout as delay } from "node:timers/promises";
import type { ParsedCronItem, TaskList } from "graphile-worker";
import type { Logger } from "pino";
import { type Answered, postWebhook } from "../../core/adapters/webhooks/post.ts";
import type { Core } from "../../core/context.ts";
import { venueDayOf } from "../../core/venue/time/venue-time.ts";
import type { AllowedAddresses } from "../../core/webhook/address.ts";
import {
  type AfterTry,
  type DueDelivery,
  findDue,
  forgetDeliveries,
  makeDeliveries,
  nextDue,
  noteTry,
  TEST_TYPE,
} from "../../core/webhook/deliveries.ts";
import { disableWebhook, noteFailure } from "../../core/webhook/handle.ts";
import { nextTry, readRetryAfter } from "../../core/webhook/retries.ts";
import { signedHeaders } from "../../core/webhook/secrets.ts";
import { readSecrets } from "../../core/webhook/webhook-rows.ts";
import { addJobs, type QueuedJob } from "../engine/wake-followers.ts";
import { cronOf } from "../worker/job-queue.ts";
import { webhookBody } from "./webhook-body.ts";

/** Deliveries take one slot of a worker, also while receivers do not answer. */
export const WEBHOOK_LANES = 1;
const LANE = "webhooks";

export const WEBHOOK_JOB: QueuedJob = {
  task: "deliver-webhooks",
  payload: {},
  key: "deliver-webhooks",
  queue: LANE,
};

const AT_ONCE = 32;
/** So that one receiver that does not answer leaves room for the others. */
const AT_ONCE_TO_ONE = 8;
/** How soon new events are looked for while requests are under way. */
const LOOK_MS = 100;
const KEPT_ANSWER = 1_000;
const GONE = 410;

export interface WebhookDependencies {
  core: Core;
  webhookAllow: AllowedAddresses;
  /**
   * Aborted once this worker is told to stop: it then begins no delivery. It has seconds to end those that are under way, and another worker
   * sends the rest meanwhile; both would else send the same.
   */
  stopping?: AbortSignal;
  logger: Logger;
}

export function webhookTasks(given: WebhookDependencies): TaskList {
  const { core, logger } = given;
  return {
    /** Ends when nothing is due. The job of the next try has a key of its own, so that it does not delay the job of a new event. */
    async "deliver-webhooks"(_payload, { abortSignal = new AbortController().signal }) {
      await deliverAll(given, abortSignal);
      const next = await nextDue(core.sql);
      if (!next) return;
      const afterMs = Math.max(0, next.getTime() - core.clock.now().getTime());
      await addJobs(core.sql, [{ ...WEBHOOK_JOB, key: "retry-webhooks", afterMs }]);
    },

    async "forget-webhook-deliveries"() {
      const forgotten = await forgetDeliveries(core.sql, core.clock.now());
      if (forgotten > 0)
        logger.info({ forgotten }, "forgot deliveries of webhooks that are older than 30 days");
    },
  };
}

/** Each minute for what a crash has left. */
export const webhookCron = (): readonly ParsedCronItem[] => [
  ...cronOf([{ task: "deliver-webhooks", match: "* * * * *" }], { queueName: LANE }),
  ...cronOf([{ task: "forget-webhook-deliveries", match: "11 4 * * *" }]),
];

/** Delivers until nothing is due and nothing is under way, or the worker stops. Throws if the database is unavailable or `signal` ends it. */
async function deliverAll(given: WebhookDependencies, signal: AbortSignal): Promise<void> {
  const { core, logger, stopping } = given;
  const underWay = new Map<number, { webhookId: number; done: Promise<void> }>();
  let failed: { error: unknown } | null = null;

  function begin(due: DueDelivery): void {
    const done = deliver(given, due, signal)
      .catch((error: unknown) => {
        failed ??= { error };
      })
      .finally(() => underWay.delete(due.id));
    underWay.set(due.id, { webhookId: due.webhookId, done });
  }

  try {
    for (;;) {
      signal.throwIfAborted();
      if (failed) throw (failed as { error: unknown }).error;
      if (stopping?.aborted) return;
      const made = await makeDeliveries(core.sql, core.clock.now());
      const busy = countByWebhook(underWay.values());
      const due = await findDue(core.sql, {
        now: core.clock.now(),
        except: [...underWay.keys()],
        full: [...busy].flatMap(([id, count]) => (count >= AT_ONCE_TO_ONE ? id : [])),
        limit: AT_ONCE - underWay.size,
      });
      let begun = 0;
      for (const one of due) {
        const count = busy.get(one.webhookId) ?? 0;
        if (count >= AT_ONCE_TO_ONE) continue;
        busy.set(one.webhookId, count + 1);
        begin(one);
        begun += 1;
      }
      if (underWay.size === 0 && made === 0) return;
      if (begun === 0 && underWay.size > 0) {
        const look = new AbortController();
        await Promise.race([
          ...[...underWay.values()].map(({ done }) => done),
          delay(LOOK_MS, undefined, { signal: look.signal }).catch(() => undefined),
        ]);
        look.abort();
      }
    }
  } catch (error) {
    if (signal.aborted) logger.debug("deliveries of webhooks are left to the next worker");
    throw error;
  } finally {
    await Promise.allSettled([...underWay.values()].map(({ done }) => done));
  }
}

function countByWebhook(underWay: Iterable<{ webhookId: number }>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { webhookId } of underWay) counts.set(webhookId, (counts.get(webhookId) ?? 0) + 1);
  return counts;
}

/** Tries a delivery once and notes what came of it. If the process dies before the note, it is tried again: at least once. */
async function deliver(given: WebhookDependencies, due: DueDelivery, signal: AbortSignal): Promise<void> {
  const { core, webhookAllow, logger } = given;
  const triedAt = core.clock.now();
  const begun = performance.now();
  const [body, secrets] = await Promise.all([
    webhookBody(core, due),
    readSecrets(core, due.webhookId, triedAt),
  ]);
  const answer: Answered =
    secrets.length === 0
      ? { status: null, failure: "its secret cannot be opened: rotate it" }
      : await postWebhook(
          due.url,
          { headers: signedHeaders({ messageId: due.messageId, at: triedAt, body }, secrets), body },
          { allowed: webhookAllow, signal },
        );
  // Before the try is noted: the note makes the stream's next event due.
  if (answer.status === GONE) await disableWebhook(core, due.webhookId);
  const after = afterTry(due, answer, core.clock.now());
  await noteTry(
    core.sql,
    due,
    {
      triedAt,
      tookMs: Math.round(performance.now() - begun),
      status: answer.status,
      failure: answer.status === null ? answer.failure : null,
      answer: answer.status === null ? null : answer.text.slice(0, KEPT_ANSWER).replaceAll("\0", ""),
    },
    after,
  );
  const { id: deliveryId, webhookId } = due;
  if (after.state === "failed" && due.type !== TEST_TYPE) {
    logger.warn({ webhookId, deliveryId }, "a delivery of a webhook failed for good");
    await noteFailure(core, webhookId, { deliveryId, day: venueDayOf(triedAt, core.timeZone) });
  }
}

/** Every 2xx is a success, and every other answer a failure. A test is tried once, and so is what a receiver that is gone was sent. */
function afterTry({ tries, type }: DueDelivery, answer: Answered, now: Date): AfterTry {
  if (answer.status !== null && answer.status >= 200 && answer.status < 300) return { state: "delivered" };
  if (type === TEST_TYPE || answer.status === GONE) return { state: "failed" };
  const retryAfterMs = answer.status === null ? null : readRetryAfter(answer.retryAfter, now);
  const nextAt = nextTry(tries + 1, { now, retryAfterMs, random: Math.random() });
  return nextAt ? { state: "waiting", nextAt } : { state: "failed" };
}
