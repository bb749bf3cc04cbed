/** The calls about rooms and their taken hours, answered from memory until the availability projection changes (decision 149). */
import type { IncomingMessage } from "node:http";
import type { TypedResponse } from "hono";
import { z } from "zod";
import { parsePosition } from "../../../core/log/position.ts";
import type { App, Bff } from "../../context.ts";
import { Room, RoomBooking, RoomBookingsQuery } from "../../contract/room.ts";
import { problem, tooMany } from "../../http/answers.ts";
import { readDateRange } from "../../http/date-range.ts";
import type { BffContext } from "../../http/hono-env.ts";
import { namesTag } from "../../http/if-none-match.ts";
import { ById, calls, json, REVALIDATED, ReadAfter, UNCHANGED } from "../../http/openapi.ts";
import { REQUEST_ID_HEADER, readAfterOf, requestIdOf } from "../../http/request-headers.ts";
import type { ReadyResponse } from "../../http/response-cache.ts";
import { createRoomAnswers } from "../../wire/room-answers.ts";

/**
 * Responds to a read about rooms whose response is kept, before the router and everything else that a request passes: the only work is to
 * compare a tag. Null passes the request to the routes below.
 */
export function respondFromCache({ cache, views, logger }: Bff) {
  const logsReads = logger.isLevelEnabled("debug");
  return (request: IncomingMessage): Response | null => {
    const arrived = performance.now();
    if (request.method !== "GET") return null;
    const ready = cache.get(request.url ?? "");
    if (!ready || !views.includes("availability", readAfterOf(request))) return null;
    const requestId = requestIdOf(request);
    const response = respond(ready, request, requestId);
    const form = response.status === 304 ? ready.unchanged : ready.found;
    form.observe((performance.now() - arrived) / 1000);
    if (logsReads) {
      logger.debug(
        { requestId, url: request.url?.split("?")[0], status: response.status },
        "answered from memory",
      );
    }
    return response;
  };
}

export function roomRoutes(app: App, bff: Bff): void {
  const { core, uncachedReads, limits, reads } = bff;
  const visitors = calls("Rooms");
  const answers = createRoomAnswers(bff);
  const kept = answerFromCache(bff);

  app.openapi(
    visitors.get("/api/rooms", {
      summary: "All rooms, in display order",
      request: { headers: ReadAfter },
      responses: {
        200: { description: "The rooms", headers: REVALIDATED, content: json(z.array(Room)) },
        ...UNCHANGED,
      },
    }),
    (c) => kept<Room[]>(c, () => answers.all()),
  );

  app.openapi(
    visitors.get("/api/rooms/{slug}", {
      summary: "One room",
      request: { params: z.object({ slug: z.string() }), headers: ReadAfter },
      responses: {
        200: { description: "The room", headers: REVALIDATED, content: json(Room) },
        ...UNCHANGED,
      },
      problems: ["RoomNotFound"],
    }),
    async (c) => {
      const room = core.rooms.bySlug(c.req.valid("param").slug);
      if (!room) return problem(c, "RoomNotFound");
      return kept<Room>(c, () => answers.one(room));
    },
  );

  app.openapi(
    visitors.get("/api/rooms/{id}/bookings", {
      summary: "When a room is taken",
      description: "Says only when, and whether it is an unpaid hold; nothing about who or why.",
      request: { params: ById, query: RoomBookingsQuery, headers: ReadAfter },
      responses: {
        200: {
          description: "The taken spans, by start",
          headers: REVALIDATED,
          content: json(z.array(RoomBooking)),
        },
        ...UNCHANGED,
      },
      problems: ["MissingInformation", "InvalidData", "RoomNotFound", "TooManyRequests"],
    }),
    async (c) => {
      const room = core.rooms.byId(c.req.valid("param").id);
      if (!room) return problem(c, "RoomNotFound");
      const query = c.req.valid("query");
      const range = readDateRange(query, core.timeZone);
      if (!range.ok) return problem(c, "InvalidData", { errors: range.errors });
      const { from, to } = range;
      if (!answers.hasBookings(room, range)) {
        const wait = await uncachedReads.waitMs(
          limits.addressHashOf(c),
          `${room.id} ${from.getTime()} ${to.getTime()}`,
        );
        if (wait !== null) return tooMany(c, wait);
      }
      await reads.waitUntilSeen(c.env.incoming, ["availability"]);
      return kept<RoomBooking[]>(c, () => answers.bookings(room, range));
    },
  );
}

/** Responds to a read of free hours: with the response that `answer` keeps or reads, as far as the caller has seen the log. */
export function answerFromCache({ views }: Bff) {
  return async function kept<T>(c: BffContext, answer: () => Promise<ReadyResponse>) {
    const request = c.env.incoming;
    const seen = parsePosition(readAfterOf(request) ?? "");
    if (seen) await views.waitUntilIncluded("availability", seen);
    const ready = await answer();
    // The body was just made from a T, or by an earlier request of this route.
    return respond(ready, request, c.get("requestId")) as Response & TypedResponse<T, 200, "json">;
  };
}

/** The response, or 304 to a client that has it. A proxy may have weakened our tag, and a client may send several. */
function respond(ready: ReadyResponse, request: IncomingMessage, requestId: string): Response {
  const unchanged = namesTag(request.headers["if-none-match"], ready.etag);
  const form = unchanged ? ready.unchanged : ready.found;
  const headers = { ...form.headers };
  headers[REQUEST_ID_HEADER] = requestId;
  return new Response(form.body, { status: unchanged ? 304 : 200, headers });
}
