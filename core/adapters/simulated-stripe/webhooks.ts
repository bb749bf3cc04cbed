/** Sends webhooks: signed as Stripe signs them, tried again with growing pauses, and stored in PostgreSQL until they arrive. */
import Stripe from "stripe";
import type { Clock } from "../../platform/clock.ts";
import type { Sql } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logger.ts";
import { unixSeconds } from "./stripe-objects.ts";

/** Pauses after the first, second, … failed attempt; after the eighth attempt the webhook is given up as lost. */
const PAUSES_SECONDS = [1, 5, 30, 120, 600, 1800, 3600] as const;

const REQUEST_TIMEOUT_MS = 10_000;

/** How long a claim on a delivery lasts. It is longer than a request may take, so that a delivery falls due again only after a crash. */
const LEASE_MS = 30_000;
const DELIVERIES_AT_ONCE = 10;
/** A process that makes an event sends it at once; the timer finds retries and what other processes have left unsent. */
const POLL_MS = 5_000;

export interface WebhookSender {
  /** Sends everything that is due; called after each commit and by a timer. */
  deliverDue(): Promise<void>;
  /** Stops the timer, aborts what is being sent (it stays due) and waits for that. */
  stop(): Promise<void>;
}

interface Delivery {
  event: string;
  attempts: number;
  body: object;
}

/** Starts sending. Any number of senders share the ledger: each delivery is claimed by one of them at a time. */
export function startWebhookSender(options: {
  sql: Sql;
  url: string;
  secret: string;
  clock: Clock;
  logger: Logger;
}): WebhookSender {
  const { sql, url, secret, clock, logger } = options;
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let askedAgain = false;

  async function claim(): Promise<Delivery[]> {
    const now = clock.now();
    return sql<Delivery[]>`
      with due as materialized (
        select event from simulated_stripe.webhook_deliveries
        where due_at <= ${now} order by due_at limit ${DELIVERIES_AT_ONCE}
        for update skip locked
      )
      update simulated_stripe.webhook_deliveries d
      set attempts = d.attempts + 1, due_at = ${new Date(now.getTime() + LEASE_MS)}
      from due, simulated_stripe.events e
      where d.event = due.event and e.id = d.event
      returning d.event, d.attempts, e.body`;
  }

  /** What went wrong, or null. Only a 2xx counts as arrived; redirects are not followed. */
  async function send(delivery: Delivery): Promise<string | null> {
    const payload = JSON.stringify(delivery.body);
    const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
      payload,
      secret,
      timestamp: unixSeconds(clock.now()),
    });
    try {
      const answer = await fetch(url, {
        method: "POST",
        body: payload,
        headers: {
          "content-type": "application/json; charset=utf-8",
          "stripe-signature": signature,
          "user-agent": "Simulated-Stripe/1.0",
        },
        redirect: "manual",
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
      });
      await answer.body?.cancel();
      return answer.ok ? null : `answered ${answer.status}`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const failure = await send(delivery);
    const now = clock.now();
    if (failure === null) {
      await sql`
        update simulated_stripe.webhook_deliveries set delivered_at = ${now}, due_at = null, last_failure = null
        where event = ${delivery.event}`;
      return;
    }
    const pause = PAUSES_SECONDS[delivery.attempts - 1];
    // Stopping is no fault of the receiver, so the next sender may send at once.
    const seconds = stopping.signal.aborted ? 0 : pause;
    const dueAt = seconds === undefined ? null : new Date(now.getTime() + seconds * 1000);
    await sql`
      update simulated_stripe.webhook_deliveries set due_at = ${dueAt}, last_failure = ${failure}
      where event = ${delivery.event} and delivered_at is null`;
    const level = dueAt ? "warn" : "error";
    logger[level](
      { event: delivery.event, attempts: delivery.attempts, failure, dueAt },
      "webhook not delivered",
    );
  }

  async function deliverAll(): Promise<void> {
    do {
      askedAgain = false;
      const due = await claim();
      await Promise.all(due.map(deliver));
      if (due.length === DELIVERIES_AT_ONCE) askedAgain = true;
    } while (askedAgain && !stopping.signal.aborted);
  }

  function deliverDue(): Promise<void> {
    askedAgain = true;
    if (stopping.signal.aborted) return Promise.resolve();
    running ??= deliverAll()
      .catch((error: unknown) => logger.error({ err: error }, "webhooks could not be sent"))
      .finally(() => {
        running = null;
      });
    return running;
  }

  const timer = setInterval(deliverDue, POLL_MS);
  timer.unref();

  return {
    deliverDue,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
