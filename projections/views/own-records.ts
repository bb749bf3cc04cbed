/** Reads what is stored of a customer in addition to their bookings, for their own download: reviews and mails. */
import type { Sql } from "../../core/platform/database.ts";
import type { Review } from "./feedback.ts";

/** Reviews of these bookings, including anonymous ones, since the customer wrote them. */
export const reviewsOf = (sql: Sql, bookingIds: readonly number[]): Promise<Review[]> => sql<Review[]>`
  select f.feedback_id as id, f.booking_id as "bookingId", f.room_id as "roomId", f.anonymous,
    p.first_name as "firstName", p.last_name as "lastName", p.email, f.rating,
    f.experience_rating as "experienceRating", f.facility_rating as "facilityRating",
    f.service_rating as "serviceRating", f.value_rating as "valueRating",
    f.would_recommend as "wouldRecommend", f.visit_purpose as "visitPurpose",
    p.free_text as "freeText", f.left_at as "leftAt"
  from feedback f left join personal_data p on p.id = f.person_id
  where f.booking_id = any(${[...bookingIds]}::bigint[])
  order by f.left_at desc, f.feedback_id desc`;

/** Mails written from these rows of personal data, and when they were sent (UTC); null while they are not. */
export const mailsAbout = (
  sql: Sql,
  personIds: readonly string[],
): Promise<{ mailId: string; sentAt: Date | null }[]> => sql<{ mailId: string; sentAt: Date | null }[]>`
  select mail_id as "mailId", case when state = 'sent' then settled_at end as "sentAt"
  from mails where person_id = any(${[...personIds]}::uuid[]) order by taken_at, mail_id`;
