/** The call that sends a message to the venue. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import { receiveInquiry } from "../../../core/inquiry/handle.ts";
import { visitorMeta } from "../../access/customer-guard.ts";
import type { Bff } from "../../context.ts";
import { InquiryReceived, InquirySubmission } from "../../contract/visitor/inquiry.ts";
import { calls } from "../../http/calls.ts";
import type { BffEnv } from "../../http/hono-env.ts";
import { writtenAt } from "../../http/log-position.ts";
import { FORM_PROBLEMS, jsonBody, writtenAnswer } from "../../http/openapi.ts";
import { refusal } from "../../http/problem.ts";

const visitors = calls("Contact");

export function inquiryRoutes(app: OpenAPIHono<BffEnv>, { core, limits }: Bff): void {
  app.openapi(
    visitors.post("/api/contact", {
      summary: "Send a message",
      middleware: limits.inquiries,
      request: jsonBody(InquirySubmission),
      responses: { 201: writtenAnswer("The message has arrived", InquiryReceived) },
      problems: [...FORM_PROBLEMS, "TooManyRequests", "ConcurrentChange"],
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
