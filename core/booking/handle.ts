/** Carries out a booking command: what the guard checks with it, and what each refusal of the guard means. */
import { randomUUID } from "node:crypto";
import type { Core } from "../context.ts";
import { COMMAND_REPEATED, type EventMeta, type GuardOperation } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { commandIdOf, firstRequest, type Repeatable } from "../log/once.ts";
import { readStream } from "../log/read.ts";
import { fold, isUnreadable } from "../log/stream.ts";
import { existing, type Loaded, load, transact } from "../log/transact.ts";
import { erasePersonRow, type PersonalData, storePerson, wordsRow } from "../personal-data.ts";
import { type Refused, type RejectionCode, refuse } from "../rejection.ts";
import { hasVenueChanged, VENUE_MOVED_ON, venueStands } from "../venue/venue.ts";
import { type BookingChange, decide } from "./booking.ts";
import type { RequestedBooking } from "./booking-rules.ts";
import { type Booking, type BookingState, occupies } from "./booking-state.ts";
import { bookingStream } from "./booking-stream.ts";
import { capsOfGrowth, capsOfRequest, TOO_MANY_HOURS_OF_ADDRESS, tooMany, whyTooManyHours } from "./caps.ts";
import { knownEventType } from "./event-types.ts";
import { holderOf, holderOfHours } from "./holder.ts";
import {
  bookingsOnHours,
  HOURS_TAKEN,
  hourOperations,
  TOO_MANY_OPEN_HOLDS,
  TOO_MANY_OPEN_HOURS,
  TOO_MANY_OPEN_HOURS_OF_CALLER,
  TURNAROUND_BROKEN,
} from "./hours.ts";
import type { StaffBookingTerms } from "./staff-terms.ts";
import type { HeldBy } from "./statuses.ts";

export const loadBooking = (core: Core, id: number): Promise<Loaded<BookingState>> =>
  load(core.sql, bookingStream, id);

/**
 * Carries out a command on an existing booking. `commandId` makes it happen once: a second call with the same id
 * answers the state that holds. Answers `SlotTaken` when hours it needs are another booking's or too near to it, `TooManyHolds` when a hold
 * grows beyond what its mailbox or address may hold unpaid. `person` is stored with the events, where the command refers
 * to such a row.
 */
export async function handleBooking(
  core: Core,
  id: number,
  command: BookingChange,
  context: {
    commandId: string;
    meta: EventMeta;
    person?: PersonalData;
    /** A row of personal data whose words go with the events. */
    forgotten?: string;
    /** What it was decided by, where that must not have moved on. */
    stands?: GuardOperation;
  },
): Promise<Outcome<Booking>> {
  const { person, forgotten, stands } = context;
  let wanted: Booking | null = null;
  const outcome = await transact(core, bookingStream, id, {
    ...context,
    decide: (state) => decide(command, state),
    async guard(before, after) {
      wanted = existing(after);
      const holder = (): Promise<string | null> => holderOf(core, existing(after));
      const step = { before, after: wanted };
      // Staff may let somebody hold more than they may take themselves.
      const caps =
        command.type === "MoveBooking"
          ? []
          : await capsOfGrowth(core.sql, id, step, { holder, most: core.unpaidHours });
      return [
        ...(stands ? [stands] : []),
        ...caps,
        ...(await hourOperations(before, wanted, holder)),
        ...(movesCash(command) ? [MOVES_CASH] : []),
        ...(person ? [storePerson(person)] : []),
        ...(forgotten ? [erasePersonRow(forgotten)] : []),
      ];
    },
    refusals: {
      [HOURS_TAKEN]: () => expireConflictingHolds(core, id, wanted),
      [TURNAROUND_BROKEN]: () => expireConflictingHolds(core, id, wanted),
      [TOO_MANY_OPEN_HOURS]: async () => tooMany("hours", wanted?.heldBy ?? "mailbox"),
      [TOO_MANY_OPEN_HOURS_OF_CALLER]: TOO_MANY_HOURS_OF_ADDRESS,
      [VENUE_MOVED_ON]: refuse("ConcurrentChange"),
    },
  });
  if (!outcome.ok) return outcome;
  const { state } = outcome.value;
  return state.exists ? { ...outcome, value: state } : refuse("BookingNotFound");
}

/** The guard's part in what moves cash: it excludes the close of a day (`guard.cash_stands`). */
const MOVES_CASH: GuardOperation = { operation: "move_cash" };

const movesCash = (command: BookingChange): boolean =>
  (command.type === "ReceiveAtDesk" || command.type === "ReturnAtDesk") && command.method === "cash";

/** Makes way where hours are another's; `SlotTaken` where somebody stays. */
async function expireConflictingHolds(
  core: Core,
  id: number | null,
  wanted: Pick<Booking, "roomId" | "startsAt" | "endsAt"> | null,
): Promise<Refused | "retry"> {
  return wanted && (await clearsHours(core, id, wanted)) ? "retry" : refuse("SlotTaken");
}

/**
 * Expires what holds these hours past its deadline by its own command, so that correctness never waits for a job. False when a hold that
 * still runs, a paid booking, a block, or one that cannot be read or expired stands in the way, but for those that are `leaving`.
 */
export async function clearsHours(
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
  for (const bookingId of lapsed) if (!(await makesWay(core, bookingId))) return false;
  if (lapsed.size === 0) return true;
  return !(await standing()).some(({ bookingId }) => bookingId !== null && lapsed.has(bookingId));
}

