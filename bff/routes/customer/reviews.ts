/** The calls about reviews that the website shows: visitors read them, staff answer them, their authors withdraw them (decision 230). */
import { z } from "zod";
import { answerReview, withdrawReview } from "../../../core/feedback/handle.ts";
import { publishedRating, publishedReviews } from "../../../projections/views/feedback.ts";
import { customerCalls, customerMeta } from "../../access/customer-access.ts";
import { staffCalls, staffMeta } from "../../access/staff-access.ts";
import type { App, Bff } from "../../context.ts";
import { Done } from "../../contract/customer/customer.ts";
import {
  AnswerToReview,
  LEAST_FOR_AVERAGE,
  RoomReviews,
  RoomReviewsQuery,
} from "../../contract/customer/feedback.ts";
import { answerWritten, problem } from "../../http/answers.ts";
import { ById, calls, FORM_PROBLEMS, jsonAnswer, jsonAnswerOfWrite, jsonBody } from "../../http/openapi.ts";
import { publishedReviewJson } from "../../wire/review-json.ts";

export function reviewRoutes(app: App, bff: Bff): void {
  const { core, reads } = bff;
  const visitors = calls("Rooms");
  const customers = customerCalls(bff, "Feedback");
  const staff = staffCalls(bff, "Feedback");

  app.openapi(
    visitors.get("/api/rooms/{slug}/reviews", {
      summary: "What visitors say about a room, newest first",
      description:
        "Reviews whose authors let us show them, with the first name only, never edited. The average is given from five on.",
      request: { params: z.object({ slug: z.string() }), query: RoomReviewsQuery },
      responses: { 200: jsonAnswer("One page of reviews", RoomReviews) },
      problems: ["InvalidData", "RoomNotFound"],
    }),
    async (c) => {
      const room = core.rooms.bySlug(c.req.valid("param").slug);
      if (!room) return problem(c, "RoomNotFound");
      const { before = null, limit } = c.req.valid("query");
      const [page, { count, average }] = await reads.read(c.env.incoming, ["feedback"], (sql) =>
        Promise.all([
          publishedReviews(sql, { roomId: room.id, before, limit: limit + 1 }),
          publishedRating(sql, room.id),
        ]),
      );
      const shown = page.slice(0, limit);
      return c.json(
        {
          reviews: shown.map(publishedReviewJson),
          count,
          average: count < LEAST_FOR_AVERAGE ? null : average,
          nextBefore: page.length > limit ? (shown.at(-1)?.id ?? null) : null,
        },
        200,
      );
    },
  );

  app.openapi(
    staff.post("/api/feedback/{id}/answer", {
      summary: "Answer a review that the website shows",
      description: "The answer is shown below it. A later one replaces it; the log keeps both.",
      request: { params: ById, ...jsonBody(AnswerToReview) },
      responses: { 200: jsonAnswerOfWrite("The answer is shown", Done) },
      problems: [
        ...FORM_PROBLEMS,
        "FeedbackNotFound",
        "ReviewNotPublished",
        "PersonErased",
        "ConcurrentChange",
      ],
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const outcome = await answerReview(core, { id, text: c.req.valid("json").text }, staffMeta(c));
      return answerWritten(c, outcome, () => ({ success: true as const, message: "Your answer is shown." }));
    },
  );

  app.openapi(
    customers.delete("/api/auth/bookings/{id}/review", {
      summary: "Stop showing one's review of a booking",
      description: "The venue keeps it. Repeating changes nothing.",
      request: { params: ById },
      responses: { 200: jsonAnswerOfWrite("The review is no longer shown", Done) },
      problems: ["BookingNotFound", "FeedbackNotFound", "ConcurrentChange"],
    }),
    async (c) => {
      const account = c.get("customer");
      const outcome = await withdrawReview(core, account, c.req.valid("param").id, customerMeta(c, account));
      return answerWritten(c, outcome, () => ({
        success: true as const,
        message: "Your review is no longer shown.",
      }));
    },
  );
}
