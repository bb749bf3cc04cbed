/** Limits what one customer may hold unpaid: the append rules that check it, and what the customer is told when one refuses. */
import type { Core } from "../../context.ts";
import { type AppendRule, appendRule } from "../../log/append-request.ts";
import { type Refused, refuse } from "../../log/rejection.ts";
import type { HeldBy } from "../rules/statuses.ts";
import { type Booking, type BookingState, heldUntil } from "../state/booking-state.ts";
import { hoursOf, TOO_MANY_OPEN_HOURS } from "./hours.ts";

/** How many unpaid bookings one mailbox or one verified account may hold at a time, so that one visitor cannot fill the calendar. */
export const MAX_OPEN_HOLDS = 20;

/** Strangers may have named this mailbox. A customer who signs in with it verified has a cap of their own. */
export const refuseTooMany = (what: "hours" | "bookings", heldBy: HeldBy): Refused =>
  refuse("TooManyHolds", {
    detail:
      heldBy === "mailbox"
        ? `This email has too many unpaid ${what}. Pay for some, wait until some expire, or sign in with your verified email: then only your own holds count`
        : `Your account has too many unpaid ${what}. Pay for some or wait until some expire, then try again`,
  });

export const TOO_MANY_HOURS_OF_ADDRESS = refuse("TooManyHolds", {
  detail:
    "Too many unpaid hours are held from your network. Pay for some or wait until some expire, then try again, or call us",
});

/** A booking that is already counted is never refused for the number of bookings. */
const ANY_NUMBER = 2 ** 31 - 1;

/**
 * The caps for a hold that grows, of its holder and of the address that it counts for (migration 0022); for a hold that comes to another
 * mailbox, the caps of that mailbox. None for any other step.
 */
export async function capsForGrowth(
  { sql, unpaidHours }: Pick<Core, "sql" | "unpaidHours">,
  id: number,
  { before, after }: { before: BookingState; after: Booking },
  holder: () => Promise<string | null>,
): Promise<AppendRule[]> {
  const [from] = hoursOf(before);
  if (!from || !before.exists || !heldUntil(after)) return [];
  const hours = hoursOf(after).length - hoursOf(before).length;
  if (after.heldBy === "mailbox" && before.personId !== after.personId) {
    const most = { bookings: MAX_OPEN_HOLDS, ...unpaidHours };
    return capsOf({ holder: await holder(), caller: null, hours: hoursOf(after).length }, most);
  }
  if (hours <= 0) return [];
  const holds = await holder();
  const [held] = await sql<{ caller: string | null }[]>`
    select caller from room_hours
    where room_id = ${after.roomId} and starts_at = ${from} and booking_id = ${id}`;
  const caller = held?.caller ?? null;
  return capsOf({ holder: holds, caller, hours }, { bookings: ANY_NUMBER, ...unpaidHours });
}

/**
 * The caps for additional unpaid hours: of the holder and of the address, if they are known (keyed hashes). The holder's refuses if there
 * are `max` unpaid bookings already, both if there would be more than `maxHours` unpaid hours. They precede every claim, in this order,
 * because their locks must be taken first.
 */
const capsOf = (
  { holder, caller, hours }: { holder: string | null; caller: string | null; hours: number },
  most: { bookings: number; perMailbox: number; perAddress: number },
): AppendRule[] => [
  ...(holder === null
    ? []
    : [appendRule("cap", { holder, max: most.bookings, hours, maxHours: most.perMailbox })]),
  ...(caller === null ? [] : [appendRule("cap_caller", { caller, hours, maxHours: most.perAddress })]),
];

/** A request for new bookings, with what the caps count. */
export interface CountedRequest {
  holder: string | null;
  heldBy: HeldBy;
  caller: string | null;
  workDone: boolean;
}

/** Proof of work is required from this share of a cap on: far beyond what one visitor wants at a time. */
const NEAR = 3 / 4;

/** The caps of new bookings. Without proof of work they are lower, so that a request near the real caps is refused. */
export function capsForRequest(
  { unpaidHours }: Pick<Core, "unpaidHours">,
  { holder, caller, workDone }: CountedRequest,
  { hours, bookings = 1 }: { hours: number; bookings?: number },
): AppendRule[] {
  const most = (cap: number): number => (workDone ? cap : Math.min(cap, Math.ceil(cap * NEAR) - 1 + hours));
  const { perMailbox, perAddress } = unpaidHours;
  return capsOf(
    { holder, caller, hours },
    {
      // The rule counts what is held and one more.
      bookings: MAX_OPEN_HOLDS - (bookings - 1),
      perMailbox: most(perMailbox),
      perAddress: most(perAddress),
    },
  );
}

/**
 * Why a cap of hours refused: there are too many hours, or, without proof of work, `ProofOfWorkNeeded` while they are below the real cap.
 */
export async function refuseTooManyHours(
  { sql, clock, unpaidHours }: Pick<Core, "sql" | "clock" | "unpaidHours">,
  { holder, heldBy, caller, workDone }: CountedRequest,
  { hours, violated }: { hours: number; violated: string },
): Promise<Refused> {
  if (workDone) {
    return violated === TOO_MANY_OPEN_HOURS ? refuseTooMany("hours", heldBy) : TOO_MANY_HOURS_OF_ADDRESS;
  }
  const [held] = await sql<{ ofHolder: number; ofAddress: number }[]>`
    select count(*) filter (where holder = ${holder})::integer as "ofHolder",
      count(*) filter (where caller = ${caller})::integer as "ofAddress"
    from room_hours where held_until > ${clock.now()} and (holder = ${holder} or caller = ${caller})`;
  const { ofHolder = 0, ofAddress = 0 } = held ?? {};
  if (ofHolder + hours > unpaidHours.perMailbox) return refuseTooMany("hours", heldBy);
  return ofAddress + hours > unpaidHours.perAddress ? TOO_MANY_HOURS_OF_ADDRESS : refuse("ProofOfWorkNeeded");
}
