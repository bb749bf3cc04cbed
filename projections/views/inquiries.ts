/** Projects the read table of messages for staff: the stage of each and the steps after it. Names and texts stay in `personal_data`. */
import {
  type Inquiry,
  type InquiryEvent,
  type InquiryStage,
  inquiryStream,
  stageOf,
} from "../../core/inquiry/inquiry.ts";
import type { Actor } from "../../core/log/append-request.ts";
import type { RecordedEvent } from "../../core/log/stream.ts";
import type { Person } from "../../core/person/personal-data.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import { projectionOf } from "../engine/fold.ts";
import type { ProjectedRow, View } from "../engine/projection.ts";
import { phoneDigits, wordsOf } from "./search-words.ts";

type StepKind = "answered" | "booked" | "done" | "reopened";

interface StoredStep {
  kind: StepKind;
  /** UTC instant. */
  at: string;
  by: Actor;
  /** The row of personal data with the answer's text. */
  answerId: string | null;
  bookingId: number | null;
}

interface InquiryRow extends ProjectedRow {
  inquiry_id: number;
  person_id: string;
  interested_room: string | null;
  received_at: string;
  stage: InquiryStage;
  /** Keyed by the event's version. */
  thread: Readonly<Record<number, StoredStep>>;
}

const KINDS: Record<Exclude<InquiryEvent["type"], "InquiryReceived">, StepKind> = {
  InquiryAnswered: "answered",
  InquiryBooked: "booked",
  InquiryDone: "done",
  InquiryReopened: "reopened",
};

function stepOf(event: RecordedEvent<InquiryEvent>): Record<number, StoredStep> {
  if (event.type === "InquiryReceived") return {};
  const step = {
    kind: KINDS[event.type],
    at: event.occurredAt.toISOString(),
    by: event.meta.actor,
    answerId: event.type === "InquiryAnswered" ? event.data.answerId : null,
    bookingId: event.type === "InquiryBooked" ? event.data.bookingId : null,
  };
  return { [event.version]: step };
}

const inquiriesView: View<Inquiry | null, InquiryEvent, InquiryRow> = {
  // The table and cursor keep this name from before the term changed to "message".
  table: "messages",
  stream: inquiryStream,
  keyColumn: "inquiry_id",
  readsRow: true,
  rowOf: ({ id, after, event, begunAt }, row) =>
    after && {
      inquiry_id: id,
      version: event.version,
      person_id: after.personId,
      interested_room: after.interestedRoom,
      received_at: begunAt.toISOString(),
      stage: stageOf(after),
      thread: { ...row?.thread, ...stepOf(event) },
    },
};

export const inquiries = projectionOf(inquiriesView, { version: 2 });

/** What became of the mail with an answer: on its way until it is sent, or refused permanently. */
type AnswerDelivery = "waiting" | "sent" | "refused";

/** One step that staff took with a message. */
interface InquiryStep {
  version: number;
  kind: StepKind;
  /** UTC instant. */
  at: Date;
  by: Actor;
  bookingId: number | null;
  answerId: string | null;
  /** The answer's text; null for other steps, and once it is erased. */
  text: string | null;
  /** Null for other steps. */
  delivery: AnswerDelivery | null;
}

/** A message in a list; the person's fields are null once erased. */
export interface ListedInquiry extends Person {
  id: number;
  /** A room's slug. */
  interestedRoom: string | null;
  /** UTC instant. */
  receivedAt: Date;
  stage: InquiryStage;
  /** The oldest first. */
  thread: InquiryStep[];
}

export interface InquiryFilter {
  /** None for all. */
  stages: readonly InquiryStage[];
  /** Each word must be part of the name, the email, the phone or the message's text. */
  search: string;
}

/** Further words are ignored. */
const MAX_WORDS = 6;

const like = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

function phoneLike(word: string): string | null {
  const digits = phoneDigits(word);
  return digits === null ? null : like(digits);
}

function conditions(sql: Sql, { stages, search }: InquiryFilter) {
  const words = [...new Set(wordsOf(search))].slice(0, MAX_WORDS);
  const found = words.map(
    (word) => sql`and (
      concat_ws(' ', p.first_name, p.last_name, p.email, p.free_text) ilike ${like(word)}
      or regexp_replace(p.phone, '\\D', '', 'g') like ${phoneLike(word)})`,
  );
  const staged = stages.length === 0 ? sql`true` : sql`m.stage = any(${[...stages]}::text[])`;
  // The search reads the texts where they are stored, so that an erasure leaves no copy; a venue has thousands of messages, not millions.
  return words.length === 0
    ? sql`where ${staged}`
    : sql`join personal_data p on p.id = m.person_id where ${staged} ${found}`;
}

