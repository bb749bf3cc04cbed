/** Owns the answers about rooms that are kept ready, bytes and headers and all, until the availability view moves on. */
import { createHash } from "node:crypto";
import type { Clock } from "../../core/platform/clock.ts";
import type { Metrics } from "./metrics.ts";
import { REQUEST_ID_HEADER } from "./request-id.ts";

/** The oldest goes first; a hub has seven rooms, and its visitors look at a few months of each. */
const MAX_ANSWERS = 1_000;

/** What the clock changes in an answer (the next free hour, a hold that lapses) may be this old. */
const MAX_AGE_MS = 5_000;

/** Headers with a place for the request id: a copy of these costs a fortieth of one that adds a header. */
type ReadyHeaders = Readonly<Record<string, string>>;

/** An answer that needs nothing but a request id. */
export interface ReadyAnswer {
  etag: string;
  found: { body: string; headers: ReadyHeaders; observe(seconds: number): void };
  unchanged: { body: null; headers: ReadyHeaders; observe(seconds: number): void };
  /** Milliseconds since 1970 after which it is made anew. */
  freshUntil: number;
}

export interface AnswerMemory {
  /** By the request's URL, path and query as they were sent. */
  get(url: string): ReadyAnswer | undefined;
  /** The kept answer, or the one that `read` gives; requests at the same time share one reading. */
  answer(url: string, route: string, read: () => Promise<unknown>): Promise<ReadyAnswer>;
  /** Drops everything. A reading under way is answered, but not kept. */
  clear(): void;
}

export function createAnswerMemory(options: {
  clock: Clock;
  metrics: Metrics;
  headers: Readonly<Record<string, string>>;
}): AnswerMemory {
  const { clock, metrics } = options;
  const kept = new Map<string, ReadyAnswer>();
  let reading = new Map<string, Promise<ReadyAnswer>>();

  async function make(route: string, read: () => Promise<unknown>): Promise<ReadyAnswer> {
    const freshUntil = clock.now().getTime() + MAX_AGE_MS;
    const body = JSON.stringify(await read());
    const etag = `"${createHash("sha1").update(body).digest("base64url")}"`;
    const common = { ETag: etag, "Cache-Control": "no-cache", ...options.headers, [REQUEST_ID_HEADER]: "" };
    const found = metrics.requests("GET", route, 200);
    const unchanged = metrics.requests("GET", route, 304);
    return {
      etag,
      found: {
        body,
        headers: {
          "Content-Length": String(Buffer.byteLength(body)),
          "Content-Type": "application/json",
          ...common,
        },
        observe: (seconds) => found.observe(seconds),
      },
      unchanged: { body: null, headers: common, observe: (seconds) => unchanged.observe(seconds) },
      freshUntil,
    };
  }

  function keep(url: string, answer: ReadyAnswer): void {
    kept.delete(url);
    kept.set(url, answer);
    if (kept.size <= MAX_ANSWERS) return;
    for (const oldest of kept.keys()) {
      kept.delete(oldest);
      return;
    }
  }

  function get(url: string): ReadyAnswer | undefined {
    const answer = kept.get(url);
    return answer && answer.freshUntil > clock.now().getTime() ? answer : undefined;
  }

  return {
    get,
    async answer(url, route, read) {
      const ready = get(url) ?? reading.get(url);
      if (ready) return ready;
      const readings = reading;
      const made = make(route, read);
      readings.set(url, made);
      try {
        const answer = await made;
        // After a clear, `reading` is another map: what was read before it may be old.
        if (readings === reading) keep(url, answer);
        return answer;
      } finally {
        readings.delete(url);
      }
    },
    clear() {
      kept.clear();
      reading = new Map();
    },
  };
}
