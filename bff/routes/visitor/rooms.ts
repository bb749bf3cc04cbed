/** Owns the calls about rooms and their taken hours (SPEC §7), answered from memory until the availability view moves on. */
import type { IncomingMessage } from "node:http";
import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import type { TypedResponse } from "hono";
import { z } from "zod";
import type { Room as CoreRoom } from "../../../core/venue/rooms.ts";
import { takenSpans } from "../../../projections/views/availability.ts";
import type { Bff } from "../../context.ts";
import { Room, RoomBooking, RoomBookingsQuery } from "../../contract/room.ts";
import { readDateRange } from "../../http/date-range.ts";
import type { BffContext, BffEnv } from "../../http/hono-env.ts";
import { readAfterOf } from "../../http/log-position.ts";
import { json, PathId, problems, REVALIDATED, ReadAfter, UNCHANGED } from "../../http/openapi.ts";
import { problem } from "../../http/problem.ts";
import { REQUEST_ID_HEADER, requestIdOf } from "../../http/request-id.ts";
import type { ReadyResponse } from "../../http/response-cache.ts";
import { LOOK_AHEAD_DAYS, roomBookingsJson, roomsJson } from "../../wire/room-json.ts";

const DAY_MS = 86_400_000;

/**
 * Responds to a read about rooms whose response is kept, ahead of the router and everything else that a request passes:
 * all that is left to do is to compare a tag. Null hands the request on to the routes below.
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
      logger.debug({ requestId, url: request.url, status: response.status }, "answered from memory");
    }
    return response;
  };
}

export function roomRoutes(app: OpenAPIHono<BffEnv>, bff: Bff): void {
  const { core, cache, views } = bff;

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/rooms",
      tags: ["Rooms"],
      summary: "All rooms, in display order",
      request: { headers: ReadAfter },
      responses: {
        200: { description: "The rooms", headers: REVALIDATED, content: json(z.array(Room)) },
        ...UNCHANGED,
        ...problems(),
      },
    }),
    (c) => cached<Room[]>(c, "/api/rooms", "/api/rooms", () => readRooms(core.rooms.all())),
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/rooms/{slug}",
      tags: ["Rooms"],
      summary: "One room",
      request: { params: z.object({ slug: z.string() }), headers: ReadAfter },
      responses: {
        200: { description: "The room", headers: REVALIDATED, content: json(Room) },
        ...UNCHANGED,
        ...problems("RoomNotFound"),
      },
    }),
    async (c) => {
      const room = core.rooms.bySlug(c.req.valid("param").slug);
      if (!room) return problem(c, "RoomNotFound");
      return cached<Room>(
        c,
        "/api/rooms/:slug",
        `/api/rooms/${room.slug}`,
        async () => (await readRooms([room]))[0],
      );
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/rooms/{id}/bookings",
      tags: ["Rooms"],
      summary: "When a room is taken",
      description: "Says only when, and whether it is an unpaid hold; nothing about who or why.",
      request: { params: z.object({ id: PathId }), query: RoomBookingsQuery, headers: ReadAfter },
      responses: {
        200: {
          description: "The taken spans, by start",
          headers: REVALIDATED,
          content: json(z.array(RoomBooking)),
        },
        ...UNCHANGED,
        ...problems("MissingInformation", "InvalidData", "RoomNotFound"),
      },
    }),
    async (c) => {
      const room = core.rooms.byId(c.req.valid("param").id ?? 0);
      if (!room) return problem(c, "RoomNotFound");
      const query = c.req.valid("query");
      const range = readDateRange(query, core.timeZone);
      if (!range.ok) return problem(c, "InvalidData", { errors: range.errors });
      const { startDate, endDate } = query;
      const url = `/api/rooms/${room.id}/bookings?${new URLSearchParams({ startDate, endDate })}`;
      return cached<RoomBooking[]>(c, "/api/rooms/:id/bookings", url, async () => {
        const taken = await takenSpans(core.sql, room.id, range.from, range.to);
        return roomBookingsJson(taken, core.clock.now());
      });
    },
  );

  /** `url` is what the response depends on, as our own pages write it: whatever else a query says reads nothing anew. */
  async function cached<T>(c: BffContext, route: string, url: string, read: () => Promise<T | undefined>) {
    const request = c.env.incoming;
    await views.untilIncluded("availability", readAfterOf(request));
    const ready = await cache.getOrRead(url, route, read);
    // The body was made from a T a moment ago, or by an earlier request of this route.
    return respond(ready, request, c.get("requestId")) as Response & TypedResponse<T, 200, "json">;
  }

  async function readRooms(rooms: readonly CoreRoom[]): Promise<Room[]> {
    const now = core.clock.now();
    const until = new Date(now.getTime() + (LOOK_AHEAD_DAYS + 1) * DAY_MS);
    const [only] = rooms.length === 1 ? rooms : [];
    return roomsJson(core, rooms, await takenSpans(core.sql, only?.id ?? null, now, until));
  }
}

/** The response, or 304 to a client that has it. A proxy may have weakened our tag, and a client may send several. */
function respond(ready: ReadyResponse, request: IncomingMessage, requestId: string): Response {
  const unchanged = request.headers["if-none-match"]?.includes(ready.etag) ?? false;
  const form = unchanged ? ready.unchanged : ready.found;
  const headers = { ...form.headers };
  headers[REQUEST_ID_HEADER] = requestId;
  return new Response(form.body, { status: unchanged ? 304 : 200, headers });
}
