/** Owns what this tab itself is booking or has booked, so that its own hours are never mistaken for somebody else's. */
import { useSyncExternalStore } from "react";

/** One of this tab's own bookings; instants are ISO 8601, UTC. */
export interface OwnBooking {
  roomId: number;
  startTime: string;
  endTime: string;
}

export interface OwnBookings {
  /** Bookings on their way to the server, whose answer is not known yet. */
  underWay: number;
  made: readonly OwnBooking[];
}

let current: OwnBookings = { underWay: 0, made: [] };
const listeners = new Set<() => void>();

function change(next: OwnBookings): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Runs one attempt to book; a booking that succeeds is remembered in the same moment the attempt ends. */
export async function trackOwnBooking<T extends OwnBooking>(attempt: () => Promise<T>): Promise<T> {
  change({ ...current, underWay: current.underWay + 1 });
  try {
    const booking = await attempt();
    change({ underWay: current.underWay - 1, made: [...current.made, booking] });
    return booking;
  } catch (error) {
    change({ ...current, underWay: current.underWay - 1 });
    throw error;
  }
}

export function subscribeOwnBookings(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const ownBookings = (): OwnBookings => current;

export const useOwnBookings = (): OwnBookings => useSyncExternalStore(subscribeOwnBookings, ownBookings);
