/** Caps what one customer may hold unpaid: the operations of the guard, and in words for the customer what each refuses. */
import type { Core } from "../context.ts";
import type { GuardOperation } from "../log/append-request.ts";
import type { Sql } from "../platform/database.ts";
import { type Refused, refuse } from "../rejection.ts";
import { hoursBetween } from "../venue/venue-time.ts";
import { type Booking, type BookingState, heldUntil } from "./booking-state.ts";
import { hoursOf, TOO_MANY_OPEN_HOURS } from "./hours.ts";
import type { HeldBy } from "./statuses.ts";

/** Unpaid bookings that one mailbox, or one verified account, may hold at a time, so that nobody blocks the calendar. */
export const MAX_OPEN_HOLDS = 20;

/** Strangers may have named the mailbox: a customer who signs in with it verified has a cap of their own. */
export const tooMany = (what: "hours" | "bookings", heldBy: HeldBy): Refused =>
  refuse("TooManyHolds", {
    detail:
      heldBy === "mailbox"
        ? `This email has too many unpaid ${what} open. Pay or let some expire, or sign in with your email verified: then only what you hold yourself counts`
        : `Your account has too many unpaid ${what} open. Pay or let some expire, then try again`,
  });

export const TOO_MANY_HOURS_OF_ADDRESS = refuse("TooManyHolds", {
  detail:
    "Too many unpaid hours are held from your network. Pay or let some expire, then try again, or call us",
});

/**
 * Refuses when this holder has `max` unpaid bookings open, or would have more than `maxHours` unpaid hours with these.
 * Goes before every claim: its lock comes first.
 */
interface HolderCap extends GuardOperation {
  operation: "cap";
  holder: string;
  max: number;
  hours: number;
  maxHours: number;
}

/** Refuses when this address would hold more than `maxHours` unpaid hours with these. Goes right after the holder's. */
interface CallerCap extends GuardOperation {
  operation: "cap_caller";
  caller: string;
  hours: number;
  maxHours: number;
}

/** No count of bookings refuses one that is counted already. */
const ANY_NUMBER = 2 ** 31 - 1;

/**
 * The caps that a hold must pass which takes more hours than before: of its holder, and of the address that it counts for
 * (migration 0022). None for any other step.
 */
export async function capsOfGrowth(
  sql: Sql,
  id: number,
  { before, after }: { before: BookingState; after: Booking },
  {
    holder,
    most,
  }: { holder: () => Promise<string | null>; most: { perMailbox: number; perAddress: number } },
): Promise<(HolderCap | CallerCap)[]> {
  const [from] = hoursOf(before);
  const hours = hoursOf(after).length - hoursOf(before).length;
  if (!from || !heldUntil(after) || hours <= 0) return [];
  const holds = await holder();
  const [held] = await sql<{ caller: string | null }[]>`
    select caller from room_hours
    where room_id = ${after.roomId} and starts_at = ${from} and booking_id = ${id}`;
  const caller = held?.caller ?? null;
  return capsOf({ holder: holds, caller, hours }, { bookings: ANY_NUMBER, ...most });
}

/** The caps that so many more unpaid hours must pass: of the holder and of the address, where they are known (keyed hashes). */
const capsOf = (
  { holder, caller, hours }: { holder: string | null; caller: string | null; hours: number },
  most: { bookings: number; perMailbox: number; perAddress: number },
): (HolderCap | CallerCap)[] => [
  ...(holder === null
    ? []
    : [{ operation: "cap" as const, holder, max: most.bookings, hours, maxHours: most.perMailbox }]),
  ...(caller === null
    ? []
    : [{ operation: "cap_caller" as const, caller, hours, maxHours: most.perAddress }]),
];

/** Unpaid hours in the guard, of a holder and of an address (their keyed hashes). */
async function unpaidHoursOf(
  sql: Sql,
  { holder, caller, now }: { holder: string | null; caller: string | null; now: Date },
): Promise<{ ofHolder: number; ofAddress: number }> {
  const [held] = await sql<{ ofHolder: number; ofAddress: number }[]>`
    select count(*) filter (where holder = ${holder})::integer as "ofHolder",
      count(*) filter (where caller = ${caller})::integer as "ofAddress"
    from room_hours where held_until > ${now} and (holder = ${holder} or caller = ${caller})`;
  return held ?? { ofHolder: 0, ofAddress: 0 };
}

/** A new booking as the caps count it. */
interface CountedRequest {
  holder: string | null;
  heldBy: HeldBy;
  caller: string | null;
  workDone: boolean;
  startsAt: Date | null;
  endsAt: Date | null;
}

/** From this share of a cap on, work is asked for: far beyond what one visitor wants at a time. */
const NEAR = 3 / 4;

/** The caps of a new booking. The guard itself says who must work first: without work its caps let nobody on who is near them. */
export function capsOfRequest(
  { unpaidHours }: Pick<Core, "unpaidHours">,
  { holder, caller, workDone }: CountedRequest,
  hours: number,
): (HolderCap | CallerCap)[] {
  const most = (cap: number): number => (workDone ? cap : Math.min(cap, Math.ceil(cap * NEAR) - 1 + hours));
  const { perMailbox, perAddress } = unpaidHours;
  return capsOf(
    { holder, caller, hours },
    { bookings: MAX_OPEN_HOLDS, perMailbox: most(perMailbox), perAddress: most(perAddress) },
  );
}

/** What a cap of hours has refused: too many hours, or, without work, `ProofOfWorkNeeded` while they are below the cap. */
export async function whyTooManyHours(
  { sql, clock, unpaidHours }: Pick<Core, "sql" | "clock" | "unpaidHours">,
  { holder, heldBy, caller, workDone, startsAt, endsAt }: CountedRequest,
  violated: string,
): Promise<Refused> {
  if (workDone) {
    return violated === TOO_MANY_OPEN_HOURS ? tooMany("hours", heldBy) : TOO_MANY_HOURS_OF_ADDRESS;
  }
  const held = await unpaidHoursOf(sql, { holder, caller, now: clock.now() });
  const hours = startsAt && endsAt ? hoursBetween(startsAt, endsAt).length : 0;
  if (held.ofHolder + hours > unpaidHours.perMailbox) return tooMany("hours", heldBy);
  return held.ofAddress + hours > unpaidHours.perAddress
    ? TOO_MANY_HOURS_OF_ADDRESS
    : refuse("ProofOfWorkNeeded");
}
