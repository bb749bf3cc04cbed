/** Reads which mails were sent: about a booking, with what became of each, and to a customer for their download. */
import type { Sql } from "../../core/platform/database/database.ts";
import { BOOKING_MAIL_KINDS, type BookingMailKind, SERIES_MAIL_KINDS } from "../words/mail-kinds.ts";

export interface BookingMail {
  kind: BookingMailKind;
  state: "under-way" | "sent" | "refused" | "withheld";
  /** UTC instant at which it was settled, or at which sending began. */
  at: Date;
}

/** The oldest first, with those of earlier dates of its series that told this one too. Each mail is found by its name, since the table has millions of rows. */
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
      union
      select told.stream || '@' || told.version || '/' || kind, kind
      from bookings own
      join bookings earlier on earlier.series_id = own.series_id and earlier.series_number < own.series_number
      join personal_data own_person on own_person.id = own.person_id
      join personal_data person on person.id = earlier.person_id and lower(person.email) = lower(own_person.email)
      join events e on e.stream = ${stream}
      join events told on told.stream = 'booking-' || earlier.booking_id and told.epoch = e.epoch and told.xid = e.xid
        and told.type = e.type
      cross join unnest(${[...SERIES_MAIL_KINDS]}::text[]) kind
      where own.booking_id = ${bookingId}
    ) named join mails using (mail_id)
    order by taken_at, mail_id`;
};

/** Mails written from these rows of personal data, and when they were sent (UTC); null while they are not. */
export const mailsAbout = (
  sql: Sql,
  personIds: readonly string[],
): Promise<{ mailId: string; sentAt: Date | null }[]> => sql<{ mailId: string; sentAt: Date | null }[]>`
  select mail_id as "mailId", case when state = 'sent' then settled_at end as "sentAt"
  from mails where person_id = any(${[...personIds]}::uuid[]) order by taken_at, mail_id`;
