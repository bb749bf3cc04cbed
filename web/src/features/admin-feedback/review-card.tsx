/** Shows one review to staff; an anonymous one says so and names no customer. */

import { useId } from "react";
import type { Review } from "../../../../bff/contract/customer/feedback.ts";
import { dateAndTime } from "../../../../core/venue/time/time-format.ts";
import { useZone } from "../../format/venue.ts";
import { Badge } from "../../ui/badge.tsx";
import { Stars } from "../../ui/booking/stars.tsx";
import { AnswerReview } from "./answer-review.tsx";

type Told = Exclude<keyof Review, "answer">;

const RATINGS: { key: Told; label: string }[] = [
  { key: "facilityRating", label: "Facility" },
  { key: "serviceRating", label: "Service" },
  { key: "valueRating", label: "Value" },
  { key: "experienceRating", label: "Experience" },
];

const WORDS: { key: Told; label: string }[] = [
  { key: "comments", label: "Comments" },
  { key: "favoriteFeatures", label: "Liked most" },
  { key: "improvements", label: "To improve" },
  { key: "recommendations", label: "Would tell others" },
];

export function ReviewCard({ review }: { review: Review }) {
  const zone = useZone();
  const nameId = useId();
  const texts = WORDS.filter(({ key }) => review[key]);
  return (
    <li className="min-w-0 border border-rule bg-sheet">
      <article aria-labelledby={nameId} className="grid gap-3 px-4 py-3">
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <div>
            <h3 id={nameId} className="font-semibold">
              {review.anonymous ? "Anonymous" : (review.customerName ?? "Name erased")}
            </h3>
            <p className="text-sm text-muted">
              {review.roomName}
              {review.visitPurpose && `, ${review.visitPurpose}`}
              {review.bookingId !== null && `, booking #${review.bookingId}`}
            </p>
          </div>
          <p className="figures text-sm text-muted">{dateAndTime(new Date(review.createdAt), zone)}</p>
        </header>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Stars rating={review.rating} />
          <Badge tone={review.wouldRecommend ? "green" : "neutral"}>
            {review.wouldRecommend ? "Would recommend" : "Would not recommend"}
          </Badge>
          {review.published && <Badge tone="neutral">On the room's page</Badge>}
        </p>
        <p className="figures flex flex-wrap gap-x-4 text-sm text-muted">
          {RATINGS.map(({ key, label }) => (
            <span key={key}>
              {label} {String(review[key])}
            </span>
          ))}
        </p>
        {texts.length > 0 && (
          <dl className="grid gap-2">
            {texts.map(({ key, label }) => (
              <div key={key}>
                <dt className="text-sm text-muted">{label}</dt>
                <dd className="max-w-[72ch] whitespace-pre-wrap">{review[key]}</dd>
              </div>
            ))}
          </dl>
        )}
        {review.published && <AnswerReview key={review.answer?.answeredAt} review={review} />}
      </article>
    </li>
  );
}
