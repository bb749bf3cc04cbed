/** Owns the calls that say how the house is reached and that leave a contact message (SPEC §7). */
import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { etag } from "hono/etag";
import { receiveInquiry } from "../../../core/inquiry/handle.ts";
import { visitorMeta } from "../../access/customer-guard.ts";
import type { Bff } from "../../context.ts";
import { ContactMessage, ContactReceived, House } from "../../contract/contact.ts";
import type { BffEnv } from "../../http/hono-env.ts";
import { writtenAt } from "../../http/log-position.ts";
import { BODY_PROBLEMS, json, jsonBody, problems, REVALIDATED, WRITTEN } from "../../http/openapi.ts";
import { refusal } from "../../http/problem.ts";

export function contactRoutes(app: OpenAPIHono<BffEnv>, { core, limits }: Bff): void {
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
        ...problems(),
      },
    }),
    (c) => c.json(house, 200, { "Cache-Control": "public, max-age=300" }),
  );

  app.openapi(
    createRoute({
      method: "post",
      path: "/api/contact",
      tags: ["Contact"],
      summary: "Leave a message",
      middleware: limits.inquiries,
      request: jsonBody(ContactMessage),
      responses: {
        201: { description: "The message has arrived", headers: WRITTEN, content: json(ContactReceived) },
        ...problems(
          ...BODY_PROBLEMS,
          "MissingInformation",
          "InvalidData",
          "TooManyRequests",
          "ConcurrentChange",
        ),
      },
    }),
    async (c) => {
      const { phone, interestedRoom, ...message } = c.req.valid("json");
      const inquiry = { ...message, phone: phone ?? null, interestedRoom: interestedRoom ?? null };
      const outcome = await receiveInquiry(core, inquiry, visitorMeta(c));
      if (!outcome.ok) return refusal(c, outcome.rejection);
      const received: ContactReceived = {
        id: outcome.value.id,
        success: true,
        message: "Thank you for your message. We will get back to you soon.",
      };
      return c.json(received, 201, writtenAt(outcome.position));
    },
  );
}
