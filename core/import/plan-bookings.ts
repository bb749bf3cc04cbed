/** Says of each line of bookings what would become of it, with the rules and hours as they are now; nothing is written (decision 308). */
import { setImmediate } from "node:timers/promises";
import { decide } from "../booking/booking.ts";
import { type BookingRequest, personalRowsOf, requestCommand } from "../booking/new-booking.ts";
import { EVENT_TYPES } from "../booking/rules/event-types.ts";
import { priceOf, visitBegin } from "../booking/rules/pricing.ts";
import type { BookingEvent } from "../booking/state/booking-events.ts";
import { evolve } from "../booking/state/booking-evolve.ts";
import { type Booking, noBooking } from "../booking/state/booking-state.ts";
import type { Core } from "../context.ts";
import type { AppendRule } from "../log/append-request.ts";
import type { Decision } from "../log/decision.ts";
import { type Refused, refuse } from "../log/rejection.ts";
import { requireExisting } from "../log/transact.ts";
import { mailboxOf } from "../person/mailbox.ts";
import { storePerson, textRow } from "../person/personal-data.ts";
import type { Room } from "../venue/rooms/rooms.ts";
import { HOUR_MS, venueDayOf, venueToday } from "../venue/time/venue-time.ts";
import { knownKeys } from "./import-rows.ts";
import { clash, type LineResult, notReadable, plainResult } from "./line-result.ts";
import { bookingWords } from "./line-words.ts";
import type { ReadImport } from "./read-file.ts";
import type { BookingLine } from "./read-line.ts";
import { readTaken, type Taken } from "./taken-hours.ts";

const YIELD_EVERY = 100;

/** A line that would be made. */
export interface PlannedBooking {
  line: number;
  /** Says which line it is when it comes again: a keyed hash. */
  key: string;
  roomId: number;
  value: BookingLine;
}

export interface Plan<Planned> {
  results: LineResult[];
  /** What each line is, by its number. Not in its result, which is kept: an erased person must not be in it. */
  words: Map<number, string>;
  /** In the order of the file. */
  made: Planned[];
}

/** Applying the lines at this moment gives these results. */
export async function planBookings(
  core: Core,
  lines: ReadImport<BookingLine>["lines"],
): Promise<Plan<PlannedBooking>> {
  const named = roomsByName(core);
  const found = lines.map(({ line, read, given }) => {
    const room = read.ok ? named.get(plainName(read.value.room)) : undefined;
    return { line, read, given, room, key: read.ok && room ? keyOf(core, read.value, room) : "" };
  });
  const [known, taken] = await Promise.all([
    knownKeys(
      core.sql,
      "bookings",
      found.map(({ key }) => key),
    ),
    readTaken(
      core,
      found.flatMap(({ read }) => (read.ok ? [read.value] : [])),
    ),
  ]);
  const results: LineResult[] = [];
  const words = new Map<number, string>();
  const made: PlannedBooking[] = [];
  for (const [at, { line, read, given, room, key }] of found.entries()) {
    // Thousands of lines take seconds, in which a server answers others.
    if (at % YIELD_EVERY === 0) await setImmediate();
    const result = read.ok
      ? outcomeOf(core, { line, value: read.value, room, key }, { known, taken })
      : notReadable(line, read.problems);
    results.push(result);
    words.set(line, read.ok ? wordsOf(core, read.value, room) : given);
    if (result.outcome !== "made" || !read.ok || !room) continue;
    made.push({ line, key, roomId: room.id, value: read.value });
    known.add(key);
    taken.add(room.id, read.value, { line });
  }
  return { results, words, made };
}

const wordsOf = ({ timeZone }: Core, value: BookingLine, room: Room | undefined): string =>
  bookingWords(value, { room: room?.name ?? value.room, startsAt: value.startsAt, timeZone });

function outcomeOf(
  core: Core,
  { line, value, room, key }: { line: number; value: BookingLine; room: Room | undefined; key: string },
  { known, taken }: { known: ReadonlySet<string>; taken: Taken },
): LineResult {
  if (value.cancelled) return plainResult(line, "cancelled");
  if (!room) return plainResult(line, "unknown room");
  if (known.has(key)) return plainResult(line, "already imported");
  if (isPast(core, value)) return plainResult(line, "in the past");
  const prepared = prepareBooking(core, value, room);
  if (!prepared.ok) return refusedLine(line, prepared);
  const way = taken.inTheWay(room, value);
  return way ? clash(line, way) : plainResult(line, "made");
}

