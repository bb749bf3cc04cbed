/** Drives the traffic: clients of every kind that draw their next scenario at random, only over HTTP, until they are stopped. */
import type { HistoryWriter } from "../history.ts";
import { randomOf } from "../random.ts";
import { readVenue } from "./booking-calls.ts";
import { createHttpClient, type HttpClient } from "./client/http-client.ts";
import { type ClientKind, createClients } from "./clients.ts";
import { createTrafficState } from "./shared-state.ts";
import { type Colleague, signInStaff } from "./staff-session.ts";
import { openAllDay } from "./venue-settings.ts";

export interface TrafficOptions {
  seed: number;
  /** The product's current base addresses. */
  bffs(): readonly string[];
  /** `url` is all that comes before `/payment_intents` in the provider's API for browsers. */
  provider: { url: string };
  history: HistoryWriter;
  admin: { username: string; password: string };
  /** The folder in which the product's mails arrive. */
  outbox: string;
  /** The addresses to which the traffic's webhooks are sent. */
  receiver: { url: string; goneUrl: string };
  clients?: number;
  /** How many days ahead visits are booked. */
  days?: number;
  /** The pause of each client between two calls, on average: with 24 clients some 20 calls a second. */
  pauseMs?: number;
}

export interface Traffic {
  /** Stops, and waits for the answers to calls in progress. */
  stop(): Promise<void>;
  /** How often each operation was called. */
  operations(): Map<string, number>;
  /** The operations that were answered by a 2xx. */
  answered(): ReadonlySet<string>;
}

/** The number of each kind among 24 clients; with fewer clients each kind still has one. */
const SHARES: Readonly<Record<ClientKind, number>> = {
  visitor: 11,
  customer: 5,
  desk: 4,
  manager: 2,
  admin: 1,
  auditor: 1,
};
const OF_CLIENTS = 24;
const MOST_LOGINS = 50;

export async function startTraffic(options: TrafficOptions): Promise<Traffic> {
  const { seed, bffs, provider, history, clients = OF_CLIENTS, days = 300, pauseMs = 1_000 } = options;
  const random = randomOf(seed);
  const { outbox, receiver } = options;
  const world = createTrafficState({ days, now: () => new Date(), outbox, receiver });
  const counts = new Map<string, number>();
  const answered = new Set<string>();
  let going = true;
  let addresses = 0;

  function newCaller(name: string, pause = pauseMs): HttpClient {
    addresses += 1;
    return createHttpClient({
      name,
      address: `10.77.${addresses >> 8}.${addresses & 255}`,
      random: random.fork(name),
      history,
      bffs,
      providerUrl: provider.url,
      pauseMs: pause,
      going: () => going,
      called(operation, status) {
        counts.set(operation, (counts.get(operation) ?? 0) + 1);
        if (status !== null && status < 300) answered.add(operation);
      },
    });
  }

  const login = { ...options.admin, otherPassword: null };
  const owner: Colleague = { client: newCaller("admin-0", 0), world, login };
  // The product may still be starting.
  for (let tries = 1; !(await signInStaff(owner)); tries += 1) {
    if (tries === MOST_LOGINS) throw new Error("the admin cannot log in");
  }
  await openAllDay(owner);
  await readVenue(owner);

  const { run } = createClients({ world, owner, newCaller, answered });
  const running = Object.entries(SHARES).flatMap(([kind, share]) => {
    const count = Math.max(1, Math.round((clients * share) / OF_CLIENTS));
    // SHARES has all kinds as its keys.
    return Array.from({ length: count }, (_, n) => run(kind as ClientKind, `${kind}-${n + 1}`));
  });
  const ended = Promise.all(running);
  // `stop` throws this error.
  ended.catch(() => undefined);

  return {
    async stop() {
      going = false;
      await ended;
    },
    operations: () => new Map(counts),
    answered: () => answered,
  };
}
