/** Reads a request's body: after the access checks, within the call's size limit, within 15 s, and while there is room in memory. */
import type { IncomingMessage } from "node:http";
import type { MiddlewareHandler } from "hono";
import { MAX_PHOTO_BYTES, tooLargeText } from "../../contract/venue/photo-upload.ts";
import { type ProblemResponse, problem, tooMany } from "../answers.ts";
import type { BffEnv, RespondingContext } from "../hono-env.ts";
import type { ProblemCode } from "../problem-reasons.ts";
import { type BodyMemory, type BodyReservation, createBodyMemory } from "./body-memory.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

const MAX_BYTES = 64 * KIB;

/** A webhook carries whole objects of the provider. */
const MAX_WEBHOOK_BYTES = MIB;

/** The other parts of a form with a picture: fields and separators. */
const AROUND_A_PHOTO = 64 * KIB;
const MAX_UPLOAD_BYTES = MAX_PHOTO_BYTES + AROUND_A_PHOTO;

/** From the start of reading a body to its last byte. */
const ARRIVES_WITHIN_MS = 15_000;

/** How many bytes of bodies may be in memory at a time, until they are answered. */
const ROOM = { inAll: 32 * MIB, perAddress: 4 * MIB };
const ROOM_FOR_PHOTOS = { inAll: 4 * MAX_UPLOAD_BYTES, perAddress: 4 * MAX_UPLOAD_BYTES };

/** Our methods that have a body. Node cannot even make a request of some others: `TRACE` has none. */
const WITH_BODY = new Set(["POST", "PATCH", "PUT", "DELETE"]);

/** Middleware that reads the body, so that all checks before it run without the body. */
export interface Bodies {
  /** Up to 64 KiB. */
  small: MiddlewareHandler<BffEnv>;
  /** Up to 1 MiB. */
  webhook: MiddlewareHandler<BffEnv>;
  /** A form with a picture in the field of that name, with a stated length. */
  picture(field: string): MiddlewareHandler<BffEnv>;
}

interface Rule {
  room: BodyMemory;
  maxBytes: number;
  /** Senders know the length of such a large body in advance: room for all of it is reserved before any of it is read. */
  lengthNeeded?: boolean;
  tooLarge?: (c: RespondingContext) => ProblemResponse;
  noRoom: ProblemCode;
}

/** `addressOf` tells callers apart. `arrivesWithinMs`: for tests. */
export function createBodies({
  addressOf,
  arrivesWithinMs = ARRIVES_WITHIN_MS,
}: {
  addressOf(c: RespondingContext): string;
  arrivesWithinMs?: number | undefined;
}): Bodies {
  const room = createBodyMemory(ROOM);
  const pictures = createBodyMemory(ROOM_FOR_PHOTOS);
  const receive = (rule: Rule): MiddlewareHandler<BffEnv> => {
    const { maxBytes, lengthNeeded = false, tooLarge = (c) => problem(c, "BodyTooLarge"), noRoom } = rule;
    return async (c, next) => {
      const { incoming } = c.env;
      if (!hasBody(incoming)) return next();
      const stated = Number(incoming.headers["content-length"] ?? Number.NaN);
      if (stated > maxBytes) return tooLarge(c);
      if (lengthNeeded && Number.isNaN(stated)) return problem(c, "LengthRequired");
      const wasHere = incoming.complete;
      const lodging = rule.room.open(addressOf(c));
      try {
        const admitted = lengthNeeded ? lodging.reserve(stated) : "taken";
        const body =
          admitted === "taken"
            ? await bodyOf(incoming, { maxBytes, lodging: lengthNeeded ? null : lodging, arrivesWithinMs })
            : admitted;
        if (body === "too large") return tooLarge(c);
        if (body === "too slow") return problem(c, "BodyTooSlow");
        if (body === "no room") return problem(c, noRoom);
        if (body === "too many") return tooMany(c, 1_000);
        // The framework looks here for a body that was already read.
        Object.assign(incoming, { rawBody: body });
        const refused = wasHere ? null : await c.get("checkAccessAgain")?.();
        if (refused) return refused;
        await next();
      } finally {
        lodging.release();
      }
    };
  };
  return {
    small: receive({ room, maxBytes: MAX_BYTES, noRoom: "BodiesBusy" }),
    webhook: receive({ room, maxBytes: MAX_WEBHOOK_BYTES, noRoom: "BodiesBusy" }),
    picture(field) {
      const message = tooLargeText(field);
      const received = receive({
        room: pictures,
        maxBytes: MAX_UPLOAD_BYTES,
        lengthNeeded: true,
        tooLarge: (c) => problem(c, "BodyTooLarge", { message, errors: [{ path: field, message }] }),
        noRoom: "UploadsBusy",
      });
      return (c, next) => {
        c.set("picture", field);
        return received(c, next);
      };
    },
  };
}

/** The whole body, or why not; then the rest stays unread. Throws when the sender disconnects before the end. */
function bodyOf(
  incoming: IncomingMessage,
  {
    maxBytes,
    lodging,
    arrivesWithinMs,
  }: { maxBytes: number; lodging: BodyReservation | null; arrivesWithinMs: number },
): Promise<Buffer | "too large" | "too slow" | "no room" | "too many"> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const late = setTimeout(() => end(() => resolve("too slow")), arrivesWithinMs);
    function onData(chunk: Buffer): void {
      size += chunk.length;
      const taken = lodging?.reserve(chunk.length) ?? "taken";
      if (size > maxBytes) end(() => resolve("too large"));
      else if (taken !== "taken") end(() => resolve(taken));
      else chunks.push(chunk);
    }
    const onEnd = () => end(() => resolve(Buffer.concat(chunks)));
    const onLost = () => end(() => reject(new Error("The sender of a body went away before its end")));
    function end(settle: () => void): void {
      clearTimeout(late);
      incoming.off("data", onData).off("end", onEnd).off("error", onLost).off("close", onLost).pause();
      settle();
    }
    if (incoming.destroyed && !incoming.complete) return onLost();
    incoming.on("data", onData).on("end", onEnd).on("error", onLost).on("close", onLost);
  });
}

/** A call without a body reads as `{}`, whatever its content type says (decision 174), so that each missing field is named. */
export const readMissingBodyAsEmpty: MiddlewareHandler<BffEnv> = (c, next) => {
  const { incoming } = c.env;
  if (!hasBody(incoming) && WITH_BODY.has(incoming.method ?? "")) {
    c.req.raw = new Request(c.req.raw, { body: "{}" });
  }
  return next();
};

export const hasBody = ({ headers }: Pick<IncomingMessage, "headers">): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Whether part of the request's body is still unread: the next request on its connection could not be told from it. */
export const isUnread = (incoming: IncomingMessage): boolean => hasBody(incoming) && !incoming.complete;
