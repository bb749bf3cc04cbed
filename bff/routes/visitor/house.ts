/** Owns the call that says how the house is reached (SPEC §2 contact). */
import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { etag } from "hono/etag";
import type { Bff } from "../../context.ts";
import { House } from "../../contract/house-record.ts";
import type { BffEnv } from "../../http/hono-env.ts";
import { json, problems, REVALIDATED, UNCHANGED } from "../../http/openapi.ts";

export function houseRoutes(app: OpenAPIHono<BffEnv>, { core }: Bff): void {
  const { url: _url, ...particulars } = core.house;
  const house: House = { ...particulars, timeZone: core.timeZone };

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/house",
      tags: ["Contact"],
      summary: "How the house is reached",
      middleware: etag(),
      responses: {
        200: { description: "Its particulars", headers: REVALIDATED, content: json(House) },
        ...UNCHANGED,
        ...problems(),
      },
    }),
    (c) => c.json(house, 200, { "Cache-Control": "public, max-age=300" }),
  );
}
