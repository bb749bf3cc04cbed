/** Owns the responses about rooms that are kept ready, bytes and headers and all, until the availability view moves on. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Clock } from "../../core/platform/clock.ts";
import type { Metrics } from "./metrics.ts";
import { REQUEST_ID_HEADER } from "./request-id.ts";

/** A hub has seven rooms, and its visitors look at a few months of each: kilobytes. Whoever asks for all there is fills no more than this. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;
/** What one takes beside its body and its key: headers, and the cache's own. */
const AROUND_A_RESPONSE = 2 * 1024;

/** What the clock changes in a response (the next free hour, a hold that lapses) may be this old. */
const MAX_AGE_MS = 5_000;

/** One form of a response. Its headers have a place for the request id: a copy of these costs a fortieth of one that adds a header. */
interface ReadyForm {
  body: string | null;
  headers: Readonly<Record<string, string>>;
  observe(seconds: number): void;
}

/** A response that needs nothing but a request id. */
export interface ReadyResponse {
  etag: string;
  found: ReadyForm;
  unchanged: ReadyForm;
}

export interface ResponseCache {
  /** By the request's URL, path and query as they were sent; kept under what our own pages send. */
  get(url: string): ReadyResponse | undefined;
  /** The kept response, or one of what `read` gives; requests at the same time share one reading. */
  getOrRead(url: string, route: string, read: () => Promise<unknown>): Promise<ReadyResponse>;
  /** A response that nobody keeps. */
  once(route: string, value: unknown): ReadyResponse;
  /** Drops everything. A reading under way is answered, but not kept. */
  clear(): void;
}

export function createResponseCache(options: {
  clock: Clock;
  metrics: Metrics;
  headers: Readonly<Record<string, string>>;
  /** Kept at most, if not 16 MiB. */
  maxBytes?: number;
}): ResponseCache {
  const { clock, metrics } = options;
  const now = () => clock.now().getTime();
  const cache = new LRUCache<string, ReadyResponse, { route: string; read(): Promise<unknown> }>({
    maxSize: options.maxBytes ?? MAX_KEPT_BYTES,
    // Two bytes a character at most.
    sizeCalculation: ({ found }, url) => 2 * ((found.body?.length ?? 0) + url.length) + AROUND_A_RESPONSE,
    ttl: MAX_AGE_MS,
    ttlResolution: 0,
    perf: { now },
    // Whoever asked before a `clear` is answered all the same.
    ignoreFetchAbort: true,
    async fetchMethod(_url, _stale, { options: kept, context: { route, read } }) {
      const readAt = now();
      const response = readyResponse(route, JSON.stringify(await read()));
      // It is as old as what was read; 0 would be forever.
      kept.ttl = Math.max(1, readAt + MAX_AGE_MS - now());
      return response;
    },
  });

  function readyResponse(route: string, body: string): ReadyResponse {
    const etag = `"${createHash("sha1").update(body).digest("base64url")}"`;
    const common = { ETag: etag, "Cache-Control": "no-cache", ...options.headers, [REQUEST_ID_HEADER]: "" };
    const content = {
      "Content-Length": String(Buffer.byteLength(body)),
      "Content-Type": "application/json",
    };
    const durations = (status: number) => {
      const observed = metrics.requests("GET", route, status);
      return (seconds: number) => observed.observe(seconds);
    };
    return {
      etag,
      found: { body, headers: { ...content, ...common }, observe: durations(200) },
      unchanged: { body: null, headers: common, observe: durations(304) },
    };
  }

  return {
    get: (url) => cache.get(url),
    getOrRead: (url, route, read) => cache.forceFetch(url, { context: { route, read } }),
    once: (route, value) => readyResponse(route, JSON.stringify(value)),
    clear: () => cache.clear(),
  };
}
