/** The audit calls (decision 188): the log in plain words, and a booking or a room's day as of any instant. */
import type { z } from "zod";
import { bookingStream } from "../../../core/booking/state/booking-stream.ts";
import { eventsOf, isUnreadable, type Unreadable } from "../../../core/log/stream.ts";
import { LOG_READERS } from "../../../core/staff/staff.ts";
import { proofsOfStream } from "../../../core/transparency/event-proofs.ts";
import { slotsOn } from "../../../core/venue/time/opening-hours.ts";
import { HOUR_MS } from "../../../core/venue/time/venue-time.ts";
import { bookingAsOf, roomDayAsOf } from "../../../projections/audit/as-of.ts";
import { decidedUpTo } from "../../../projections/audit/decided.ts";
import {
  type EventFilter,
  eventsOfStream,
  findEvents,
  formatCursor,
  parseCursor,
} from "../../../projections/audit/find-events.ts";
import { EVENT_NAMES, eventTypesNamed } from "../../../projections/words/event-names.ts";
import {
  describeBookingEventWithNumber,
  describeClosureEvent,
} from "../../../projections/words/event-texts.ts";
import { staffCalls } from "../../access/staff-access.ts";
import type { App, Bff } from "../../context.ts";
import {
  ACTOR_KINDS,
  AsOfQuery,
  AuditBooking,
  AuditKinds,
  AuditPage,
  AuditProofs,
  AuditQuery,
  AuditRoomDay,
  DEFAULT_AUDIT_PAGE,
  ProofsQuery,
  RoomDayQuery,
} from "../../contract/auditor/audit.ts";
import { closureReason } from "../../contract/venue/closure.ts";
import { problem } from "../../http/answers.ts";
import { ById, jsonAnswer } from "../../http/openapi.ts";
import { auditEventsJson, bookingAsOfJson } from "../../wire/audit-json.ts";

const KINDS: AuditKinds = Object.entries(EVENT_NAMES)
  .map(([type, name]) => ({ type, name }))
  .sort((a, b) => a.name.localeCompare(b.name));

const NOTHING = "There is no event of this stream";

