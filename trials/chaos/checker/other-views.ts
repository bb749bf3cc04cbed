/** Checks the read tables other than those of bookings: closures, accounts, reviews, messages, and the auditors' list. */
import type { Finding, ViewTable } from "./evidence/claims.ts";
import { type Evidence, type LogEvent, streamsIn } from "./evidence/evidence.ts";
import { centsOf, fieldsOf, isoOf, listOf, numberOf, textOf } from "./evidence/fields.ts";
import { compareTable, type Row } from "./evidence/tables.ts";
import { statesOf } from "./fold/booking-fold.ts";
import type { BookingFold } from "./fold/booking-state.ts";

export async function checkOtherViews(evidence: Evidence): Promise<Finding[]> {
  const compare = (table: ViewTable, key: string, expected: readonly Row[]) =>
    compareTable(evidence, { table, key: [key], expected });
  return [
    ...(await compare("room_blocks", "block_id", streamsIn(evidence, "block").flatMap(blockRow))),
    ...(await compare("staff", "staff_id", staffRows(evidence))),
    ...(await compare("feed_changes", "about", feedRows(evidence))),
    ...(await compare("feedback", "feedback_id", streamsIn(evidence, "feedback").flatMap(feedbackRow))),
    ...(await compare("messages", "inquiry_id", streamsIn(evidence, "inquiry").flatMap(inquiryRow))),
    ...(await compare("audit_events", "position", auditRows(evidence, await kindsOfAudit(evidence)))),
    ...(await erased(evidence)),
  ];
}

function blockRow(events: readonly LogEvent[]): Row[] {
  const [placed] = events;
  const last = events.at(-1);
  if (!placed || !last) return [];
  const { data } = placed;
  const said = events.findLast(({ type }) => /^Block(Placed|ReasonSet|ReasonRemoved)$/.test(type));
  return [
    {
      block_id: placed.id,
      version: last.version,
      room_ids: data.roomIds,
      starts_at: data.startsAt,
      ends_at: data.endsAt,
      reason_id: textOf(said?.data ?? {}, "reasonId"),
      public: data.public,
      lifted: events.some(({ type }) => type === "BlockLifted"),
    },
  ];
}

function staffRows(evidence: Evidence): Row[] {
  const logins = new Map<number, number>();
  const note = (id: number, at: number): void => {
    logins.set(id, Math.max(at, logins.get(id) ?? 0));
  };
  for (const { type, id, data, occurredAt } of evidence.log) {
    if (type === "StaffSignedIn") note(id, occurredAt);
    if (type === "StaffSessionOpened") note(centsOf(data, "staffId"), occurredAt);
  }
  return streamsIn(evidence, "staff").flatMap((events) => {
    const [created] = events;
    const last = events.at(-1);
    if (!created || !last) return [];
    const deleted = events.some(({ type }) => type === "StaffAccountDeleted");
    const promoted = events.findLast(({ type }) => type === "StaffRoleChanged");
    const switched = events.findLast(({ type }) => /^StaffAccount(Deactivated|Reactivated)$/.test(type));
    return [
      {
        staff_id: created.id,
        version: last.version,
        person_id: created.data.personId,
        role: (promoted ?? created).data.role,
        active: !deleted && switched?.type !== "StaffAccountDeactivated",
        deleted,
        last_login: lastOf(logins.get(created.id)),
        created_at: isoOf(created.occurredAt),
      },
    ];
  });
}

/** What changed with each event: both sides of it, since a feed that a booking has left has changed too. */
function feedRows(evidence: Evidence): Row[] {
  const newest = new Map<string, LogEvent>();
  const bookings = new Map(
    streamsIn(evidence, "booking").flatMap((events) => {
      const states = statesOf(events);
      return events.map((event, i) => [event, [states[i - 1], states[i]].flatMap(aboutBooking)] as const);
    }),
  );
  const closed = new Map<string, Set<unknown>>();
  for (const event of evidence.log) {
    const about = bookings.get(event) ?? [];
    if (event.category === "block") {
      const rooms = new Set([...(closed.get(event.stream) ?? []), ...listOf(event.data.roomIds)]);
      closed.set(event.stream, rooms);
      about.push("house", ...[...rooms].map((id) => `room-${id}`));
    }
    if (event.type === "CustomerEmailVerified") about.push(`verified-${event.id}`);
    if (event.category === "erasure") about.push("names");
    for (const one of about) newest.set(one, event);
  }
  return [...newest].map(([about, { epoch, xid, position }]) => ({ about, epoch, xid, position }));
}

