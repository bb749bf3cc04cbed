/** A relay of the provider's webhooks to the product that can lose them, duplicate them, change their order, or hold them back. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { listenOnLoopback } from "../listen-on-loopback.ts";

/**
 * `lossy`: the relay tells the provider that a webhook arrived, and delivers it nowhere.
 * `shuffled`: the relay collects webhooks for a moment and delivers the last one first. A change of the state delivers them at once.
 */
export type WebhookRelayState = "open" | "lossy" | "doubling" | "shuffled" | { delayMs: number };

export interface WebhookRelay {
  url: string;
  set(state: WebhookRelayState): void;
  /** How many webhooks came in a state other than open. */
  faulty(): number;
  /** How many the relay has accepted and not delivered yet. */
  held(): number;
  close(): Promise<void>;
}

interface Webhook {
  headers: Record<string, string>;
  body: Buffer;
}

const MOMENT_MS = 400;
const TRY_WITHIN_MS = 10_000;
/** The relay itself delivers what it has accepted: this many tries, with a pause between. */
const TRIES = 20;
const TRY_AGAIN_MS = 500;

/** `targets` are where the product takes webhooks now, in turns. `momentMs` is how long the relay collects what it shuffles. */
export async function openWebhookRelay(
  targets: () => readonly string[],
  momentMs = MOMENT_MS,
): Promise<WebhookRelay> {
  let state: WebhookRelayState = "open";
  let faulty = 0;
  let turn = 0;
  let held = 0;
  let shuffled: Webhook[] = [];

  /** Answers the product's status, or 502 if it did not answer. */
  async function deliver({ headers, body }: Webhook): Promise<number> {
    const urls = targets();
    const url = urls[turn++ % Math.max(1, urls.length)];
    if (url === undefined) return 502;
    try {
      const answer = await fetch(url, {
        method: "POST",
        headers,
        body: new Uint8Array(body),
        signal: AbortSignal.timeout(TRY_WITHIN_MS),
      });
      await answer.body?.cancel();
      return answer.status;
    } catch {
      return 502;
    }
  }

  /** Delivers a webhook that is counted as held. */
  async function deliverHeld(webhook: Webhook): Promise<void> {
    for (let tries = 0; tries < TRIES && (await deliver(webhook)) >= 300; tries++) await delay(TRY_AGAIN_MS);
    held -= 1;
  }

  async function take(webhook: Webhook): Promise<number> {
    if (state !== "open") faulty += 1;
    if (state === "lossy") return 200;
    if (state === "doubling") {
      const [first = 502] = await Promise.all([deliver(webhook), deliver(webhook)]);
      return first;
    }
    if (state === "open") return deliver(webhook);
    held += 1;
    if (state === "shuffled") shuffled.push(webhook);
    else void delay(state.delayMs).then(() => deliverHeld(webhook));
    return 200;
  }

  async function deliverShuffled(): Promise<void> {
    const webhooks = shuffled.reverse();
    shuffled = [];
    for (const webhook of webhooks) await deliverHeld(webhook);
  }

  const server = createServer(async (asked, answer) => {
    const body = await buffer(asked).catch(() => null);
    if (body === null) return void answer.destroy();
    answer.writeHead(await take({ headers: kept(asked.headers), body })).end();
  });
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const shuffling = setInterval(() => void deliverShuffled(), momentMs);

  return {
    url,
    set(next) {
      state = next;
      if (next !== "shuffled") void deliverShuffled();
    },
    faulty: () => faulty,
    held: () => held,
    close() {
      clearInterval(shuffling);
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const kept = (headers: IncomingHttpHeaders): Record<string, string> => ({
  "content-type": headers["content-type"] ?? "",
  "stripe-signature": String(headers["stripe-signature"] ?? ""),
});
