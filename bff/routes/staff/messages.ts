/** Owns the call by which staff read contact messages (SPEC §7). */
import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { countMessages, readMessages } from "../../../projections/views/messages.ts";
import { requireStaff, STAFF_PROBLEMS } from "../../access/staff-guard.ts";
import type { Bff } from "../../context.ts";
import { StaffMessage } from "../../contract/message.ts";
import { DEFAULT_PAGE_SIZE, Paging, TOTAL_COUNT_HEADER } from "../../contract/staff-booking.ts";
import type { BffEnv } from "../../http/hono-env.ts";
import { json, problems } from "../../http/openapi.ts";

export function messageRoutes(app: OpenAPIHono<BffEnv>, bff: Bff): void {
  const { core, views } = bff;
  const { sql } = core;

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/contact",
      tags: ["Contact"],
      summary: "Contact messages, the newest first",
      description: "All of them without `page` and `limit`; with either, one page.",
      middleware: requireStaff(bff),
      request: { query: Paging },
      responses: {
        200: {
          description: "The messages",
          headers: z.object({ [TOTAL_COUNT_HEADER]: z.string() }),
          content: json(z.array(StaffMessage)),
        },
        ...problems(...STAFF_PROBLEMS, "InvalidData"),
      },
    }),
    async (c) => {
      const { page, limit } = c.req.valid("query");
      await views.caughtUp("messages");
      const size = page === undefined && limit === undefined ? null : (limit ?? DEFAULT_PAGE_SIZE);
      const offset = ((page ?? 1) - 1) * (size ?? 0);
      const [messages, total] = await Promise.all([
        readMessages(sql, { limit: size, offset }),
        countMessages(sql),
      ]);
      return c.json(
        messages.map(
          ({ freeText, receivedAt, ...message }): StaffMessage => ({
            ...message,
            message: freeText,
            createdAt: receivedAt.toISOString(),
          }),
        ),
        200,
        { [TOTAL_COUNT_HEADER]: String(total) },
      );
    },
  );
}
