/** The shared knowledge of all clients: the rooms and settings as last read, the bookings, and the open requests to staff. */
import type { PaymentIntentOpened } from "../../../bff/contract/booking.ts";
import type { Room } from "../../../bff/contract/room.ts";
import type { Venue } from "../../../bff/contract/venue/venue-record.ts";
import type { Random } from "../random.ts";

/** A booking that a client has made, as far as the clients know it. */
export interface KnownBooking {
  id: number;
  roomId: number;
  email: string;
  startTime: string;
  endTime: string;
  /** The id of the signed-in customer who made it; null for a guest. */
  owner: string | null;
}

/** An invoice that a manager has issued; the link in its mail has the token. */
export interface KnownInvoice {
  number: string;
  token: string;
}

/** An entry of the waitlist that a client has made; the token opens its page. */
export interface KnownEntry {
  id: number;
  token: string;
  email: string;
}

/** A series that a client has made, with its dates as they were booked. */
export interface KnownSeries {
  id: number;
  email: string;
  dates: KnownBooking[];
}

/** An open payment that has not been made yet, and the client that opened it. */
export interface OpenedPayment {
  booked: KnownBooking;
  intent: PaymentIntentOpened;
  client: string;
  /** The series that it pays; absent for a payment of `booked` alone. */
  seriesId?: number;
}

/** A customer's request to staff, which they carry out before anything else. */
type StaffTask = { kind: "complete"; bookingId: number };

export interface TrafficState {
  rooms: readonly Room[];
  settings: Venue | null;
  /** The newest last. */
  readonly bookings: readonly KnownBooking[];
  remember(booking: KnownBooking): void;
  /** Mostly one of the newest, so that clients meet at the same bookings. */
  anyBooking(random: Random): KnownBooking | null;
  rememberSeries(series: KnownSeries): void;
  /** One of the newest. */
  anySeries(random: Random): KnownSeries | null;
  rememberEntry(entry: KnownEntry): void;
  /** One of the newest. */
  anyEntry(random: Random): KnownEntry | null;
  staffTasks: StaffTask[];
  /** Payments that were opened and not made, the oldest first. */
  abandonedPayments: OpenedPayment[];
  /** Customers who have requested an erasure. */
  erasureRequests: string[];
  /** The numbers of billing accounts, the newest last. */
  billingAccounts: number[];
  /** Customers who would like to pay by invoice, by their emails. */
  accountWishes: string[];
  /** The newest last. */
  invoices: KnownInvoice[];
  /** The number of days ahead over which visits are spread. */
  days: number;
  now(): Date;
  /** The folder in which the product's mails arrive. */
  outbox: string;
  /** The addresses to which webhooks are sent: of a receiver that takes them, and of one that is gone. */
  receiver: { url: string; goneUrl: string };
  /** When the traffic began. */
  began: Date;
}

const MOST_KNOWN = 400;
const NEWEST = 40;

export function createTrafficState({
  days,
  now,
  outbox,
  receiver,
}: Pick<TrafficState, "days" | "now" | "outbox" | "receiver">): TrafficState {
  const bookings: KnownBooking[] = [];
  const series: KnownSeries[] = [];
  const entries: KnownEntry[] = [];
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
    rememberSeries(made) {
      series.push(made);
      series.splice(0, series.length - NEWEST);
    },
    anySeries: (random) => (series.length === 0 ? null : random.pick(series)),
    rememberEntry(entry) {
      entries.push(entry);
      entries.splice(0, entries.length - NEWEST);
    },
    anyEntry: (random) => (entries.length === 0 ? null : random.pick(entries)),
    staffTasks: [],
    abandonedPayments: [],
    erasureRequests: [],
    billingAccounts: [],
    accountWishes: [],
    invoices: [],
    days,
    now,
    outbox,
    receiver,
    began: now(),
  };
}