const aboutBooking = (booking: BookingFold | undefined): string[] =>
  booking
    ? [
        "house",
        `room-${booking.roomId}`,
        booking.userId === null ? `person-${booking.personId}` : `customer-${booking.userId}`,
      ]
    : [];

/** The booking of anonymous feedback is encrypted; the log does not say whose it is. */
function feedbackRow(events: readonly LogEvent[]): Row[] {
  const [left] = events;
  if (!left) return [];
  const { data } = left;
  const answered = events.filter(({ type }) => type === "ReviewAnswered").at(-1);
  return [
    {
      feedback_id: left.id,
      version: events.at(-1)?.version ?? left.version,
      ...(data.lockedBooking === null ? { booking_id: data.bookingId } : {}),
      room_id: data.roomId,
      person_id: data.personId,
      rating: data.rating,
      experience_rating: data.experienceRating,
      facility_rating: data.facilityRating,
      service_rating: data.serviceRating,
      value_rating: data.valueRating,
      would_recommend: data.wouldRecommend,
      anonymous: data.anonymous,
      visit_purpose: data.visitPurpose,
      left_at: isoOf(left.occurredAt),
      published: data.mayPublish === true && !events.some(({ type }) => type === "ReviewWithdrawn"),
      answer_id: answered?.data.answerId ?? null,
      answered_at: answered ? isoOf(answered.occurredAt) : null,
    },
  ];
}

const STEPS: Readonly<Record<string, string>> = {
  InquiryAnswered: "answered",
  InquiryBooked: "booked",
  InquiryDone: "done",
  InquiryReopened: "reopened",
};

function inquiryRow(events: readonly LogEvent[]): Row[] {
  const [received] = events;
  const last = events.at(-1);
  if (!received || !last) return [];
  const steps = events.slice(1).map(({ version, type, occurredAt, meta, data }) => [
    version,
    {
      kind: STEPS[type],
      at: isoOf(occurredAt),
      by: meta.actor,
      answerId: textOf(data, "answerId"),
      bookingId: numberOf(data, "bookingId"),
    },
  ]);
  const ended = events.findLast(({ type }) => /^Inquiry(Done|Reopened)$/.test(type));
  const isAnswered = events.some(({ type }) => /^Inquiry(Answered|Booked)$/.test(type));
  return [
    {
      inquiry_id: received.id,
      version: last.version,
      person_id: received.data.personId,
      interested_room: received.data.interestedRoom,
      received_at: isoOf(received.occurredAt),
      stage: ended?.type === "InquiryDone" ? "done" : isAnswered ? "answered" : "new",
      thread: Object.fromEntries(steps),
    },
  ];
}

const lastOf = (at: number | undefined): string | null => (at === undefined ? null : isoOf(at));

type Kind = { kind: number; type: string; actor: string; room: number };

const kindsOfAudit = ({ db }: Evidence) =>
  db<Kind[]>`select kind, type, actor_kind as actor, room_id as room from audit_kinds`;

/** Each event is listed once, with its type, its actor and its room. */
function auditRows({ log }: Evidence, kinds: readonly Kind[]): Row[] {
  const numbers = new Map(kinds.map(({ kind, type, actor, room }) => [`${type} ${actor} ${room}`, kind]));
  const rooms = new Map<string, number>();
  return log.map((event) => {
    const { stream, category, id, version, type, actor, data, meta, occurredAt, position } = event;
    const named = numberOf(data, "roomId");
    if (category === "booking" && named !== null) rooms.set(stream, named);
    const room = category === "room" ? id : (named ?? rooms.get(stream) ?? 0);
    const isUnnamed = type === "FeedbackLeft" && data.anonymous === true;
    const visit = category === "booking" ? textOf(data, "startsAt") : null;
    return {
      position,
      stream,
      version,
      occurred_at: isoOf(occurredAt),
      starts_at: visit,
      ...(isUnnamed
        ? {}
        : {
            kind: numbers.get(`${type} ${actor} ${room}`) ?? "none",
            actor_id: numberOf(fieldsOf(meta.actor), "id"),
          }),
    };
  });
}

/** Rows of personal data that an erasure names are empty. */
async function erased({ db, log }: Evidence): Promise<Finding[]> {
  const ids = log.flatMap(({ type, data }) =>
    type === "PersonErased" ? listOf(data.personIds).map(String) : [],
  );
  if (ids.length === 0) return [];
  const rows = await db<{ id: string }[]>`
    select id::text as id from personal_data
    where id = any(${ids}::uuid[])
      and (erased_at is null or coalesce(first_name, last_name, email, phone, free_text) is not null)`;
  return rows.map(({ id }) => ({
    claim: "views.personal_data",
    subject: id,
    words: "was erased by the log, and is not empty",
  }));
}