/** Over, or on a day that has passed: the guard takes no visit of an earlier day. */
const isPast = (core: Core, { startsAt, endsAt }: BookingLine): boolean =>
  endsAt <= core.clock.now() || venueDayOf(startsAt, core.timeZone) < venueToday(core);

const COLUMN_OF: Readonly<Record<string, string>> = {
  startDate: "date",
  startTime: "start",
  endTime: "end",
  totalAmount: "total",
  priceReason: "total",
  payment: "total",
};

/** The rules' own words, each with the column that it is about. */
export const refusedLine = (line: number, { rejection }: Refused): LineResult =>
  notReadable(
    line,
    rejection.errors?.map(({ path, message }) => named(COLUMN_OF[path] ?? path, message)) ?? [
      rejection.detail ?? rejection.code,
    ],
  );

/** Many rules name the column themselves, in their first word. */
const named = (column: string, message: string): string =>
  message.toLowerCase().startsWith(`${column} `) ? message : `${column}: ${message}`;

const plainName = (text: string): string => text.trim().toLowerCase();

/** Rooms that are not retired, by name, slug and number. */
function roomsByName({ rooms }: Pick<Core, "rooms">): Map<string, Room> {
  const all = rooms.all();
  const by = (name: (room: Room) => string) => all.map((room) => [plainName(name(room)), room] as const);
  return new Map([...by(({ id }) => String(id)), ...by(({ slug }) => slug), ...by(({ name }) => name)]);
}

/** By its reference, or else by room, start and mailbox. */
const keyOf = (core: Core, { reference, startsAt, email }: BookingLine, { id }: Room): string =>
  core.holderHash(
    reference === null
      ? `import booking ${id} ${startsAt.toISOString()} ${email === null ? "" : mailboxOf(email)}`
      : `import booking by reference ${reference}`,
  );

export interface PreparedBooking {
  ok: true;
  events: BookingEvent[];
  booking: Booking;
  /** The rows of personal data that the events name. */
  rows: AppendRule[];
}

const PRICE_REASON = "The price that the import says";

/** Decides the real commands for a new booking: requested by staff and confirmed, what was paid elsewhere, its note. */
export function prepareBooking(core: Core, value: BookingLine, room: Room): PreparedBooking | Refused {
  const now = core.clock.now();
  const { startsAt, endsAt, totalCents, paidCents, note, eventType, firstName, lastName, email, phone } =
    value;
  const hourCount = (endsAt.getTime() - startsAt.getTime()) / HOUR_MS;
  const length = { duration: "hourly", hourCount, engineerRequired: false } as const;
  const begin = visitBegin(startsAt, core.timeZone);
  const usual = priceOf(room.rates, { ...length, begin }, core.settings.now()).totalCents;
  const total = totalCents ?? usual;
  if (paidCents > total) {
    return refuse("InvalidBooking", { errors: [{ path: "paid", message: "is more than the price" }] });
  }
  const request: BookingRequest = {
    ...length,
    hourCount: null,
    roomId: room.id,
    userId: null,
    heldBy: "mailbox",
    caller: null,
    workDone: true,
    startDate: venueDayOf(startsAt, core.timeZone),
    startsAt,
    endsAt,
    attendees: null,
    eventType: EVENT_TYPES.find((type) => type.toLowerCase() === eventType.toLowerCase()) ?? eventType,
    quoted: { totalCents: total, downpaymentCents: null, remainingCents: null },
    person: { firstName, lastName, email, phone, specialRequirements: null },
    idempotencyKey: null,
    bodyHash: null,
    byStaff: {
      payment: total === 0 && usual > 0 ? "free" : "desk",
      holdUntil: null,
      priceReason: total === usual ? null : PRICE_REASON,
    },
  };
  const personal = personalRowsOf(request);
  const requested = decide(requestCommand(core, request, { room, now, personal }), noBooking);
  if (!requested.ok) return requested;
  const events = [...requested.events];
  let booking = stateAfter(noBooking, requested.events);
  const add = (decision: Decision<BookingEvent>): void => {
    if (!decision.ok) throw new Error(`An imported booking is refused with ${decision.rejection.code}`);
    events.push(...decision.events);
    booking = stateAfter(booking, decision.events);
  };
  add(decide({ type: "RecordEarlierPayment", amountCents: paidCents }, booking));
  const noteRow = note === null ? null : textRow(note);
  if (noteRow) add(decide({ type: "TakeNote", noteId: noteRow.id }, booking));
  return { ok: true, events, booking, rows: [...personal.rows, ...(noteRow ? [storePerson(noteRow)] : [])] };
}

const stateAfter = (state: Booking | typeof noBooking, events: readonly BookingEvent[]): Booking =>
  requireExisting(events.reduce(evolve, state));
