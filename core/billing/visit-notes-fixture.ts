/**
 * Notes what staff did with each visit on account, and works out its price and what it owes by the words of the policy alone: hours at the
 * hourly rate, half of it as the downpayment, and what a cancellation keeps. Integer cents.
 */
import { HOUR_MS } from "../venue/time/venue-time.ts";

export interface VisitNote {
  account: number;
  roomId: number;
  startsAt: Date;
  hours: number;
  price: number;
  /** What staff took off it. */
  reduced: number;
  taxPercent: number;
  isMissed: boolean;
  /** What it still owes; null while it is not cancelled. */
  owedOnceCancelled: number | null;
}

/** Where and when a visit takes place. */
export type Place = Pick<VisitNote, "roomId" | "startsAt" | "hours">;

export const owedBy = ({ price, owedOnceCancelled }: VisitNote): number => owedOnceCancelled ?? price;

export function createNotes({
  hourlyCents,
  unit,
  leastCard,
}: {
  hourlyCents: (roomId: number) => number;
  /** The smallest amount of the currency. */
  unit: number;
  /** A smaller downpayment is not asked for. */
  leastCard: number;
}) {
  /** A share of an amount, rounded half up. */
  const percentOf = (cents: number, percent: number): number =>
    Math.floor((2 * cents * percent + 100 * unit) / (200 * unit)) * unit;

  return {
    percentOf,
    priceOf: ({ roomId, hours }: Pick<Place, "roomId" | "hours">): number => hourlyCents(roomId) * hours,
    /** In the same room and length the price stays; otherwise it is that of the new place, less what was taken off. */
    move(note: VisitNote, place: Place, ourFault: boolean): void {
      const isAlike = place.roomId === note.roomId && place.hours === note.hours;
      const full = this.priceOf(place);
      const price = full - Math.min(note.reduced, full);
      const isKept = isAlike || note.price === 0 || (ourFault && price > note.price);
      Object.assign(note, place, isKept ? {} : { price, reduced: full - price });
    },
    cancel(note: VisitNote, by: "venue" | "customer", now: Date): void {
      if (note.owedOnceCancelled !== null) return;
      const half = percentOf(note.price, 50);
      const downpayment = half < leastCard ? 0 : half;
      const notice = (note.startsAt.getTime() - now.getTime()) / HOUR_MS;
      const late = notice >= 12 ? downpayment - percentOf(downpayment, 50) : downpayment;
      const kept = notice >= 24 ? percentOf(downpayment, 10) : late;
      note.owedOnceCancelled = note.isMissed ? note.price : by === "venue" ? 0 : kept;
    },
  };
}
