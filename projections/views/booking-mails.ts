/** Reads for staff what became of the mails that a booking's events caused: sent, refused, or withheld since the mailbox had got enough. */
import type { Sql } from "../../core/platform/database.ts";
import { BOOKING_MAIL_KINDS, type BookingMailKind } from "../words/mail-kinds.ts";

export interface BookingMail {
  kind: BookingMailKind;
  state: "under-way" | "sent" | "refused" | "withheld";
  /** UTC instant at which it was settled, or at which sending began. */
  at: Date;
}

/** The oldest first. Each mail is found by its name, since the table has millions of rows. */
export const mailsOfBooking = (sql: Sql, bookingId: number): Promise<BookingMail[]> => {
  const stream = `booking-${bookingId}`;
  return sql<BookingMail[]>`
    select kind, case when state in ('taken', 'handing-over') then 'under-way' else state end as state,
      coalesce(settled_at, taken_at) as at
    from (
      select e.stream || '@' || e.version || '/' || kind as mail_id, kind
      from events e, unnest(${[...BOOKING_MAIL_KINDS]}::text[]) kind where e.stream = ${stream}
      union all
      select ${`${stream}/feedback-invitation`}, 'feedback-invitation'
    ) named join mails using (mail_id)
    order by taken_at, mail_id`;
};
