/** The call that sends a message to the venue. */
import { receiveInquiry } from "../../../core/inquiry/handle.ts";
import { visitorMeta } from "../../access/customer-access.ts";
import type { App, Bff } from "../../context.ts";
import { InquiryReceived, InquirySubmission, UNKNOWN_ROOM } from "../../contract/visitor/inquiry.ts";
import { answerCreated, problem } from "../../http/answers.ts";
import { calls, FORM_PROBLEMS, jsonAnswerOfWrite, jsonBody } from "../../http/openapi.ts";

const visitors = calls("Contact");

export function inquiryRoutes(app: App, { core, limits }: Bff): void {
  app.openapi(
    visitors.post("/api/contact", {
      summary: "Send a message",
      middleware: limits.inquiries,
      request: jsonBody(InquirySubmission),
      responses: { 201: jsonAnswerOfWrite("The message has arrived", InquiryReceived) },
      problems: [...FORM_PROBLEMS, "TooManyRequests", "ConcurrentChange"],
    }),
    async (c) => {
      const { phone, interestedRoom, ...typed } = c.req.valid("json");
      if (interestedRoom != null && !core.rooms.bySlug(interestedRoom)) {
        return problem(c, "InvalidData", { errors: [{ path: "interestedRoom", message: UNKNOWN_ROOM }] });
      }
      const inquiry = { ...typed, phone: phone ?? null, interestedRoom: interestedRoom ?? null };
      const outcome = await receiveInquiry(core, inquiry, visitorMeta(c));
      const message = "Thank you for your message. We will get back to you soon.";
      return answerCreated(c, outcome, ({ id }) => ({ id, success: true as const, message }));
    },
  );
}