/** One page of messages with their steps, the newest first, and how many there are; all of them if there is no limit. */
export async function findInquiries(
  sql: Sql,
  filter: InquiryFilter,
  page: { limit: number | null; offset: number },
): Promise<{ total: number; inquiries: ListedInquiry[] }> {
  const rows = await sql<(StoredInquiry & { total: number })[]>`
    select ${listed(sql)}, m.total
    from (
      select m.*, count(*) over () as total from messages m ${conditions(sql, filter)}
      order by m.received_at desc, m.inquiry_id desc limit ${page.limit} offset ${page.offset}
    ) m
    left join personal_data p on p.id = m.person_id
    order by m.received_at desc, m.inquiry_id desc`;
  // A page after the last one has no row that could contain the count.
  const total = rows[0]?.total ?? (page.offset === 0 ? 0 : await countInquiries(sql, filter));
  const found = rows.map(({ total: _, ...row }) => row);
  return { total, inquiries: await withThreads(sql, found) };
}

/** Messages sent with an email that its owner has verified, the newest first. */
export async function inquiriesOf(sql: Sql, email: string): Promise<ListedInquiry[]> {
  const rows = await sql<StoredInquiry[]>`
    select ${listed(sql)} from personal_data p join messages m on m.person_id = p.id
    where lower(p.email) = lower(${email})
    order by m.received_at desc, m.inquiry_id desc`;
  return withThreads(sql, rows);
}

async function countInquiries(sql: Sql, filter: InquiryFilter): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from messages m ${conditions(sql, filter)}`;
  return row?.count ?? 0;
}

/** How many messages there are in each stage. */
export async function countStages(sql: Sql): Promise<Record<InquiryStage, number>> {
  const [row] = await sql<Record<InquiryStage, number>[]>`
    select count(*) filter (where stage = 'new') as new, count(*) filter (where stage = 'answered') as answered,
      count(*) filter (where stage = 'done') as done
    from messages`;
  return row ?? { new: 0, answered: 0, done: 0 };
}

type StoredInquiry = Omit<ListedInquiry, "thread"> & Pick<InquiryRow, "thread">;

const listed = (sql: Sql) => sql`
  m.inquiry_id as id, p.first_name as "firstName", p.last_name as "lastName", p.email, p.phone,
  p.free_text as "freeText", m.interested_room as "interestedRoom", m.received_at as "receivedAt", m.stage, m.thread`;

/** Adds the texts of the answers and what became of their mails, in one query for all of them. */
async function withThreads(sql: Sql, rows: readonly StoredInquiry[]): Promise<ListedInquiry[]> {
  const inquiries = rows.map((row) => ({
    ...row,
    thread: Object.entries(row.thread).map(([version, step]) => ({ ...step, version: Number(version) })),
  }));
  const answers = inquiries.flatMap(({ id, thread }) =>
    thread.flatMap(({ answerId, version }) =>
      answerId === null ? [] : [{ answerId, mailId: answerMailId(id, version) }],
    ),
  );
  const told = answers.length === 0 ? [] : await readAnswers(sql, answers);
  const toldOf = new Map(told.map((one) => [one.answerId, one]));
  return inquiries.map((inquiry) => ({
    ...inquiry,
    thread: inquiry.thread.map(({ at, ...step }): InquiryStep => {
      const answer = step.answerId === null ? undefined : toldOf.get(step.answerId);
      return { ...step, at: new Date(at), text: answer?.text ?? null, delivery: answer?.delivery ?? null };
    }),
  }));
}

interface ToldAnswer {
  answerId: string;
  text: string | null;
  delivery: AnswerDelivery;
}

const readAnswers = (sql: Sql, answers: readonly { answerId: string; mailId: string }[]) => sql<ToldAnswer[]>`
  select p.id as "answerId", p.free_text as text,
    case when d.state in ('sent', 'refused') then d.state else 'waiting' end as delivery
  from unnest(${answers.map(({ answerId }) => answerId)}::uuid[], ${answers.map(({ mailId }) => mailId)}::text[])
    as asked (answer_id, mail_id)
  join personal_data p on p.id = asked.answer_id
  left join mails d on d.mail_id = asked.mail_id`;

/** The name that the reaction gives to the mail. */
const answerMailId = (id: number, version: number): string =>
  `${inquiryStream.nameOf(id)}@${version}/contact-answer`;
