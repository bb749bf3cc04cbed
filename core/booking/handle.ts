/** Owns the way of a booking command: read the stream, fold, decide, append; tried again when another was faster. */
import { createHash, randomUUID } from "node:crypto";
import type { Core, Outcome } from "../context.ts";
import { schemaVersionOf } from "../event-catalogue.ts";
import { append, type EventMeta, type HourChange, type PersonalData } from "../log/append.ts";
import type { LogPosition } from "../log/position.ts";
import { findCommand, type RecordedEvent, readStream } from "../log/read.ts";
import { readPerson } from "../personal-data.ts";
import { refuse } from "../rejection.ts";
import { type BookingCommand, decide } from "./booking.ts";
import type { BookingEvent } from "./booking-events.ts";
import type { RequestedBooking } from "./booking-rules.ts";
import { type Booking, type BookingState, evolve, noBooking } from "./booking-state.ts";
import { hourChange } from "./hours.ts";

/** Unpaid bookings that one email may hold at a time, so that nobody blocks the calendar (DECISIONS Accounts). */
export const MAX_OPEN_HOLDS = 20;

/** Another command on the same stream comes between at most a few times; more means something is wrong. */
const MAX_ATTEMPTS = 8;

export interface LoadedBooking {
  id: number;
  state: BookingState;
  version: number;
  /** Where the stream's last event lies; null when there is none. */
  at: LogPosition | null;
}

const bookingStream = (id: number): string => `booking-${id}`;

const fold = (state: BookingState, events: readonly BookingEvent[]): BookingState =>
  events.reduce(evolve, state);

// A booking's stream holds booking events only, and reading has checked each against its schema.
const asBookingEvent = (event: Pick<RecordedEvent, "type" | "data">): BookingEvent => event as BookingEvent;

export async function loadBooking(core: Core, id: number): Promise<LoadedBooking> {
  const events = await readStream(core.sql, bookingStream(id));
  return {
    id,
    state: fold(noBooking, events.map(asBookingEvent)),
    version: events.length,
    at: events.at(-1)?.at ?? null,
  };
}

const withVersions = (events: readonly BookingEvent[]) =>
  events.map((event) => ({ ...event, schemaVersion: schemaVersionOf(event.type) }));

/**
 * Carries out a command on an existing booking. `commandId` makes it happen once: a second call with the same id
 * answers the state that holds. Answers `SlotTaken` when hours it needs again are another booking's. `person` is stored
 * with the events, where the command refers to such a row.
 */
export async function handleBooking(
  core: Core,
  id: number,
  command: Exclude<BookingCommand, { type: "RequestBooking" }>,
  context: { commandId: string; meta: EventMeta; person?: PersonalData },
): Promise<Outcome<Booking>> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { state, version, at } = await loadBooking(core, id);
    const decision = decide(command, state);
    if (!decision.ok) return decision;
    if (!state.exists) return refuse("BookingNotFound");
    if (decision.events.length === 0) return { ok: true, value: state, position: at };
    const after = fold(state, decision.events);
    if (!after.exists) return refuse("BookingNotFound");
    const change = hourChange(state, after, null);
    // Hours that stay unpaid go on counting among their holder's.
    const hours = change?.heldUntil ? { ...change, holder: await holderOf(core, after) } : change;
    const result = await append(core.sql, {
      stream: { category: "booking", id },
      expectedVersion: version,
      commandId: context.commandId,
      events: withVersions(decision.events),
      meta: context.meta,
      occurredAt: core.clock.now(),
      ...(hours ? { hours } : {}),
      ...(context.person ? { person: context.person } : {}),
    });
    if (result.ok) {
      core.afterAppend(result.position);
      return { ok: true, value: after, position: result.position };
    }
    if (result.violated === "command-once") {
      const now = await loadBooking(core, id);
      return now.state.exists ? { ok: true, value: now.state, position: now.at } : refuse("BookingNotFound");
    }
    if (result.violated === "room-hours" && !(await makeWay(core, id, hours))) return refuse("SlotTaken");
  }
  return refuse("ConcurrentChange");
}

async function holderOf(core: Core, booking: Booking): Promise<string | null> {
  const person = await readPerson(core.sql, booking.personId);
  return person?.email ? core.holderHash(person.email) : null;
}

/**
 * Clears hours that a clash was about: holds past their deadline are expired by their own command, so that correctness
 * never waits for a job. False when a hold that still runs or a paid booking stands in the way.
 */
