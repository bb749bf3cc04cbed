/** Carries out commands on existing bookings: what an append checks with each, and what each refusal of the append means. */
import { randomUUID } from "node:crypto";
import type { Core } from "../context.ts";
import type { AppendRule, EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import { type Refused, refuse } from "../log/rejection.ts";
import { isUnreadable } from "../log/stream.ts";
import { type Loaded, load, requireExisting, transact } from "../log/transact.ts";
import { PERSON_STANDS } from "../person/personal-data.ts";
import { VENUE_UNCHANGED_CONSTRAINT } from "../venue/venue.ts";
import { chargeAccounts } from "./billing/charge-accounts.ts";
import { type BookingChange, decide } from "./booking.ts";
import { handleTogether } from "./handle-together.ts";
import { capsForGrowth, refuseTooMany, TOO_MANY_HOURS_OF_ADDRESS } from "./hold/caps.ts";
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
import { seriesStream } from "./series/series.ts";
import { type Booking, type BookingState, occupies } from "./state/booking-state.ts";
import { bookingStream } from "./state/booking-stream.ts";
import { type WaitlistFollowUps, waitlistFollowUps } from "./waitlist/follow-ups.ts";
import { offerMissed } from "./waitlist/sweep.ts";

export const loadBooking = (core: Core, id: number): Promise<Loaded<BookingState>> =>
  load(core.sql, bookingStream, id);

/**
 * Carries out a command on an existing booking. `commandId` makes it happen once: a second call with the same id answers the current state.
 * Answers `SlotTaken` if another booking has the hours or is too near to them, and `TooManyHolds` if a hold grows beyond what its mailbox
 * or address may hold unpaid.
 */
export async function handleBooking(
  core: Core,
  id: number,
  command: BookingChange,
  context: {
    commandId: string;
    meta: EventMeta;
    /** What becomes of the rows of personal data that the command names. */
    people?: readonly AppendRule[];
    /** The email that the guest has from now on, if the command changes it. */
    newEmail?: string | null;
    /** An append rule that refuses if what the command was decided by has changed. */
    precondition?: AppendRule;
    /** Why the entry of the waitlist leaves that the booking was offered to, if it does not decline. */
    leaving?: "withdrawn";
  },
): Promise<Outcome<Booking>> {
  const { people = [], newEmail, precondition, leaving } = context;
  let wanted: Booking | null = null;
  let waitlist = null as WaitlistFollowUps | null;
  const outcome = await transact(core, bookingStream, id, {
    ...context,
    decide: (state) => decide(command, state),
    async appendRules(before, after) {
      wanted = requireExisting(after);
      const holder = async (): Promise<string | null> =>
        newEmail
          ? holderHashOf(core, requireExisting(after), newEmail)
          : loadHolderHash(core, requireExisting(after));
      // Staff may let a customer hold more than customers may hold by themselves.
      const isCapped = command.type !== "MoveBooking";
      const caps = isCapped ? await capsForGrowth(core, id, { before, after: wanted }, holder) : [];
      return [
        ...(precondition ? [precondition] : []),
        ...caps,
        ...(await hourOperations(before, wanted, holder)),
        // It excludes the close of a day (`guard.cash_stands`).
        ...(movesCash(command) ? [{ operation: "move_cash" }] : []),
        ...people,
        ...(waitlist?.rules ?? []),
      ];
    },
    async others(before, after) {
      const bookings = [{ id, before, after: requireExisting(after) }];
      const charged = await chargeAccounts(core, bookings);
      if (!charged.ok) return charged;
      waitlist = await waitlistFollowUps(core, { bookings, leaving });
      const appends = [...charged.appends, ...waitlist.appends];
      return { ok: true, appends, own: charged.own.get(id) ?? [] };
    },
    refusals: {
      [HOURS_CLAIMED]: () => expireConflictingHolds(core, id, wanted),
      [TURNAROUND_BROKEN]: () => expireConflictingHolds(core, id, wanted),
      [TOO_MANY_OPEN_HOURS]: async () => refuseTooMany("hours", wanted?.heldBy ?? "mailbox"),
      [TOO_MANY_OPEN_HOURS_OF_ADDRESS]: TOO_MANY_HOURS_OF_ADDRESS,
      [TOO_MANY_OPEN_HOLDS]: async () => refuseTooMany("bookings", wanted?.heldBy ?? "mailbox"),
      [PERSON_STANDS]: refuse("PersonErased"),
      // Without a precondition only an offer to the waitlist depends on the venue.
      [VENUE_UNCHANGED_CONSTRAINT]: async () => {
        if (precondition) return refuse("ConcurrentChange");
        await core.venue.reload();
        return "retry";
      },
    },
  });
  if (!outcome.ok) return outcome;
  await offerMissed(core, waitlist?.missed ?? []);
  const { state } = outcome.value;
  return state.exists ? { ...outcome, value: state } : refuse("BookingNotFound");
}

const movesCash = (command: BookingChange): boolean =>
  (command.type === "ReceiveAtDesk" || command.type === "ReturnAtDesk") && command.method === "cash";

/** Expires overdue holds on the hours; `SlotTaken` if another claim remains. */
export async function expireConflictingHolds(
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

/**
 * Expires an unpaid hold past its deadline and frees its hours; does nothing to any other booking. The holds of a series have one deadline
 * and expire together.
 */
export async function expireBooking(core: Core, id: number): Promise<Outcome<Booking>> {
  const commandId = `expire:${bookingStream.nameOf(id)}:${randomUUID()}`;
  const meta: EventMeta = { actor: { kind: "system" }, requestId: commandId };
  const command = { type: "ExpireBooking", now: core.clock.now() } as const;
  const { state } = await loadBooking(core, id);
  if (!state.exists || state.series === null) return handleBooking(core, id, command, { commandId, meta });
  try {
    return await withItsSeries(core, { id, series: state.series }, () => command, { commandId, meta });
  } catch (error) {
    // Another booking of the series cannot be read: this one does not wait for it.
    if (isUnreadable(error)) return handleBooking(core, id, command, { commandId, meta });
    throw error;
  }
}

/** Carries out a command on the booking and on the others of its series, in one append. Answers this booking. */
export async function withItsSeries(
  core: Core,
  { id, series }: { id: number; series: { id: number } },
  commandOf: (id: number, booking: Booking) => BookingChange | null,
  context: { commandId: string; meta: EventMeta },
): Promise<Outcome<Booking>> {
  const { state } = await load(core.sql, seriesStream, series.id);
  const ids = state.exists ? state.dates.map(({ bookingId }) => bookingId) : [id];
  const outcome = await handleTogether(core, { ids, kind: "series", commandOf, ...context });
  if (!outcome.ok) return outcome;
  const own = outcome.value.find((one) => one.id === id);
  return own ? { ...outcome, value: own.after } : refuse("BookingNotFound");
}
