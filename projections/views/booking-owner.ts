/** Tells which customer a booking belongs to in read tables (decision 94); `core/customer/own-booking.ts` decides it for one booking. */
import type { Sql } from "../../core/platform/database/database.ts";

/** Bookings made while signed in to the account, and those made as a guest with the email; null leaves that kind out. */
export interface BookingOwner {
  userId: number | null;
  /** An email that its owner has verified, or that staff ask about. */
  guestEmail: string | null;
}

/** The condition on a table `b` with `user_id` and `person_id`. */
export const ownedBy = (sql: Sql, { userId, guestEmail }: BookingOwner) => sql`
  (b.user_id = ${userId}
    or (b.user_id is null
      and b.person_id in (select id from personal_data where lower(email) = lower(${guestEmail}))))`;
