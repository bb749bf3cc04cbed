/** Projects the read table `feedback`: each review's ratings, whether the website shows it, its answer, and the averages per room. Texts and names stay in `personal_data`. */
import type { Core } from "../../core/context.ts";
import {
  type Feedback,
  type FeedbackEvent,
  feedbackStream,
  type Ratings,
  type VisitPurpose,
} from "../../core/feedback/feedback.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import { projectionOf } from "../engine/fold.ts";
import type { ProjectedRow, Projection, View } from "../engine/projection.ts";

interface FeedbackRow extends ProjectedRow {
  feedback_id: number;
  /** UTC instant. */
  answered_at: string | null;
}

export function feedbackOf({ referenceVault }: Pick<Core, "referenceVault">): Projection {
  /** Null if it is encrypted and can no longer be decrypted. */
  const bookingOf = ({ bookingId, lockedBooking, personId }: Feedback): number | null => {
    if (lockedBooking === null) return bookingId;
    const opened = referenceVault.open(lockedBooking, personId);
    return opened === null ? null : Number(opened);
  };
  return projectionOf(
    {
      table: "feedback",
      stream: feedbackStream,
      keyColumn: "feedback_id",
      readsRow: true,
      rowOf: ({ id, after, event, begunAt }, row) =>
        after && {
          feedback_id: id,
          version: event.version,
          booking_id: bookingOf(after),
          room_id: after.roomId,
          person_id: after.personId,
          rating: after.rating,
          experience_rating: after.experienceRating,
          facility_rating: after.facilityRating,
          service_rating: after.serviceRating,
          value_rating: after.valueRating,
          would_recommend: after.wouldRecommend,
          anonymous: after.anonymous,
          visit_purpose: after.visitPurpose,
          left_at: begunAt.toISOString(),
          published: after.published,
          answer_id: after.answerId,
          answered_at:
            event.type === "ReviewAnswered" ? event.occurredAt.toISOString() : (row?.answered_at ?? null),
        },
    } satisfies View<Feedback | null, FeedbackEvent, FeedbackRow>,
    { version: 3 },
  );
}

/** A review as staff read it. An anonymous one has no name, email or booking, since each would tell who wrote it. */
export interface Review extends Ratings {
  id: number;
  bookingId: number | null;
  roomId: number;
  anonymous: boolean;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  wouldRecommend: boolean;
  visitPurpose: VisitPurpose | null;
  /** As `readWords` reads them. */
  freeText: string | null;
  leftAt: Date;
  published: boolean;
  /** The venue's answer and when it was given; null without one. */
  answerText: string | null;
  answeredAt: Date | null;
}

/** Reviews, newest first, of one room or of all; `before` is the id of the last one that was shown. */
export function reviews(
  sql: Sql,
  { roomId, before, limit }: { roomId: number | null; before: number | null; limit: number },
): Promise<Review[]> {
  return sql<Review[]>`
    select case when f.anonymous then null else f.booking_id end as "bookingId",
      case when f.anonymous then null else p.first_name end as "firstName",
      case when f.anonymous then null else p.last_name end as "lastName",
      case when f.anonymous then null else p.email end as email, ${ratings(sql)}
    where (${roomId}::int is null or f.room_id = ${roomId})
      and (${before}::bigint is null
        or (f.left_at, f.feedback_id) < (select left_at, feedback_id from feedback where feedback_id = ${before}))
    order by f.left_at desc, f.feedback_id desc
    limit ${limit}`;
}

/** Reviews of these bookings with their author, including anonymous ones: for the customer who wrote them. */
export const reviewsOf = (sql: Sql, bookingIds: readonly number[]): Promise<Review[]> => sql<Review[]>`
  select f.booking_id as "bookingId", p.first_name as "firstName", p.last_name as "lastName", p.email, ${ratings(sql)}
  where f.booking_id = any(${[...bookingIds]}::bigint[])
  order by f.left_at desc, f.feedback_id desc`;

/** The columns of a review that name no author, and the tables. */
const ratings = (sql: Sql) => sql`
  f.feedback_id as id, f.room_id as "roomId", f.anonymous, f.rating, f.experience_rating as "experienceRating",
  f.facility_rating as "facilityRating", f.service_rating as "serviceRating", f.value_rating as "valueRating",
  f.would_recommend as "wouldRecommend", f.visit_purpose as "visitPurpose", p.free_text as "freeText", f.left_at as "leftAt",
  f.published, a.free_text as "answerText", f.answered_at as "answeredAt"
  from feedback f left join personal_data p on p.id = f.person_id left join personal_data a on a.id = f.answer_id`;

/** A review as the website shows it: no last name, email or booking; the first name only if the author did not stay anonymous. */
export interface PublishedReview {
  id: number;
  firstName: string | null;
  visitPurpose: VisitPurpose | null;
  rating: number;
  /** As `readWords` reads them. */
  freeText: string;
  leftAt: Date;
  answerText: string | null;
  answeredAt: Date | null;
}

/** The author lets us show it, and has not been erased. */
const shown = (sql: Sql, roomId: number) => sql`
  from feedback f join personal_data p on p.id = f.person_id
  where f.published and f.room_id = ${roomId} and p.free_text is not null`;

/** The published reviews of a room, newest first; `before` is the id of the last one that was shown. */
export const publishedReviews = (
  sql: Sql,
  { roomId, before, limit }: { roomId: number; before: number | null; limit: number },
): Promise<PublishedReview[]> => sql<PublishedReview[]>`
  select f.feedback_id as id, case when f.anonymous then null else p.first_name end as "firstName",
    f.visit_purpose as "visitPurpose", f.rating, p.free_text as "freeText", f.left_at as "leftAt",
    (select free_text from personal_data where id = f.answer_id) as "answerText", f.answered_at as "answeredAt"
  ${shown(sql, roomId)}
    and (${before}::bigint is null
      or (f.left_at, f.feedback_id) < (select left_at, feedback_id from feedback where feedback_id = ${before}))
  order by f.left_at desc, f.feedback_id desc
  limit ${limit}`;

/** How many published reviews a room has, and their average rating with one decimal; null without any. */
export async function publishedRating(
  sql: Sql,
  roomId: number,
): Promise<{ count: number; average: number | null }> {
  const [row] = await sql<{ count: number; average: number | null }[]>`
    select count(*)::int as count, round(avg(f.rating), 1)::float8 as average ${shown(sql, roomId)}`;
  return row ?? { count: 0, average: null };
}

/** How many reviews there are, of one room or of all. */
export async function feedbackCount(sql: Sql, roomId: number | null): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from feedback where ${roomId}::int is null or room_id = ${roomId}`;
  return row?.count ?? 0;
}

/** A room's average rating, with one decimal, and the percentage who recommend it. */
export interface RoomRatings extends Ratings {
  roomId: number;
  count: number;
  recommendPercent: number;
}

/** For each room that has reviews, by room id. */
export function ratingsByRoom(sql: Sql): Promise<RoomRatings[]> {
  return sql<RoomRatings[]>`
    select room_id as "roomId", count(*) as count, round(avg(rating), 1)::float8 as rating,
      round(avg(experience_rating), 1)::float8 as "experienceRating",
      round(avg(facility_rating), 1)::float8 as "facilityRating",
      round(avg(service_rating), 1)::float8 as "serviceRating",
      round(avg(value_rating), 1)::float8 as "valueRating",
      round(100.0 * count(*) filter (where would_recommend) / count(*))::int as "recommendPercent"
    from feedback group by room_id order by room_id`;
}