export function auditRoutes(app: App, bff: Bff): void {
  const { core, reads } = bff;
  const { rooms, timeZone } = core;
  const logReaders = staffCalls(bff, "Audit", LOG_READERS);
  const one = ById;

  app.openapi(
    logReaders.get("/api/audit/events", {
      summary: "The log, the newest event first",
      description: "For auditors, managers and admins. Ordered by when events were decided.",
      request: { query: AuditQuery },
      responses: { 200: jsonAnswer("A page of the log", AuditPage) },
      problems: ["InvalidData"],
    }),
    async (c) => {
      const query = c.req.valid("query");
      const cursor = query.cursor === undefined ? null : parseCursor(query.cursor);
      if (query.cursor !== undefined && !cursor) {
        const message = "Cursor must be one that this call has answered";
        return problem(c, "InvalidData", { errors: [{ path: "cursor", message }] });
      }
      const filter = filterOf(query);
      const limit = query.limit ?? DEFAULT_AUDIT_PAGE;
      const page = await reads.read(c.env.incoming, ["audit", "staff"], async (sql): Promise<AuditPage> => {
        const found = filter ? await findEvents(sql, filter, { cursor, limit }) : { events: [], next: null };
        const events = await auditEventsJson({ ...core, sql }, found.events);
        return { events, next: found.next && formatCursor(found.next) };
      });
      return c.json(page, 200);
    },
  );

  app.openapi(
    logReaders.get("/api/audit/kinds", {
      summary: "Every kind of event, with its plain name",
      description: "For auditors, managers and admins.",
      responses: { 200: jsonAnswer("The kinds, by name", AuditKinds) },
    }),
    (c) => c.json(KINDS, 200),
  );

  app.openapi(
    logReaders.get("/api/audit/bookings/{id}", {
      summary: "A booking as of an instant, and all its events",
      description:
        "For auditors, managers and admins. Folds the events decided up to then, as the core does.",
      request: { params: one, query: AsOfQuery },
      responses: { 200: jsonAnswer("The booking", AuditBooking) },
      problems: ["InvalidData", "BookingNotFound", "UnreadableHistory"],
    }),
    async (c) => {
      const id = c.req.valid("param").id;
      const at = c.req.valid("query").at ?? core.clock.now();
      const stream = bookingStream.nameOf(id);
      const { found, told } = await reads.read(c.env.incoming, ["audit", "staff"], async (sql) => {
        const events = await eventsOfStream(sql, stream);
        return { found: events, told: await auditEventsJson({ ...core, sql }, events) };
      });
      if (found.length === 0) return problem(c, "BookingNotFound");
      const counted = decidedUpTo(found, at).length;
      const booking = await unlessUnreadable(async () => bookingAsOf(eventsOf(bookingStream, found), at));
      if (booking instanceof Error) return problem(c, "UnreadableHistory", { message: booking.message });
      const answer: AuditBooking = {
        id,
        stream,
        at: at.toISOString(),
        booking: bookingAsOfJson(core, booking),
        events: told.map((event, n) => ({ ...event, counted: n < counted })),
      };
      return c.json(answer, 200);
    },
  );

  app.openapi(
    logReaders.get("/api/audit/rooms/{id}", {
      summary: "A room's day as of an instant",
      description:
        "For auditors, managers and admins. Who had which hours, by the events decided up to then.",
      request: { params: one, query: RoomDayQuery },
      responses: { 200: jsonAnswer("The day", AuditRoomDay) },
      problems: ["InvalidData", "RoomNotFound", "UnreadableHistory"],
    }),
    async (c) => {
      const room = rooms.byId(c.req.valid("param").id);
      if (!room) return problem(c, "RoomNotFound");
      const { day, at = core.clock.now() } = c.req.valid("query");
      const roomDay = await unlessUnreadable(() =>
        reads.read(c.env.incoming, ["audit"], (sql) =>
          roomDayAsOf(sql, { roomId: room.id, day, instant: at, timeZone }),
        ),
      );
      if (roomDay instanceof Error) return problem(c, "UnreadableHistory", { message: roomDay.message });
      const { bookings, blocks, changes } = roomDay;
      const answer: AuditRoomDay = {
        roomId: room.id,
        roomName: room.name,
        day,
        at: at.toISOString(),
        hours: slotsOn(core.settings.schedule(), day, timeZone).map((start) => ({
          startTime: start.toISOString(),
          endTime: new Date(start.getTime() + HOUR_MS).toISOString(),
          bookingId: bookings.find((had) => had.startsAt <= start && start < had.endsAt)?.bookingId ?? null,
          blockId: blocks.find((had) => had.startsAt <= start && start < had.endsAt)?.blockId ?? null,
        })),
        bookings: bookings.map(({ startsAt, endsAt, heldUntil, ...had }) => ({
          ...had,
          startTime: startsAt.toISOString(),
          endTime: endsAt.toISOString(),
          heldUntil: heldUntil?.toISOString() ?? null,
        })),
        blocks: blocks.map(({ startsAt, endsAt, reason, blockId }) => ({
          blockId,
          reason: closureReason({ reason, unreadable: false }),
          startTime: startsAt.toISOString(),
          endTime: endsAt.toISOString(),
        })),
        changes: changes.map((change) =>
          "blockId" in change
            ? {
                at: change.event.occurredAt.toISOString(),
                bookingId: null,
                blockId: change.blockId,
                type: change.event.type,
                text: describeClosureEvent(change.event, { timeZone, roomName: rooms.nameOf }),
              }
            : {
                at: change.event.occurredAt.toISOString(),
                bookingId: change.bookingId,
                blockId: null,
                type: change.event.type,
                text: describeBookingEventWithNumber(change.event, {
                  timeZone,
                  roomName: rooms.nameOf,
                  disputedCents: (disputeId) => change.booking.disputes[disputeId]?.amountCents ?? null,
                }),
              },
        ),
      };
      return c.json(answer, 200);
    },
  );

  app.openapi(
    logReaders.get("/api/audit/proofs", {
      summary: "Proof files of a stream's events",
      description:
        "For auditors, managers and admins. A C2SP tlog-proof of each event that is under a signed head; `/log/verify-log.mjs` checks them.",
      request: { query: ProofsQuery },
      responses: { 200: jsonAnswer("The files", AuditProofs) },
      problems: ["InvalidData", "NotFound"],
    }),
    async (c) => {
      const { stream } = c.req.valid("query");
      const { proofs, unsealed } = await reads.readLog(c.env.incoming, (sql) => proofsOfStream(sql, stream));
      if (proofs.length + unsealed.length === 0) return problem(c, "NotFound", { message: NOTHING });
      const answer: AuditProofs = { stream, proofs, unsealed };
      return c.json(answer, 200);
    },
  );
}

/** The result of a fold, or the error if an event is missing or unreadable by this version: auditors get that as an answer. */
async function unlessUnreadable<T>(folded: () => Promise<T>): Promise<T | Unreadable> {
  try {
    return await folded();
  } catch (error) {
    if (isUnreadable(error)) return error;
    throw error;
  }
}

/** Null where two filters contradict each other, so that no event can match. */
function filterOf({
  stream,
  booking,
  type,
  actor,
  room,
  from,
  to,
}: z.output<typeof AuditQuery>): EventFilter | null {
  const ofBooking = booking === undefined ? undefined : bookingStream.nameOf(booking);
  if (stream !== undefined && ofBooking !== undefined && stream !== ofBooking) return null;
  return {
    stream: stream ?? ofBooking ?? null,
    types: type === undefined ? null : eventTypesNamed(type.trim()),
    actor: actor === undefined ? null : actorIn(actor),
    roomId: room ?? null,
    from: from ?? null,
    to: to ?? null,
  };
}

/** `staff-3` → staff, 3; the contract has checked it. */
function actorIn(text: string): EventFilter["actor"] {
  const [kind, id] = text.split("-");
  const known = ACTOR_KINDS.find((one) => one === kind);
  return known ? { kind: known, id: id === undefined ? null : Number(id) } : null;
}
