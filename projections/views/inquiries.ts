/** Owns the read table of inquiries for staff. Who wrote, and what, stays in `personal_data`. */
import { type Inquiry, type InquiryEvent, inquiryStream } from "../../core/inquiry/inquiry.ts";
import type { Person } from "../../core/personal-data.ts";
import type { Sql } from "../../core/platform/database.ts";
import { projectionOf } from "../engine/fold.ts";
import type { ProjectedRow, View } from "../engine/projection.ts";

interface InquiryRow extends ProjectedRow {
  inquiry_id: number;
  person_id: string;
  interested_room: string | null;
  received_at: string;
}

const inquiriesView: View<Inquiry | null, InquiryEvent, InquiryRow> = {
  // Table and cursor have had this name since before there was another word for it.
  table: "messages",
  stream: inquiryStream,
  keyColumn: "inquiry_id",
  rowOf: ({ id, after, event }) =>
    after && {
      inquiry_id: id,
      version: event.version,
      person_id: after.personId,
      interested_room: after.interestedRoom,
      received_at: event.occurredAt.toISOString(),
    },
};

export const inquiries = projectionOf(inquiriesView, { version: 1 });

/** An inquiry as it is listed; the person's fields are null once erased. */
export interface ListedInquiry extends Person {
  id: number;
  /** A room's slug. */
  interestedRoom: string | null;
  /** UTC instant. */
  receivedAt: Date;
}

/** Inquiries, the newest first; all of them without a limit. */
export function readInquiries(
  sql: Sql,
  page: { limit: number | null; offset: number },
): Promise<ListedInquiry[]> {
  return sql<ListedInquiry[]>`
    select m.inquiry_id as id, p.first_name as "firstName", p.last_name as "lastName", p.email, p.phone,
      p.free_text as "freeText", m.interested_room as "interestedRoom", m.received_at as "receivedAt"
    from (
      select * from messages order by received_at desc, inquiry_id desc
      limit ${page.limit} offset ${page.offset}
    ) m
    left join personal_data p on p.id = m.person_id
    order by m.received_at desc, m.inquiry_id desc`;
}

export async function countInquiries(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) as count from messages`;
  return row?.count ?? 0;
}
