/** The hours that a visitor asked to wait for: any place of the site asks, and one form answers. */
import type { EventType } from "../../../../core/booking/rules/event-types.ts";
import type { BookingDuration } from "../../../../core/booking/rules/pricing.ts";
import type { VenueDay } from "../../../../core/venue/time/venue-time.ts";
import { createStore, useStore } from "../../browser/store.ts";

/** What was already chosen. Venue-local whole hours, the end excluded. */
export interface AskedWish {
  /** Any of them will do; the wanted one first. */
  roomIds: readonly number[];
  day: VenueDay;
  /** The last day; the day alone without it. */
  until?: VenueDay | undefined;
  from: number;
  to: number;
  hours: number;
  duration: BookingDuration;
  people: number | null;
  eventType?: EventType | undefined;
  engineer?: boolean | undefined;
}

const asked = createStore<AskedWish | null>(null);

/** Opens the form; null closes it. */
export const askToWait = asked.set;

export const useAskedWish = (): AskedWish | null => useStore(asked);
