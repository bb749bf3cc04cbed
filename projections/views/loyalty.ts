/** The loyalty record: what each booking earns (the `loyalty` table), and tier, points and benefits summed from it (decisions 141, 142). */
import { keptCents } from "../../core/booking/state/booking-money.ts";
import { bookingStream } from "../../core/booking/state/booking-stream.ts";
import type { Sql } from "../../core/platform/database/database.ts";
import { projectionOf } from "../engine/fold.ts";
import { type BookingOwner, ownedBy } from "./booking-owner.ts";

export const loyalty = projectionOf(
  {
    table: "loyalty",
    stream: bookingStream,
    keyColumn: "booking_id",
    rowOf: ({ id, after, event }) =>
      after.exists
        ? {
            booking_id: id,
            version: event.version,
            person_id: after.personId,
            user_id: after.userId,
            // Money that is to be returned no longer counts as the venue's, however long the provider or the bank needs.
            paid_cents: keptCents(after),
            status: after.status,
          }
        : null,
  },
  { version: 1 },
);

const POINTS = { perDollar: 1, perCompletedBooking: 50, perFeedback: 25 };

/** Highest first; each tier has the benefits of those below it too. Staff keep these promises; they are not in the price list. */
const TIERS = [
  {
    name: "Platinum",
    fromPoints: 4_000,
    benefits: ["A personal contact at the venue", "A free hour with our engineer once a year"],
  },
  {
    name: "Gold",
    fromPoints: 1_500,
    benefits: ["Early notice of new dates", "Coffee and tea for your group on every visit"],
  },
  {
    name: "Silver",
    fromPoints: 500,
    benefits: ["Half an hour of free set-up before your booking", "Free locker while you are here"],
  },
  {
    name: "Bronze",
    fromPoints: 0,
    benefits: ["Points for every payment, visit and review", "Invitations to open evenings"],
  },
] as const;
type LoyaltyTier = (typeof TIERS)[number]["name"];

export interface LoyaltyRecord {
  tier: LoyaltyTier;
  /** Bookings that are not cancelled. */
  bookings: number;
  /** Cents paid for them, less what was returned. */
  spentCents: number;
  points: number;
  benefits: string[];
}

/** Cancelled and expired bookings earn nothing, but feedback that was left does; whole dollars are counted over all bookings together. */
export function loyaltyOf(earned: {
  bookings: number;
  completed: number;
  spentCents: number;
  feedback: number;
}): LoyaltyRecord {
  const points =
    Math.floor(Math.max(0, earned.spentCents) / 100) * POINTS.perDollar +
    earned.completed * POINTS.perCompletedBooking +
    earned.feedback * POINTS.perFeedback;
  const reached = TIERS.filter((tier) => tier.fromPoints <= points);
  return {
    tier: reached[0]?.name ?? "Bronze",
    bookings: earned.bookings,
    spentCents: earned.spentCents,
    points,
    benefits: reached.flatMap((tier) => tier.benefits),
  };
}

/** The record over all bookings of this owner; for an unknown owner it is empty, like a new customer's. */
export async function loyaltyRecord(sql: Sql, owner: BookingOwner): Promise<LoyaltyRecord> {
  const [earned] = await sql<{ bookings: number; completed: number; spentCents: number; feedback: number }[]>`
    select count(*) filter (where b.status <> 'cancelled') as bookings,
      count(*) filter (where b.status = 'completed') as completed,
      coalesce(sum(b.paid_cents) filter (where b.status <> 'cancelled'), 0) as "spentCents",
      count(f.booking_id) as feedback
    from loyalty b left join feedback f using (booking_id)
    where ${ownedBy(sql, owner)}`;
  return loyaltyOf(earned ?? { bookings: 0, completed: 0, spentCents: 0, feedback: 0 });
}
