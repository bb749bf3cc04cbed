/** Requests a new booking: its caps, its hours and its personal data go with it in one append; a repeated request gets the first answer. */
import { randomUUID } from "node:crypto";
import type { Core } from "../context.ts";
import { type AppendRule, COMMAND_REPEATED, type EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { commandIdOf, findFirstRequest, type IdempotentRequest } from "../log/idempotency.ts";
import { readStream } from "../log/read.ts";
import { type RejectionCode, refuse } from "../log/rejection.ts";
import { fold } from "../log/stream.ts";
import { requireExisting, transact } from "../log/transact.ts";
import { storePerson, textRow } from "../person/personal-data.ts";
import { hasVenueChanged, requireVenueUnchanged, VENUE_UNCHANGED_CONSTRAINT } from "../venue/venue.ts";
import { decide } from "./booking.ts";
import { expireConflictingHolds } from "./handle.ts";
import { capsForRequest, refuseTooMany, refuseTooManyHours } from "./hold/caps.ts";
import { holderHashOf } from "./hold/holder.ts";
import {
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
import type { Booking } from "./state/booking-state.ts";
import { bookingStream } from "./state/booking-stream.ts";

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
    /** These are absent for a guest who comes to the desk and is booked by the first name alone. */
    lastName: string | null;
    email: string | null;
    phone: string | null;
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
      const { capacity, engineerAvailable, leastHours } = room;
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
            leastHours,
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
      ...(byStaff ? [] : capsForRequest(core, counted, requireExisting(after).hourCount)),
      ...(await hourOperations(before, requireExisting(after), () => holder, caller)),
      // After the claim, which a change of the currency waits for.
      ...(precondition ? [precondition] : []),
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

/** The first answer to this request: the booking as it was made, without later changes; null if it was never made. */
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