async function makeWay(core: Core, id: number | null, hours: HourChange | undefined): Promise<boolean> {
  const now = core.clock.now();
  const standing = await core.sql<{ booking_id: number; due: boolean }[]>`
    select distinct booking_id, coalesce(held_until <= ${now}, false) as due from room_hours
    where room_id = ${hours?.roomId ?? 0}
      and starts_at = any(${(hours?.claim ?? []).map((hour) => hour.toISOString())}::timestamptz[])`;
  const others = standing.filter((row) => row.booking_id !== id);
  if (others.some((row) => !row.due)) return false;
  for (const { booking_id } of others) await expireBooking(core, booking_id);
  return true;
}

/** Expires an unpaid hold past its deadline and frees its hours; does nothing to any other booking. */
export function expireBooking(core: Core, id: number): Promise<Outcome<Booking>> {
  const commandId = `expire:${bookingStream(id)}:${randomUUID()}`;
  const meta: EventMeta = { actor: { kind: "system" }, requestId: commandId };
  return handleBooking(core, id, { type: "ExpireBooking", now: core.clock.now() }, { commandId, meta });
}

/** A visitor's request as the BFF has read it. Amounts in cents, times as UTC instants, `startDate` in venue time. */
export interface BookingRequest extends RequestedBooking {
  roomId: number;
  userId: number | null;
  eventType: string;
  person: {
    firstName: string;
    lastName: string;
    email: string;
    phone: string;
    specialRequirements: string | null;
  };
  /** The same key and body answer the first booking again; the same key with another body is refused. */
  idempotencyKey: string | null;
  bodyHash: string;
}

export interface RequestedOutcome {
  id: number;
  booking: Booking;
}

/** Requests a new booking: priced, checked and appended with its hours in one round trip (SPEC §5, §9). */
export async function requestBooking(
  core: Core,
  request: BookingRequest,
  meta: EventMeta,
): Promise<Outcome<RequestedOutcome>> {
  const commandId = request.idempotencyKey
    ? `request:${sha256(request.idempotencyKey)}`
    : `request:${randomUUID()}`;
  const outcome = await tryRequest(core, request, { ...meta, bodyHash: request.bodyHash }, commandId);
  // A retry may meet its own first try as a clash, or arrive when the rules no longer hold: the first answer stands.
  if (outcome.ok || !request.idempotencyKey) return outcome;
  return (await answeredBefore(core, commandId, request.bodyHash)) ?? outcome;
}

async function tryRequest(
  core: Core,
  request: BookingRequest,
  meta: EventMeta,
  commandId: string,
): Promise<Outcome<RequestedOutcome>> {
  const room = core.rooms.byId(request.roomId);
  if (!room) return refuse("RoomNotFound");
  const now = core.clock.now();
  const personId = randomUUID();
  const decision = decide(
    {
      type: "RequestBooking",
      request,
      room,
      context: {
        now,
        timeZone: core.timeZone,
        capacity: room.capacity,
        engineerAvailable: room.engineerAvailable,
      },
      personId,
      userId: request.userId,
      eventType: request.eventType,
      holdUntil: new Date(now.getTime() + core.holdMs),
    },
    noBooking,
  );
  if (!decision.ok) return decision;
  const booking = fold(noBooking, decision.events);
  if (!booking.exists) return refuse("InvalidBooking");
  const hours = hourChange(noBooking, booking, core.holderHash(request.person.email));
  const { specialRequirements, ...person } = request.person;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const result = await append(core.sql, {
      stream: { category: "booking" },
      expectedVersion: 0,
      commandId,
      events: withVersions(decision.events),
      meta,
      occurredAt: now,
      ...(hours ? { hours: { ...hours, maxOpenHolds: MAX_OPEN_HOLDS } } : {}),
      person: { id: personId, ...person, freeText: specialRequirements },
    });
    if (result.ok) {
      core.afterAppend(result.position);
      return { ok: true, value: { id: result.streamId, booking }, position: result.position };
    }
    if (result.violated === "open-holds") return refuse("TooManyHolds");
    if (result.violated === "command-once") return refuse("ConcurrentChange");
    if (!(await makeWay(core, null, hours))) return refuse("SlotTaken");
  }
  return refuse("ConcurrentChange");
}

async function answeredBefore(
  core: Core,
  commandId: string,
  bodyHash: string,
): Promise<Outcome<RequestedOutcome> | null> {
  const first = await findCommand(core.sql, commandId);
  if (!first) return null;
  if (first.meta.bodyHash !== bodyHash) return refuse("IdempotencyKeyReused");
  const id = Number(first.stream.slice("booking-".length));
  const events = await readStream(core.sql, first.stream);
  const booking = fold(
    noBooking,
    events.filter((event) => event.commandId === commandId).map(asBookingEvent),
  );
  return booking.exists ? { ok: true, value: { id, booking }, position: first.at } : null;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
