/** Owns what must be so of the read tables of bookings and of what stands beside them: each is the fold of the log. */
import { type BookingFold, heldUntil, moneyOf, statesOf } from "./booking-fold.ts";
import type { Finding, ViewTable } from "./claims.ts";
import { createDays } from "./days.ts";
import { type Evidence, type LogEvent, streamsIn } from "./evidence.ts";
import { centsOf, fieldsOf, isoOf, listOf, numberOf, textOf } from "./fields.ts";
import { compareTable, type Row } from "./tables.ts";

export async function checkViews(evidence: Evidence): Promise<Finding[]> {
  const bookings = streamsIn(evidence, "booking").flatMap((events) => statesOf(events).at(-1) ?? []);
  const compare = (table: ViewTable, key: string, expected: readonly Row[]) =>
    compareTable(evidence, { table, key: [key], expected });
  const kinds = await kindsOfAudit(evidence);
  const findings = [
    ...(await compare("bookings", "booking_id", bookings.map(bookingRow))),
    ...(await compare("availability", "booking_id", bookings.map(availabilityRow))),
    ...(await compare("loyalty", "booking_id", bookings.map(loyaltyRow))),
    ...(await compare("room_blocks", "block_id", streamsIn(evidence, "block").flatMap(blockRow))),
    ...(await compare("staff", "staff_id", staffRows(evidence))),
    ...(await compare("feedback", "feedback_id", streamsIn(evidence, "feedback").flatMap(feedbackRow))),
    ...(await compare("messages", "inquiry_id", streamsIn(evidence, "inquiry").flatMap(inquiryRow))),
    ...(await compareTable(evidence, {
      table: "takings",
      key: ["booking_id", "version"],
      expected: takingsRows(evidence),
    })),
    ...(await compareTable(evidence, {
      table: "audit_events",
      key: ["position"],
      expected: auditRows(evidence, kinds),
    })),
    ...(await erased(evidence)),
  ];
  return findings;
}

const iso = (at: number | null): string | null => (at === null ? null : isoOf(at));

function bookingRow(booking: BookingFold): Row {
  const money = moneyOf(booking);
  const refunds = [...booking.refunds];
  const open = refunds.filter(([, one]) => !one.issued && !one.failed && one.intent !== null);
  const { request } = booking;
  const isPayable = booking.lastIntent !== null && !booking.captured.has(booking.lastIntent);
  return {
    booking_id: booking.id,
    version: booking.version,
    room_id: booking.roomId,
    person_id: booking.personId,
    user_id: booking.userId,
    starts_at: isoOf(booking.startsAt),
    ends_at: isoOf(booking.endsAt),
    first_starts_at: isoOf(booking.firstStartsAt),
    duration: booking.duration,
    hour_count: booking.hourCount,
    event_type: request.eventType,
    event_type_id: request.eventTypeId ?? null,
    attendees: request.attendees,
    engineer_required: request.engineerRequired,
    total_cents: booking.totalCents,
    downpayment_cents: booking.downpaymentCents,
    terms: { ...fieldsOf(request.terms), rates: booking.rates },
    received_cents: money.received,
    gone_cents: money.gone,
    disputed_cents: money.disputed,
    refund_under_way_cents: Math.max(0, money.asked - money.issued),
    due_cents: money.due,
    to_return_cents: money.toReturn,
    price_agreed: booking.priceAgreed,
    status: booking.status,
    expired: booking.expired,
    payment_status: booking.paymentStatus,
    visit: booking.visit,
    payment_intent_id: isPayable ? booking.lastIntent : null,
    charge_id: booking.chargeId,
    cancelled_by: booking.cancelledBy,
    reason_id: booking.reasonId,
    failed_refunds: refunds.flatMap(([name, { failed }]) => (failed ? [name] : [])),
    refund_asked_at:
      open.length === 0 ? null : isoOf(Math.min(...open.map(([, { askedAt }]) => askedAt ?? 0))),
    hold_until: isoOf(booking.holdUntil),
    created_at: isoOf(booking.begunAt),
    updated_at: isoOf(booking.changedAt),
  };
}

const availabilityRow = (booking: BookingFold): Row => ({
  booking_id: booking.id,
  version: booking.version,
  room_id: booking.roomId,
  starts_at: isoOf(booking.startsAt),
  ends_at: isoOf(booking.endsAt),
  status: booking.status,
  held_until: iso(heldUntil(booking)),
});

const loyaltyRow = (booking: BookingFold): Row => ({
  booking_id: booking.id,
  version: booking.version,
  person_id: booking.personId,
  user_id: booking.userId,
  paid_cents: moneyOf(booking).kept,
  status: booking.status,
});

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
    const switched = events.findLast(({ type }) => /^StaffAccount(Deactivated|Reactivated)$/.test(type));
    return [
      {
        staff_id: created.id,
        version: last.version,
        person_id: created.data.personId,
        role: created.data.role,
        active: !deleted && switched?.type !== "StaffAccountDeactivated",
        deleted,
        last_login: iso(logins.get(created.id) ?? null),
        created_at: isoOf(created.occurredAt),
      },
    ];
  });
}

/** An anonymous one's booking is under a lock; whose it is the log does not say. */
function feedbackRow([left]: readonly LogEvent[]): Row[] {
  if (!left) return [];
  const { data } = left;
  return [
    {
      feedback_id: left.id,
      version: left.version,
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

function takingsRows(evidence: Evidence): Row[] {
  const { dayOf } = createDays(evidence.timeZone);
  return streamsIn(evidence, "booking").flatMap((events) => {
    const states = statesOf(events);
    return events.flatMap((event, i): Row[] => {
      const [method, cents] = movedBy(event, states[i - 1] ?? null, states[i] ?? null);
      if (cents === 0) return [];
      const { id, version, occurredAt } = event;
      return [{ booking_id: id, version, day: dayOf(occurredAt), method, cents }];
    });
  });
}

/** Which way money went by an event, and how much came in. */
export function movedBy(
  { type, data }: LogEvent,
  before: BookingFold | null,
  after: BookingFold | null,
): readonly [string, number] {
  const cents = centsOf(data, "amountCents");
  if (type === "DeskMoneyReceived") return [textOf(data, "method") ?? "", cents];
  if (type === "DeskMoneyReturned") return [textOf(data, "method") ?? "", -cents];
  if (type === "PaymentMarked") return ["marked", cents];
  const onCards = (state: BookingFold | null): number => (state ? moneyOf(state).onCards : 0);
  return ["card", onCards(after) - onCards(before)];
}

type Kind = { kind: number; type: string; actor: string; room: number };

const kindsOfAudit = ({ db }: Evidence) =>
  db<Kind[]>`select kind, type, actor_kind as actor, room_id as room from audit_kinds`;

/** Each event once, by its type, its actor and its room. */
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

/** Rows of personal data that an erasure names say nothing any more. */
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
    words: "was erased by the log, and still says something",
  }));
}
