/** Decides what other sites may do: the sites of `EMBED_ORIGINS` read free hours in their visitors' browsers, all others nothing (decision 312). */
import type { IncomingMessage, ServerResponse } from "node:http";
import { READ_AFTER_HEADER } from "../contract/headers.ts";

/** The reads of the booking element: rooms, when one is taken, and the venue's hours and terms. */
const OPEN_READS = [
  "/api/house",
  "/api/embed/[^/?]+",
  "/api/rooms",
  "/api/rooms/[^/?]+",
  "/api/rooms/\\d+/bookings",
];
const OPEN_READ = new RegExp(`^(?:${OPEN_READS.join("|")})(?:\\?|$)`);

/** How long a browser may remember the answer to its question whether it may ask, in seconds. */
const ASK_AGAIN_AFTER = "600";

/** Longer addresses are cut by some programs on the way, so none leads back. */
const MAX_BACK_LENGTH = 2_000;

type Asked = Pick<IncomingMessage, "headers">;

/** The site that made the request, if it is a named one. */
export function embedOriginOf({ headers }: Asked, origins: readonly string[]): string | null {
  const { origin } = headers;
  return origin !== undefined && origins.includes(origin) ? origin : null;
}

/** Lets a named site read an answer; a cache in between must not give it to another site. */
export function shareWithEmbeds(
  request: Asked,
  response: Pick<ServerResponse, "setHeader">,
  origins: readonly string[],
): string | null {
  const origin = embedOriginOf(request, origins);
  if (origin !== null) response.setHeader("Access-Control-Allow-Origin", origin);
  return origin;
}

/**
 * Opens the element's reads to the named sites, without cookies, and answers the browser's question whether it may ask; null if the request
 * goes on to its route. A call that writes is never opened.
 */
export function openReadsToEmbeds(
  request: IncomingMessage,
  response: Pick<ServerResponse, "setHeader">,
  origins: readonly string[],
): Response | null {
  if (origins.length === 0 || !OPEN_READ.test(request.url ?? "")) return null;
  const { method, headers } = request;
  const asks = method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
  const read = asks ? headers["access-control-request-method"] : method;
  if (read !== "GET" && read !== "HEAD") return null;
  response.setHeader("Vary", "Origin");
  const shared = shareWithEmbeds(request, response, origins) !== null;
  if (!asks || !shared) return null;
  return new Response(null, {
    status: 204,
    headers: {
      "Access-Control-Allow-Methods": "GET, HEAD",
      "Access-Control-Allow-Headers": READ_AFTER_HEADER,
      "Access-Control-Max-Age": ASK_AGAIN_AFTER,
    },
  });
}

/**
 * The page to which a visitor may return, as an absolute address: it must be on a named site, so that no link of ours leads anywhere else
 * (decision 314). Null for every other text.
 */
export function backAddress(text: string | undefined, origins: readonly string[]): string | null {
  if (text === undefined || text.length > MAX_BACK_LENGTH || !URL.canParse(text)) return null;
  const { origin, protocol, href, username, password } = new URL(text);
  // The origin of a blob: address is that of the page that made it.
  const isPage = /^https?:$/.test(protocol) && username === "" && password === "";
  return isPage && origins.includes(origin) ? href : null;
}
