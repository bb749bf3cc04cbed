/** Requests a new booking: its caps, its hours and its personal data go with it in one append; a repeated request gets the first answer. */
import type { Core } from "../context.ts";
import { type AppendRule, COMMAND_REPEATED, type EventMeta } from "../log/append-request.ts";
import { nextStreamIds } from "../log/append-statements.ts";
import type { Outcome } from "../log/decision.ts";
import { commandIdOf, findFirstRequest } from "../log/idempotency.ts";
import { readStream } from "../log/read.ts";
import { type RejectionCode, refuse } from "../log/rejection.ts";
import { fold } from "../log/stream.ts";
import { requireExisting, transact } from "../log/transact.ts";
import { hoursBetween } from "../venue/time/venue-time.ts";
import { hasVenueChanged, requireVenueUnchanged, VENUE_UNCHANGED_CONSTRAINT } from "../venue/venue.ts";
import { chargeAccounts } from "./billing/charge-accounts.ts";
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
import { type BookingRequest, personalRowsOf, requestCommand } from "./new-booking.ts";
import type { Booking } from "./state/booking-state.ts";
import { bookingStream } from "./state/booking-stream.ts";

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
  const personal = personalRowsOf(request);
  const holder = holderHashOf(core, request, request.person.email);
  const { caller, byStaff, heldBy, roomId, startsAt, endsAt, accountId } = request;
  const counted = { ...request, holder };
  const wanted = startsAt && endsAt ? { roomId, startsAt, endsAt } : null;
  const tooManyHours = (violated: string) => {
    const hours = wanted ? hoursBetween(wanted.startsAt, wanted.endsAt).length : 0;
    return refuseTooManyHours(core, counted, { hours, violated });
  };
  let precondition: AppendRule | undefined;
  // The account's event names the booking, so its number must be known before.
  const [newId = null] =
    accountId === undefined ? [] : await nextStreamIds(core.sql, bookingStream.category, 1);
  const outcome = await transact(core, bookingStream, newId, {
    commandId,
    meta,
    decide(state) {
      const room = core.rooms.byId(roomId);
      if (!room) return refuse("RoomNotFound");
      precondition = requireVenueUnchanged(room, core.settings);
      return decide(requestCommand(core, request, { room, now, personal }), state);
    },
    appendRules: async (before, after) => [
      // Only what waits for money is capped.
      ...(byStaff || accountId !== undefined
        ? []
        : capsForRequest(core, counted, { hours: requireExisting(after).hourCount })),
      ...(await hourOperations(before, requireExisting(after), () => holder, caller)),
      // After the claim, which a change of the currency waits for.
      ...(precondition ? [precondition] : []),
      ...personal.rows,
    ],
    ...(newId === null
      ? {}
      : {
          async others(before, after) {
            const charged = await chargeAccounts(core, [
              { id: newId, before, after: requireExisting(after) },
            ]);
            return charged.ok ? { ...charged, own: [] } : charged;
          },
        }),
    refusals: {
      [HOURS_CLAIMED]: () => expireConflictingHolds(core, null, wanted),
      [TURNAROUND_BROKEN]: () => expireConflictingHolds(core, null, wanted),
      [TOO_MANY_OPEN_HOLDS]: refuseTooMany("bookings", heldBy),
      [TOO_MANY_OPEN_HOURS]: () => tooManyHours(TOO_MANY_OPEN_HOURS),
      [TOO_MANY_OPEN_HOURS_OF_ADDRESS]: () => tooManyHours(TOO_MANY_OPEN_HOURS_OF_ADDRESS),
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
