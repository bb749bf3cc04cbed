/** The call that says how to reach the venue, when it is open and on what terms it is booked (decision 118). */
import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { etag } from "hono/etag";
import type { Bff } from "../../context.ts";
import { House } from "../../contract/venue/house-record.ts";
import type { BffEnv } from "../../http/hono-env.ts";
import { json, problems, REVALIDATED, UNCHANGED } from "../../http/openapi.ts";
import { houseJson } from "../../wire/house-json.ts";

export function houseRoutes(app: OpenAPIHono<BffEnv>, { core }: Bff): void {
  app.openapi(
    createRoute({
      method: "get",
      path: "/api/house",
      tags: ["House"],
      summary: "How the house is reached, when it is open, on what terms it is booked",
      middleware: etag(),
      responses: {
        200: { description: "The house today", headers: REVALIDATED, content: json(House) },
        ...UNCHANGED,
        ...problems(),
      },
    }),
    async (c) => {
      await core.venue.settled();
      return c.json(houseJson(core), 200, { "Cache-Control": "no-cache" });
    },
  );
}
