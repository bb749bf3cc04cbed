/** Carries out booking commands: what an append checks with each, and what each refusal of the append means. */
import { randomUUID } from "node:crypto";
import type { Core } from "../context.ts";
import { type AppendRule, COMMAND_REPEATED, type EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { commandIdOf, findFirstRequest, type IdempotentRequest } from "../log/idempotency.ts";
import { readStream } from "../log/read.ts";
import { type Refused, type RejectionCode, refuse } from "../log/rejection.ts";
import { fold, isUnreadable } from "../log/stream.ts";
import { type Loaded, load, requireExisting, transact } from "../log/transact.ts";
import { erasePersonRow, type PersonalData, storePerson, textRow } from "../person/personal-data.ts";
import { hasVenueChanged, requireVenueUnchanged, VENUE_UNCHANGED_CONSTRAINT } from "../venue/venue.ts";
import { type BookingChange, decide } from "./booking.ts";
import {
  capsForGrowth,
  capsForRequest,
  refuseTooMany,
  refuseTooManyHours,
  TOO_MANY_HOURS_OF_ADDRESS,
} from "./hold/caps.ts";
import { holderHashOf, loadHolderHash } from "./hold/holder.ts";
import {
  bookingsOnHours,
  HOURS_CLAIMED,
  hourOperations,
  TOO_MANY_OPEN_HOLDS,
  TOO_MANY_OPEN_HOURS,
  TOO_MANY_OPEN_HOURS_OF_ADDRESS,
  TURNAROUND_BROKEN,
} from "./hold/hours.ts";
import type { RequestedBooking } from "./rules/booking-rules.ts";
import { knownEventType } from "./rules/event-types.ts";
import type { StaffBookingTerms } from "./rules/staff-terms.ts";
import type { HeldBy } from "./rules/statuses.ts";
import { type Booking, type BookingState, occupies } from "./state/booking-state.ts";
import { bookingStream } from "./state/booking-stream.ts";

export const loadBooking = (core: Core, id: number): Promise<Loaded<BookingState>> =>
  load(core.sql, bookingStream, id);

/**
 * Carries out a command on an existing booking. `commandId` makes it happen once: a second call with the same id answers the current state.
 * Answers `SlotTaken` if another booking has the hours or is too near to them, and `TooManyHolds` if a hold grows beyond what its mailbox
 * or address may hold unpaid. `person` is stored with the events, if the command refers to such a row.
 */
export async function handleBooking(
  core: Core,
  id: number,
  command: BookingChange,
  context: {
    commandId: string;
    meta: EventMeta;
    person?: PersonalData;
    /** A row of personal data to erase with this append. */
    forgotten?: string;
    /** An append rule that refuses if what the command was decided by has changed. */
    precondition?: AppendRule;
  },
): Promise<Outcome<Booking>> {
  const { person, forgotten, precondition } = context;
  let wanted: Booking | null = null;
  const outcome = await transact(core, bookingStream, id, {
    ...context,
    decide: (state) => decide(command, state),
    async appendRules(before, after) {
      wanted = requireExisting(after);
      const holder = (): Promise<string | null> => loadHolderHash(core, requireExisting(after));
      // Staff may let a customer hold more than customers may hold by themselves.
      const isCapped = command.type !== "MoveBooking";
      const caps = isCapped ? await capsForGrowth(core, id, { before, after: wanted }, holder) : [];
      return [
        ...(precondition ? [precondition] : []),
        ...caps,
        ...(await hourOperations(before, wanted, holder)),
        // It excludes the close of a day (`guard.cash_stands`).
        ...(movesCash(command) ? [{ operation: "move_cash" }] : []),
        ...(person ? [storePerson(person)] : []),
        ...(forgotten ? [erasePersonRow(forgotten)] : []),
      ];
    },
    refusals: {
      [HOURS_CLAIMED]: () => expireConflictingHolds(core, id, wanted),
      [TURNAROUND_BROKEN]: () => expireConflictingHolds(core, id, wanted),
      [TOO_MANY_OPEN_HOURS]: async () => refuseTooMany("hours", wanted?.heldBy ?? "mailbox"),
      [TOO_MANY_OPEN_HOURS_OF_ADDRESS]: TOO_MANY_HOURS_OF_ADDRESS,
      [VENUE_UNCHANGED_CONSTRAINT]: refuse("ConcurrentChange"),
    },
  });
  if (!outcome.ok) return outcome;
  const { state } = outcome.value;
  return state.exists ? { ...outcome, value: state } : refuse("BookingNotFound");
}

const movesCash = (command: BookingChange): boolean =>
  (command.type === "ReceiveAtDesk" || command.type === "ReturnAtDesk") && command.method === "cash";

/** Expires overdue holds on the hours; `SlotTaken` if another claim remains. */
async function expireConflictingHolds(
  core: Core,
  id: number | null,
  wanted: Pick<Booking, "roomId" | "startsAt" | "endsAt"> | null,
): Promise<Refused | "retry"> {
  return wanted && (await clearHours(core, id, wanted)) ? "retry" : refuse("SlotTaken");
}

/**
 * Expires overdue holds on these hours, each by its own command, so that correctness never waits for a job. False if something else has the
 * hours: a running hold, a paid booking, a closure, or a booking that cannot be read or expired. Bookings in `leaving` do not count.
 */
export async function clearHours(
  core: Core,
  id: number | null,
  wanted: Pick<Booking, "roomId" | "startsAt" | "endsAt">,
  leaving: ReadonlySet<number> = new Set(),
): Promise<boolean> {
  const standing = async () =>
    (await bookingsOnHours(core.sql, id, wanted, core.clock.now())).filter(
      ({ bookingId }) => bookingId === null || !leaving.has(bookingId),
    );
  const lapsed = new Set<number>();
  for (const { bookingId, due } of await standing()) {
    if (!due || bookingId === null) return false;
    lapsed.add(bookingId);
  }
  for (const bookingId of lapsed) if (!(await expireIfOverdue(core, bookingId))) return false;
  if (lapsed.size === 0) return true;
  return !(await standing()).some(({ bookingId }) => bookingId !== null && lapsed.has(bookingId));
}

/** Expires an overdue hold. False if the booking keeps its hours: it cannot be read, or by its events it is not an overdue hold. */
export async function expireIfOverdue(core: Core, id: number): Promise<boolean> {
  try {
    const outcome = await expireBooking(core, id);
    return outcome.ok && !occupies(outcome.value);
  } catch (error) {
    if (isUnreadable(error)) return false;
    throw error;
  }
}

/** Expires an unpaid hold past its deadline and frees its hours; does nothing to any other booking. */
export function expireBooking(core: Core, id: number): Promise<Outcome<Booking>> {
  const commandId = `expire:${bookingStream.nameOf(id)}:${randomUUID()}`;
  const meta: EventMeta = { actor: { kind: "system" }, requestId: commandId };
  return handleBooking(core, id, { type: "ExpireBooking", now: core.clock.now() }, { commandId, meta });
}

/**
 * A booking request as the BFF has read it. The same key and body answer the first booking again. Amounts in cents, times as UTC instants,
 * `startDate` in venue time.
 */
export interface BookingRequest extends RequestedBooking, IdempotentRequest {
  roomId: number;
  userId: number | null;
  /** `account` only for a session whose email is verified. */
  heldBy: HeldBy;
  /** Keyed hash of the address that asks; null if addresses are not counted. */
  caller: string | null;
  /** Whether proof of work was done, which is required from holders of many unpaid hours. */
  workDone: boolean;
  /** One of the six event types, or the customer's own words. */
  eventType: string;
  person: {
    firstName: string;
    lastName: string;
    email: string;
    phone: string;
    specialRequirements: string | null;
  };
  /** Only for a booking that staff make: it has no caps, and it may be longer than visitors' bookings (decision 107). */
  byStaff?: (Omit<StaffBookingTerms, "priceReasonId"> & { priceReason: string | null }) | undefined;
}

export interface RequestedOutcome {
  id: number;
  booking: Booking;
}

/**
 * Requests a new booking: it is priced, checked and appended with its hours in one round trip (decisions 2, 24, 27). Answers
 * `ProofOfWorkNeeded` to a request without proof of work whose mailbox or address holds three quarters of what it may hold unpaid.
 */
export async function requestBooking(
  core: Core,
  request: BookingRequest,
  meta: EventMeta,
): Promise<Outcome<RequestedOutcome>> {
  const commandId = commandIdOf("request", request);
  const { bodyHash } = request;
  const stored = bodyHash === null ? meta : { ...meta, bodyHash };
  const tried = () => tryRequest(core, request, stored, commandId);
  const first = await tried();
  // A refusal because of the room or the venue is tried again if these have changed without this process knowing.
  const again =
    !first.ok && VENUE_REFUSES.has(first.rejection.code) && (await hasVenueChanged(core, request.roomId));
  const outcome = again ? await tried() : first;
  // A retry may clash with its own first try, or come when the rules have changed: the first answer is given again.
  if (outcome.ok || !request.idempotencyKey) return outcome;
  return (await answeredBefore(core, commandId, request)) ?? outcome;
}

/** Refusals that depend on this process's memory of the room or the venue. */
const VENUE_REFUSES: ReadonlySet<RejectionCode> = new Set([
  "InvalidBooking",
  "RoomNotBookable",
  "RoomNotFound",
]);

async function tryRequest(
  core: Core,
  request: BookingRequest,
  meta: EventMeta,
  commandId: string,
): Promise<Outcome<RequestedOutcome>> {
  if (!core.rooms.byId(request.roomId)) return refuse("RoomNotFound");
  const now = core.clock.now();
  const personId = randomUUID();
  const { specialRequirements, ...person } = request.person;
  const eventType = knownEventType(request.eventType);
  const ownWords = eventType === null ? textRow(request.eventType) : null;
  const holder = holderHashOf(core, request, person.email);
  const { caller, byStaff, heldBy, roomId, startsAt, endsAt } = request;
  const counted = { ...request, holder };
  const priceReason = byStaff?.priceReason ? textRow(byStaff.priceReason) : null;
  const wanted = startsAt && endsAt ? { roomId, startsAt, endsAt } : null;
  let precondition: AppendRule | undefined;
  const outcome = await transact(core, bookingStream, null, {
    commandId,
    meta,
    decide(state) {
      const room = core.rooms.byId(roomId);
      if (!room) return refuse("RoomNotFound");
      const terms = core.settings.now();
      const holdMs = terms.holdMinutes === null ? core.holdMs : terms.holdMinutes * 60_000;
      const { capacity, engineerAvailable } = room;
      precondition = requireVenueUnchanged(room, core.settings);
      return decide(
        {
          type: "RequestBooking",
          request,
          room: { ...room, bookable: (room.bookable || byStaff !== undefined) && !room.retired },
          terms,
          context: {
            now,
            timeZone: core.timeZone,
            opening: core.settings.schedule(),
            capacity,
            engineerAvailable,
            byStaff: byStaff !== undefined,
          },
          personId,
          userId: request.userId,
          heldBy,
          eventType: eventType ?? "Other",
          eventTypeId: ownWords?.id,
          holdUntil: new Date(now.getTime() + holdMs),
          byStaff: byStaff && { ...byStaff, priceReasonId: priceReason?.id },
        },
        state,
      );
    },
    appendRules: async (before, after) => [
      ...(precondition ? [precondition] : []),
      ...(byStaff ? [] : capsForRequest(core, counted, requireExisting(after).hourCount)),
      ...(await hourOperations(before, requireExisting(after), () => holder, caller)),
      storePerson({ id: personId, ...person, freeText: specialRequirements }),
      ...(ownWords ? [storePerson(ownWords)] : []),
      ...(priceReason ? [storePerson(priceReason)] : []),
    ],
    refusals: {
      [HOURS_CLAIMED]: () => expireConflictingHolds(core, null, wanted),
      [TURNAROUND_BROKEN]: () => expireConflictingHolds(core, null, wanted),
      [TOO_MANY_OPEN_HOLDS]: refuseTooMany("bookings", heldBy),
      [TOO_MANY_OPEN_HOURS]: () => refuseTooManyHours(core, counted, TOO_MANY_OPEN_HOURS),
      [TOO_MANY_OPEN_HOURS_OF_ADDRESS]: () =>
        refuseTooManyHours(core, counted, TOO_MANY_OPEN_HOURS_OF_ADDRESS),
      [COMMAND_REPEATED]: refuse("ConcurrentChange"),
      // The price depends on what another process has changed: it is decided again by the new settings.
      [VENUE_UNCHANGED_CONSTRAINT]: () => core.venue.reload().then(() => "retry" as const),
    },
  });
  if (!outcome.ok) return outcome;
  const { id, state } = outcome.value;
  return { ...outcome, value: { id, booking: requireExisting(state) } };
}

/** The booking as this command's first run left it, whatever has happened to it since; null if the command was never accepted. */
async function answeredBefore(
  core: Core,
  commandId: string,
  request: BookingRequest,
): Promise<Outcome<RequestedOutcome> | null> {
  const first = await findFirstRequest(core.sql, commandId, request);
  if (!first?.ok) return first;
  const id = bookingStream.idOf(first.stream);
  if (id === null) return null;
  const events = await readStream(core.sql, bookingStream, id);
  const own = events.filter((event) => event.commandId === commandId);
  const state = fold(bookingStream, own);
  return { ok: true, value: { id, booking: requireExisting(state) }, position: first.at };
}
