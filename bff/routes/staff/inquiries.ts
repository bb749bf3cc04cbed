/** Owns the call by which staff read inquiries (SPEC §7). */
import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { countInquiries, readInquiries } from "../../../projections/views/inquiries.ts";
import { requireStaff, STAFF_PROBLEMS } from "../../access/staff-guard.ts";
import type { Bff } from "../../context.ts";
import { StaffInquiry } from "../../contract/inquiry.ts";
import { DEFAULT_PAGE_SIZE, Paging, TOTAL_COUNT_HEADER } from "../../contract/staff-booking.ts";
import type { BffEnv } from "../../http/hono-env.ts";
import { json, problems } from "../../http/openapi.ts";

export function staffInquiryRoutes(app: OpenAPIHono<BffEnv>, bff: Bff): void {
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
          content: json(z.array(StaffInquiry)),
        },
        ...problems(...STAFF_PROBLEMS, "InvalidData"),
      },
    }),
    async (c) => {
      const { page, limit } = c.req.valid("query");
      const size = page === undefined && limit === undefined ? null : (limit ?? DEFAULT_PAGE_SIZE);
      const offset = ((page ?? 1) - 1) * (size ?? 0);
      const [inquiries, total] = await bff.reads.read(c.env.incoming, ["inquiries"], (sql) =>
        Promise.all([readInquiries(sql, { limit: size, offset }), countInquiries(sql)]),
      );
      return c.json(
        inquiries.map(
          ({ freeText, receivedAt, ...inquiry }): StaffInquiry => ({
            ...inquiry,
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
