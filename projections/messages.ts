/** Owns the `messages` read table: contact messages for staff. Who wrote, and what, stays in `personal_data`. */
import type { InquiryEvent } from "../core/inquiry/inquiry.ts";
import type { RecordedEvent } from "../core/log/read.ts";
import type { Person } from "../core/personal-data.ts";
import type { Sql } from "../core/platform/database.ts";
import { inquiryIdOf, type ProjectedRow, type Projection } from "./projection.ts";

interface MessageRow extends ProjectedRow {
  inquiry_id: number;
  person_id: string;
  interested_room: string | null;
  received_at: string;
}

export const messages: Projection<MessageRow> = {
  name: "messages",
  keyColumn: "inquiry_id",
  keyOf: inquiryIdOf,
  evolve(_row, recorded) {
    const event = recorded as Pick<RecordedEvent, "type" | "data"> as InquiryEvent; // keyOf lets inquiries pass only
    return {
      inquiry_id: inquiryIdOf(recorded) ?? 0,
      version: recorded.version,
      person_id: event.data.personId,
      interested_room: event.data.interestedRoom,
      received_at: recorded.occurredAt.toISOString(),
    };
  },
};

/** A contact message; the person's fields are null once erased. */
export interface Message extends Person {
  id: number;
  /** A room's slug. */
  interestedRoom: string | null;
  /** UTC instant. */
  receivedAt: Date;
}

/** Messages, the newest first; all of them without a limit. */
export function readMessages(sql: Sql, page: { limit: number | null; offset: number }): Promise<Message[]> {
  return sql<Message[]>`
    select m.inquiry_id as id, p.first_name as "firstName", p.last_name as "lastName", p.email, p.phone,
      p.free_text as "freeText", m.interested_room as "interestedRoom", m.received_at as "receivedAt"
    from (
      select * from messages order by received_at desc, inquiry_id desc
      limit ${page.limit} offset ${page.offset}
    ) m
    left join personal_data p on p.id = m.person_id
    order by m.received_at desc, m.inquiry_id desc`;
}

export async function countMessages(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) as count from messages`;
  return row?.count ?? 0;
}
