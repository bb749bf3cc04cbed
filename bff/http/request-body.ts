/** Owns what a body may be before anybody reads it: at most 64 KiB but for photos, and `{}` where there is none. */
import type { IncomingMessage } from "node:http";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { MAX_PHOTO_BYTES, PHOTO_TOO_LARGE } from "../contract/photo-upload.ts";
import type { BffContext, BffEnv, RespondingContext } from "./hono-env.ts";
import { type ProblemResponse, problem } from "./problem.ts";

const MAX_BYTES = 64 * 1024;

/** Webhooks carry whole objects of the provider's. */
export const MAX_WEBHOOK_BYTES = 1024 * 1024;

/** Of a form with a photo: its other fields, and what stands between them. */
const AROUND_A_PHOTO = 64 * 1024;

/** The one call whose body is no JSON and larger than a text. */
export const isPhotoUpload = ({ req }: Pick<BffContext, "req">): boolean =>
  req.method === "POST" && /^\/api\/rooms\/[^/]+\/photos$/.test(req.path);

/** As `limitBody`, in words about the photo. */
export const limitPhoto = (): MiddlewareHandler<BffEnv> =>
  limitBody(MAX_PHOTO_BYTES + AROUND_A_PHOTO, (c) =>
    problem(c, "BodyTooLarge", {
      message: PHOTO_TOO_LARGE,
      errors: [{ path: "photo", message: PHOTO_TOO_LARGE }],
    }),
  );

/** Methods of ours that carry one. Of others not even a request could be made: `TRACE` has none. */
const WITH_BODY = new Set(["POST", "PATCH", "PUT", "DELETE"]);

/** Refuses a larger body with 413: by its stated length before reading any of it, else while it is read. */
export function limitBody(
  maxBytes = MAX_BYTES,
  refuse: (c: RespondingContext) => ProblemResponse = (c) => problem(c, "BodyTooLarge"),
): MiddlewareHandler<BffEnv> {
  const countWhileReading = bodyLimit({ maxSize: maxBytes, onError: refuse });
  return (c, next) => {
    const { headers } = c.env.incoming;
    if (headers["transfer-encoding"] !== undefined) return countWhileReading(c, next);
    if (Number(headers["content-length"] ?? 0) > maxBytes) return Promise.resolve(refuse(c));
    return next();
  };
}

/** A call without a body reads as `{}`, whatever its content type says (SPEC §7), so that each missing field is named. */
export const readNothingAsEmpty: MiddlewareHandler<BffEnv> = (c, next) => {
  const { incoming } = c.env;
  if (!hasBody(incoming) && WITH_BODY.has(incoming.method ?? "")) {
    c.req.raw = new Request(c.req.raw, { body: "{}" });
  }
  return next();
};

export const hasBody = ({ headers }: Pick<IncomingMessage, "headers">): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