/** Expires a hold past its deadline; false of a booking that keeps its hours: it cannot be read, or by its events is no such hold. */
export async function makesWay(core: Core, id: number): Promise<boolean> {
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

/** A request as the BFF has read it: the same key and body answer the first booking again. Amounts in cents, times as UTC instants, `startDate` in venue time. */
export interface BookingRequest extends RequestedBooking, Repeatable {
  roomId: number;
  userId: number | null;
  /** The account only of a session whose email is verified. */
  heldBy: HeldBy;
  /** Keyed hash of the address that asks; null where addresses are not counted. */
  caller: string | null;
  /** Whether the caller has worked for it, as is asked of who holds much unpaid. */
  workDone: boolean;
  /** One of the six, or words of the customer's own. */
  eventType: string;
  person: {
    firstName: string;
    lastName: string;
    email: string;
    phone: string;
    specialRequirements: string | null;
  };
  /** Of a booking that staff make: no caps, and more than visitors may book (decision 107). */
  byStaff?: (Omit<StaffBookingTerms, "priceReasonId"> & { priceReason: string | null }) | undefined;
}

export interface RequestedOutcome {
  id: number;
  booking: Booking;
}

/**
 * Requests a new booking: priced, checked and appended with its hours in one round trip (decisions 2, 24, 27). Answers
 * `ProofOfWorkNeeded` to who has not worked and holds three quarters of what a mailbox or an address may hold unpaid.
 */
export async function requestBooking(
  core: Core,
  request: BookingRequest,
  meta: EventMeta,
): Promise<Outcome<RequestedOutcome>> {
  const commandId = commandIdOf("request", request);
  const { bodyHash } = request;
  const kept = bodyHash === null ? meta : { ...meta, bodyHash };
  const tried = () => tryRequest(core, request, kept, commandId);
  const first = await tried();
  // What is refused by a room or a house that has changed without this process having heard of it is asked once more.
  const again =
    !first.ok && VENUE_REFUSES.has(first.rejection.code) && (await hasVenueChanged(core, request.roomId));
  const outcome = again ? await tried() : first;
  // A retry may meet its own first try as a clash, or arrive when the rules no longer hold: the first answer stands.
  if (outcome.ok || !request.idempotencyKey) return outcome;
  return (await answeredBefore(core, commandId, request)) ?? outcome;
}

/** Refusals that say something of the room or of the house as they are remembered. */
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
  const ownWords = eventType === null ? wordsRow(request.eventType) : null;
  const holder = holderOfHours(core, request, person.email);
  const { caller, byStaff, heldBy } = request;
  const counted = { ...request, holder };
  const priceReason = byStaff?.priceReason ? wordsRow(byStaff.priceReason) : null;
  const { startsAt, endsAt } = request;
  const wanted = startsAt && endsAt ? { roomId: request.roomId, startsAt, endsAt } : null;
  let stands: ReturnType<typeof venueStands> | undefined;
  const outcome = await transact(core, bookingStream, null, {
    commandId,
    meta,
    decide(state) {
      const room = core.rooms.byId(request.roomId);
      if (!room) return refuse("RoomNotFound");
      const house = core.house.now();
      const holdMs = house.holdMinutes === null ? core.holdMs : house.holdMinutes * 60_000;
      stands = venueStands(room, core.house);
      return decide(
        {
          type: "RequestBooking",
          request,
          room: { ...room, bookable: (room.bookable || byStaff !== undefined) && !room.retired },
          terms: house,
          context: {
            now,
            timeZone: core.timeZone,
            opening: core.house.schedule(),
            capacity: room.capacity,
            engineerAvailable: room.engineerAvailable,
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
    guard: async (before, after) => [
      ...(stands ? [stands] : []),
      ...(byStaff ? [] : capsOfRequest(core, counted, existing(after).hourCount)),
      ...(await hourOperations(before, existing(after), () => holder, caller)),
      storePerson({ id: personId, ...person, freeText: specialRequirements }),
      ...(ownWords ? [storePerson(ownWords)] : []),
      ...(priceReason ? [storePerson(priceReason)] : []),
    ],
    refusals: {
      [HOURS_TAKEN]: () => expireConflictingHolds(core, null, wanted),
      [TURNAROUND_BROKEN]: () => expireConflictingHolds(core, null, wanted),
      [TOO_MANY_OPEN_HOLDS]: tooMany("bookings", heldBy),
      [TOO_MANY_OPEN_HOURS]: () => whyTooManyHours(core, counted, TOO_MANY_OPEN_HOURS),
      [TOO_MANY_OPEN_HOURS_OF_CALLER]: () => whyTooManyHours(core, counted, TOO_MANY_OPEN_HOURS_OF_CALLER),
      [COMMAND_REPEATED]: refuse("ConcurrentChange"),
      // Priced by what another process has changed since: once more, by what holds now.
      [VENUE_MOVED_ON]: () => core.venue.reload().then(() => "retry" as const),
    },
  });
  if (!outcome.ok) return outcome;
  const { id, state } = outcome.value;
  return { ...outcome, value: { id, booking: existing(state) } };
}

/** The booking as this command's first run left it, whatever has become of it since; null when it was never accepted. */
async function answeredBefore(
  core: Core,
  commandId: string,
  request: BookingRequest,
): Promise<Outcome<RequestedOutcome> | null> {
  const first = await firstRequest(core.sql, commandId, request);
  if (!first?.ok) return first;
  const id = bookingStream.idOf(first.stream);
  if (id === null) return null;
  const events = await readStream(core.sql, bookingStream, id);
  const state = fold(
    bookingStream,
    events.filter((event) => event.commandId === commandId),
  );
  return { ok: true, value: { id, booking: existing(state) }, position: first.at };
}
