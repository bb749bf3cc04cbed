/** Decides whether a browser's request comes from our own pages: cookies are sent from anywhere, so they alone prove nothing. */
import type { IncomingMessage } from "node:http";
import type { MiddlewareHandler } from "hono";
import { problem } from "../http/answers.ts";
import type { BffEnv } from "../http/hono-env.ts";

type Asked = Pick<IncomingMessage, "headers" | "method">;

/**
 * True when the `Origin` is the host that was asked, or `publicHost` where a proxy changes the Host header. Also true without an `Origin`,
 * since browsers send it with every request from another site that could change something.
 */
export function isOwnOrigin(request: Asked, publicHost: string): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin).host;
  return from === host || from === publicHost;
}

/** A form may post across sites without permission, but cannot send JSON. */
export function mayBeCrossSite(request: Asked, publicHost: string): boolean {
  const isJson = /^application\/json\b/i.test(request.headers["content-type"] ?? "");
  return !isOwnOrigin(request, publicHost) || (request.method === "POST" && !isJson);
}

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether the request may change something and another site could have made a browser send it with its cookies. */
export const mayBeCrossSiteChange = (request: Asked, publicHost: string): boolean =>
  !SAFE_METHODS.has(request.method ?? "") && mayBeCrossSite(request, publicHost);

/** For calls without a body or a session: a page of another site that knows the address still cannot make a browser send them. */
export function refuseOtherSites(publicUrl: string): MiddlewareHandler<BffEnv> {
  const { host } = new URL(publicUrl);
  return async (c, next) =>
    isOwnOrigin(c.env.incoming, host) ? void (await next()) : problem(c, "ForeignOrigin");
}
