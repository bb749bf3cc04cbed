/** The calls by which customers leave feedback and staff read it (decisions 139, 140). */
import { leaveFeedback } from "../../../core/feedback/handle.ts";
import { personName } from "../../../core/person/person-name.ts";
import {
  feedbackCount,
  type Review as ReviewRow,
  ratingsByRoom,
  reviews,
} from "../../../projections/views/feedback.ts";
import { customerCalls, customerMeta } from "../../access/customer-access.ts";
import { staffCalls } from "../../access/staff-access.ts";
import type { App, Bff } from "../../context.ts";
import {
  FeedbackList,
  FeedbackQuery,
  FeedbackReceived,
  FeedbackSubmission,
  type Review,
} from "../../contract/customer/feedback.ts";
import { answerCreated } from "../../http/answers.ts";
import { FORM_PROBLEMS, jsonAnswer, jsonAnswerOfWrite, jsonBody } from "../../http/openapi.ts";
import { reviewJson } from "../../wire/review-json.ts";

export function feedbackRoutes(app: App, bff: Bff): void {
  const { core, reads } = bff;
  const customers = customerCalls(bff, "Feedback");
  const staff = staffCalls(bff, "Feedback");

  app.openapi(
    customers.post("/api/feedback", {
      summary: "Leave feedback for a booking of one's own",
      description:
        "Once per booking, completed or over for less than 30 days. Who writes is read from the session; with `anonymous` no name is kept with it.",
      request: jsonBody(FeedbackSubmission),
      responses: { 201: jsonAnswerOfWrite("The feedback has arrived", FeedbackReceived) },
      problems: [
        ...FORM_PROBLEMS,
        "InvalidFeedback",
        "BookingNotFound",
        "FeedbackNotOpen",
        "FeedbackAlreadyLeft",
        "ConcurrentChange",
      ],
    }),
    async (c) => {
      const account = c.get("customer");
      const body = c.req.valid("json");
      const outcome = await leaveFeedback(
        core,
        account,
        {
          bookingId: body.bookingId,
          roomId: body.roomId,
          ratings: {
            rating: body.rating,
            experienceRating: body.experienceRating,
            facilityRating: body.facilityRating,
            serviceRating: body.serviceRating,
            valueRating: body.valueRating,
          },
          wouldRecommend: body.wouldRecommend,
          anonymous: body.anonymous,
          visitPurpose: body.visitPurpose ?? null,
          mayPublish: body.mayPublish,
          words: {
            comments: body.comments || null,
            recommendations: body.recommendations || null,
            improvements: body.improvements || null,
            favoriteFeatures: body.favoriteFeatures || null,
          },
        },
        customerMeta(c, account),
      );
      return answerCreated(c, outcome, () => ({
        success: true as const,
        message: "Thank you for your feedback!",
      }));
    },
  );

  app.openapi(
    staff.get("/api/feedback", {
      summary: "Reviews, newest first, with averages per room",
      description: "Anonymous feedback names neither the customer nor the booking.",
      request: { query: FeedbackQuery },
      responses: { 200: jsonAnswer("One page of feedback", FeedbackList) },
      problems: ["InvalidData"],
    }),
    async (c) => {
      const { roomId = null, before = null, limit } = c.req.valid("query");
      const [page, rooms, total] = await reads.read(c.env.incoming, ["feedback"], (sql) =>
        Promise.all([
          reviews(sql, { roomId, before, limit: limit + 1 }),
          ratingsByRoom(sql),
          feedbackCount(sql, roomId),
        ]),
      );
      const shown = page.slice(0, limit);
      const list: FeedbackList = {
        feedback: shown.map(staffReviewJson),
        rooms: rooms.map((ratings) => ({ ...ratings, roomName: roomName(ratings.roomId) })),
        total,
        nextBefore: page.length > limit ? (shown.at(-1)?.id ?? null) : null,
      };
      return c.json(list, 200);
    },
  );

  const roomName = (id: number): string => core.rooms.byId(id)?.name ?? "";

  function staffReviewJson(review: ReviewRow): Review {
    return {
      ...reviewJson(review, roomName(review.roomId)),
      customerName: personName(review) || null,
      customerEmail: review.email,
    };
  }
}
