/** The call that sends a message to the venue. */
import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { receiveInquiry } from "../../../core/inquiry/handle.ts";
import { visitorMeta } from "../../access/customer-guard.ts";
import type { Bff } from "../../context.ts";
import { InquiryReceived, InquirySubmission } from "../../contract/visitor/inquiry.ts";
import type { BffEnv } from "../../http/hono-env.ts";
import { writtenAt } from "../../http/log-position.ts";
import { BODY_PROBLEMS, json, jsonBody, problems, WRITTEN } from "../../http/openapi.ts";
import { refusal } from "../../http/problem.ts";

export function inquiryRoutes(app: OpenAPIHono<BffEnv>, { core, limits }: Bff): void {
  app.openapi(
    createRoute({
      method: "post",
      path: "/api/contact",
      tags: ["Contact"],
      summary: "Leave a message",
      middleware: limits.inquiries,
      request: jsonBody(InquirySubmission),
      responses: {
        201: { description: "The message has arrived", headers: WRITTEN, content: json(InquiryReceived) },
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
      const received: InquiryReceived = {
        id: outcome.value.id,
        success: true,
        message: "Thank you for your message. We will get back to you soon.",
      };
      return c.json(received, 201, writtenAt(outcome.position));
    },
  );
}
