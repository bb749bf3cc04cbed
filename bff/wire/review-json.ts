/** Writes reviews: for staff and their author in full, for visitors what its author lets us show (decision 230). */
import { readWords } from "../../core/feedback/handle.ts";
import type {
  PublishedReview as PublishedRow,
  Review as ReviewRow,
} from "../../projections/views/feedback.ts";
import type { PublishedReview, Review } from "../contract/customer/feedback.ts";

type Answered = Pick<ReviewRow, "answerText" | "answeredAt">;

const answerJson = ({ answerText, answeredAt }: Answered): Review["answer"] =>
  answerText === null || answeredAt === null
    ? null
    : { text: answerText, answeredAt: answeredAt.toISOString() };

/** Without the author's name and email. */
export function reviewJson(row: ReviewRow, roomName: string): Omit<Review, "customerName" | "customerEmail"> {
  const { firstName: _, lastName: __, email: ___, freeText, leftAt, answerText, answeredAt, ...review } = row;
  return {
    ...review,
    ...readWords(freeText),
    roomName,
    answer: answerJson({ answerText, answeredAt }),
    createdAt: leftAt.toISOString(),
  };
}

/** The month only, because the day would tell those who know who came. */
export function publishedReviewJson(row: PublishedRow): PublishedReview {
  const { id, firstName, visitPurpose, rating, freeText, leftAt } = row;
  const { comments, favoriteFeatures } = readWords(freeText);
  const month = leftAt.toISOString().slice(0, 7);
  return { id, firstName, visitPurpose, month, rating, comments, favoriteFeatures, answer: answerJson(row) };
}
