/** The shared knowledge of all clients: the rooms and settings as last read, the bookings, and the open requests to staff. */
import type { PaymentIntentOpened } from "../../contract/booking.ts";
import type { Room } from "../../contract/room.ts";
import type { House } from "../../contract/venue/house-record.ts";
import type { Random } from "../random.ts";

/** A booking that a client has made, as far as the clients know it. */
export interface Booked {
  id: number;
  roomId: number;
  email: string;
  startTime: string;
  endTime: string;
  /** The id of the signed-in customer who made it; null for a guest. */
  owner: string | null;
}

/** An open payment that has not been made yet, and the client that opened it. */
export interface OpenedPayment {
  booked: Booked;
  intent: PaymentIntentOpened;
  client: string;
}

/** A customer's request to staff, which they carry out before anything else. */
type StaffTask = { kind: "complete"; bookingId: number };

export interface World {
  rooms: readonly Room[];
  settings: House | null;
  /** The newest last. */
  readonly bookings: readonly Booked[];
  remember(booking: Booked): void;
  /** Mostly one of the newest, so that clients meet at the same bookings. */
  anyBooking(random: Random): Booked | null;
  staffTasks: StaffTask[];
  /** Payments that were opened and not made, the oldest first. */
  abandonedPayments: OpenedPayment[];
  /** Customers who have requested an erasure. */
  erasable: string[];
  /** The number of days ahead over which visits are spread. */
  days: number;
  now(): Date;
  /** When the traffic began. */
  began: Date;
}

const MOST_KNOWN = 400;
const NEWEST = 40;

export function createWorld({ days, now }: { days: number; now(): Date }): World {
  const bookings: Booked[] = [];
  return {
    rooms: [],
    settings: null,
    bookings,
    remember(booking) {
      bookings.push(booking);
      bookings.splice(0, bookings.length - MOST_KNOWN);
    },
    anyBooking(random) {
      if (bookings.length === 0) return null;
      return random.pick(random.chance(0.7) ? bookings.slice(-NEWEST) : bookings);
    },
    staffTasks: [],
    abandonedPayments: [],
    erasable: [],
    days,
    now,
    began: now(),
  };
}
