/** The calls by which staff read, answer and close messages (decision 114). */

import { z } from "zod";
import {
  answerInquiry,
  type InquiryStatus,
  recordInquiryBooking,
  setInquiryDone,
} from "../../../core/inquiry/handle.ts";
import type { Actor } from "../../../core/log/append-request.ts";
import type { Sql } from "../../../core/platform/database/database.ts";
import { countStages, findInquiries, type ListedInquiry } from "../../../projections/views/inquiries.ts";
import { namesOf } from "../../../projections/views/staff.ts";
import { staffCalls, staffMeta } from "../../access/staff-access.ts";
import type { App, Bff } from "../../context.ts";
import { DEFAULT_PAGE_SIZE, TOTAL_COUNT_HEADER } from "../../contract/staff/staff-booking.ts";
import {
  InquiriesQuery,
  InquiryAnswer,
  InquiryBooking,
  InquiryChange,
  InquiryChanged,
  type InquiryFilter,
  type InquiryStage,
  InquirySummary,
  StaffInquiry,
} from "../../contract/staff/staff-inquiry.ts";
import { answerCreated, answerWritten } from "../../http/answers.ts";
import { IDEMPOTENCY_KEY_PARAMETER, REPEAT_PROBLEMS, readRepeatable } from "../../http/idempotency.ts";
import { ById, FORM_PROBLEMS, json, jsonAnswer, jsonAnswerOfWrite, jsonBody } from "../../http/openapi.ts";

const STAGES_OF: Record<InquiryFilter, readonly InquiryStage[]> = {
  all: [],
  open: ["new", "answered"],
  new: ["new"],
  answered: ["answered"],
  done: ["done"],
};

const CHANGE_PROBLEMS = [...FORM_PROBLEMS, "InquiryNotFound", "ConcurrentChange"] as const;

const changed = ({ id, stage }: InquiryStatus, message: string): InquiryChanged => ({ id, stage, message });

export function staffInquiryRoutes(app: App, bff: Bff): void {
  const { core } = bff;
  const staff = staffCalls(bff, "Contact");

  app.openapi(
    staff.get("/api/contact", {
      summary: "Contact messages, the newest first",
      description: "Without `page` and `limit` all that match the filter; with either, one page.",
      request: { query: InquiriesQuery },
      responses: {
        200: {
          description: "The messages",
          headers: z.object({ [TOTAL_COUNT_HEADER]: z.string() }),
          content: json(z.array(StaffInquiry)),
        },
      },
      problems: ["InvalidData"],
    }),
    async (c) => {
      const { page, limit, stage, search } = c.req.valid("query");
      const size = page === undefined && limit === undefined ? null : (limit ?? DEFAULT_PAGE_SIZE);
      const offset = ((page ?? 1) - 1) * (size ?? 0);
      const filter = { stages: STAGES_OF[stage], search };
      const read = async (sql: Sql) => {
        const found = await findInquiries(sql, filter, { limit: size, offset });
        return { ...found, nameOf: await namesOf(sql, actorsIn(found.inquiries)) };
      };
      const { inquiries, total, nameOf } = await bff.reads.read(c.env.incoming, ["inquiries", "staff"], read);
      return c.json(
        inquiries.map((inquiry) => staffInquiryJson(inquiry, nameOf)),
        200,
        { [TOTAL_COUNT_HEADER]: String(total) },
      );
    },
  );

  app.openapi(
    staff.get("/api/contact/summary", {
      summary: "How many contact messages there are",
      responses: { 200: jsonAnswer("In all and of each stage", InquirySummary) },
    }),
    async (c) => {
      const counts = await bff.reads.read(c.env.incoming, ["inquiries"], countStages);
      const summary: InquirySummary = { total: counts.new + counts.answered + counts.done, ...counts };
      return c.json(summary, 200);
    },
  );

  app.openapi(
    staff.post("/api/contact/{id}/answers", {
      summary: "Answer a message by mail",
      description:
        "Mailed to the sender, with their message quoted; replies go to the venue's email. The same Idempotency-Key with the same text sends one mail.",
      parameters: [IDEMPOTENCY_KEY_PARAMETER],
      request: { params: ById, ...jsonBody(InquiryAnswer) },
      responses: { 201: jsonAnswerOfWrite("The answer is on its way", InquiryChanged) },
      problems: [...CHANGE_PROBLEMS, "InquirerErased", ...REPEAT_PROBLEMS],
    }),
    async (c) => {
      const id = c.req.valid("param").id;
      const { text } = c.req.valid("json");
      const repeatable = readRepeatable(c, core, [text]);
      if (!repeatable.ok) return repeatable.response;
      const { idempotencyKey } = repeatable;
      const outcome = await answerInquiry(core, { id, text, idempotencyKey }, staffMeta(c));
      return answerCreated(c, outcome, (value) => changed(value, "The answer is on its way"));
    },
  );

  app.openapi(
    staff.patch("/api/contact/{id}", {
      summary: "Mark a message as done, or reopen it",
      request: { params: ById, ...jsonBody(InquiryChange) },
      responses: { 200: jsonAnswerOfWrite("The message after the change", InquiryChanged) },
      problems: [...CHANGE_PROBLEMS],
    }),
    async (c) => {
      const id = c.req.valid("param").id;
      const { done } = c.req.valid("json");
      const outcome = await setInquiryDone(core, { id, done }, staffMeta(c));
      return answerWritten(c, outcome, (value) => changed(value, done ? "Message done" : "Message reopened"));
    },
  );

  app.openapi(
    staff.post("/api/contact/{id}/booking", {
      summary: "Link a message to its booking",
      request: { params: ById, ...jsonBody(InquiryBooking) },
      responses: { 200: jsonAnswerOfWrite("The message after the change", InquiryChanged) },
      problems: [...CHANGE_PROBLEMS, "BookingNotFound"],
    }),
    async (c) => {
      const id = c.req.valid("param").id;
      const { bookingId } = c.req.valid("json");
      const outcome = await recordInquiryBooking(core, { id, bookingId }, staffMeta(c));
      return answerWritten(c, outcome, (value) => changed(value, "Booking linked"));
    },
  );
}

const actorsIn = (inquiries: readonly ListedInquiry[]): Actor[] =>
  inquiries.flatMap(({ thread }) => thread.map(({ by }) => by));

const staffInquiryJson = (
  { freeText, receivedAt, thread, ...inquiry }: ListedInquiry,
  nameOf: (actor: Actor) => string,
): StaffInquiry => ({
  ...inquiry,
  message: freeText,
  createdAt: receivedAt.toISOString(),
  thread: thread.map(({ at, by, answerId: _, ...step }) => ({
    ...step,
    at: at.toISOString(),
    by: nameOf(by),
  })),
});
