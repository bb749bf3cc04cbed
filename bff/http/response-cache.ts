/** Keeps complete responses about rooms in memory, with bytes and headers, until the availability projection advances. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Clock } from "../../core/platform/clock.ts";
import type { Metrics } from "./metrics.ts";
import { REQUEST_ID_HEADER } from "./request-headers.ts";

/** A hub's visitors look at a few months of seven rooms: kilobytes. A client that asks for everything fills no more than this. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;
/** The size of an entry beside its body and its key: headers, and the cache's own data. */
const AROUND_A_RESPONSE = 2 * 1024;

/** What the clock changes in a response (the next free hour, a hold that expires) may be this old. */
const MAX_AGE_MS = 5_000;

/** One form of a response. Its headers reserve a place for the request id: copying them costs a fortieth of adding a header. */
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
  /** By the request's URL, path and query as they were sent; responses are kept under the URLs that our own pages use. */
  get(url: string): ReadyResponse | undefined;
  /** The kept response, or a new one from `read`; requests at the same time share one call of `read`. */
  getOrRead(url: string, route: string, read: () => Promise<unknown>): Promise<ReadyResponse>;
  /** A response that is not kept. */
  once(route: string, value: unknown): ReadyResponse;
  /** Drops everything. The result of a `read` that is running is answered, but not kept. */
  clear(): void;
}

export function createResponseCache(options: {
  clock: Clock;
  metrics: Metrics;
  headers: Readonly<Record<string, string>>;
  /** The most bytes that are kept; 16 MiB if it is left out. */
  maxBytes?: number;
}): ResponseCache {
  const { clock, metrics } = options;
  const now = () => clock.now().getTime();
  const cache = new LRUCache<string, ReadyResponse, { route: string; read(): Promise<unknown> }>({
    maxSize: options.maxBytes ?? MAX_KEPT_BYTES,
    // At most two bytes per character.
    sizeCalculation: ({ found }, url) => 2 * ((found.body?.length ?? 0) + url.length) + AROUND_A_RESPONSE,
    ttl: MAX_AGE_MS,
    ttlResolution: 0,
    perf: { now },
    // A caller who asked before a `clear` still gets the answer.
    ignoreFetchAbort: true,
    async fetchMethod(_url, _stale, { options: kept, context: { route, read } }) {
      const readAt = now();
      const response = readyResponse(route, JSON.stringify(await read()));
      // The response is as old as the data; a ttl of 0 would be forever.
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
