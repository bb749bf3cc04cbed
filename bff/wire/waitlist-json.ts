/** Reads a wish for the core (clock times become hours of the venue's day), and writes an entry of the waitlist for its holder and for staff. Pure. */
import type { z } from "zod";
import { toAmount } from "../../core/booking/rules/money.ts";
import type { Booking } from "../../core/booking/state/booking-state.ts";
import { type Entry, lapsesOf, type Offer, runningOffer } from "../../core/booking/waitlist/waitlist.ts";
import type { Fit } from "../../core/booking/waitlist/wish.ts";
import type { Links } from "../../core/links.ts";
import type { Person } from "../../core/person/personal-data.ts";
import type { RoomDirectory } from "../../core/venue/rooms/rooms.ts";
import type { ClaimedSpan } from "../../core/waitlist/in-the-way.ts";
import type { JoinRequest } from "../../core/waitlist/join.ts";
import type { MyData } from "../contract/customer/my-data.ts";
import type {
  FreeHours,
  StaffWaitlistEntry,
  WaitlistEntry,
  WaitlistJoin,
} from "../contract/visitor/waitlist.ts";

/** What a person waits for, and who they are. */
export function parseWaitlistJoin(
  body: z.output<typeof WaitlistJoin>,
): Pick<JoinRequest, "wish" | "eventType" | "person"> {
  const { roomIds, day, until, from, to, hours, attendees, bookingDuration, engineerRequired } = body;
  const { eventType, firstName, lastName, email, phone, specialRequirements } = body;
  return {
    wish: {
      roomIds: [...new Set(roomIds)],
      day,
      until: until ?? day,
      from: hourOf(from),
      to: hourOf(to),
      hours,
      duration: bookingDuration,
      attendees: attendees ?? null,
      engineerRequired,
    },
    eventType,
    person: {
      firstName,
      lastName: lastName || null,
      email,
      phone: phone || null,
      freeText: specialRequirements || null,
    },
  };
}

const hourOf = (clock: string): number => Number(clock.slice(0, 2));
const clockOf = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

/** The offer that can be taken, or the one that was. */
export const shownOffer = (entry: Entry): Offer | undefined =>
  runningOffer(entry) ?? entry.offers.find(({ outcome }) => outcome === "claimed");

/** An entry as it is now. `booking`: that of its shown offer; null without one. */
export interface ShownEntry {
  entry: Entry;
  ahead: number;
  booking: Booking | null;
}

export function waitlistEntryJson(
  { rooms, links }: { rooms: RoomDirectory; links: Pick<Links, "guestBooking"> },
  shown: ShownEntry,
): WaitlistEntry {
  const offer = offerJson(rooms, shown);
  if (!offer || !shown.booking) return entryJson(rooms, shown);
  const { personId } = shown.booking;
  const bookingToken = links.guestBooking({ bookingId: offer.bookingId, personId }).token;
  return { ...entryJson(rooms, shown), offer: { ...offer, bookingToken } };
}

/** `inTheWay`: what has hours of the rooms and the window of its wish. */
export function staffWaitlistEntryJson(
  rooms: RoomDirectory,
  shown: ShownEntry,
  extra: { person: Person | undefined; fits: readonly Fit[]; inTheWay: readonly ClaimedSpan[] },
): StaffWaitlistEntry {
  const { person, fits, inTheWay } = extra;
  const offer = offerJson(rooms, shown);
  return {
    ...entryJson(rooms, shown),
    firstName: person?.firstName ?? null,
    lastName: person?.lastName ?? null,
    email: person?.email ?? null,
    phone: person?.phone ?? null,
    ...(offer && { offer }),
    fitsNow: fits.map((fit): FreeHours => ({ roomId: fit.roomId, ...spanJson(fit) })),
    inTheWay: inTheWay.map(({ roomId, bookingId, heldUntil, ...span }) => ({
      roomId,
      roomName: rooms.nameOf(roomId),
      ...spanJson(span),
      bookingId,
      heldUntil: heldUntil?.toISOString() ?? null,
    })),
  };
}

/** An entry with all its offers, in the download of its customer's data. */
export function ownedEntryJson(rooms: RoomDirectory, entry: Entry): MyData["waitlist"][number] {
  const { id, state, wish, joinedAt } = entryJson(rooms, { entry, ahead: 0, booking: null });
  const offers = entry.offers.map(({ roomId, startsAt, endsAt, until, outcome }) => ({
    roomName: rooms.nameOf(roomId),
    ...spanJson({ startsAt, endsAt }),
    until: until.toISOString(),
    outcome,
  }));
  return { id, state, wish, joinedAt, offers };
}

function entryJson(rooms: RoomDirectory, { entry, ahead }: ShownEntry): Omit<WaitlistEntry, "offer"> {
  const { roomIds, day, until, from, to, hours, attendees, duration } = entry.wish;
  return {
    id: entry.id,
    state: entry.state,
    ahead,
    wish: {
      roomIds: [...roomIds],
      roomNames: roomIds.map(rooms.nameOf),
      day,
      until,
      from: clockOf(from),
      to: clockOf(to),
      hours,
      attendees,
      bookingDuration: duration,
    },
    joinedAt: entry.joinedAt.toISOString(),
    lapses: lapsesOf(entry),
    ...(entry.left && { left: entry.left }),
  };
}

function offerJson(rooms: RoomDirectory, { entry, booking }: ShownEntry): StaffWaitlistEntry["offer"] {
  const offer = shownOffer(entry);
  if (!offer || !booking) return undefined;
  // A booking that was taken may have been moved since.
  const { roomId, startsAt, endsAt, totalCents, downpaymentCents } = booking;
  return {
    bookingId: offer.bookingId,
    roomId,
    roomName: rooms.nameOf(roomId),
    ...spanJson({ startsAt, endsAt }),
    totalAmount: toAmount(totalCents),
    downpaymentAmount: toAmount(downpaymentCents),
    until: offer.until.toISOString(),
  };
}

const spanJson = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) => ({
  startTime: startsAt.toISOString(),
  endTime: endsAt.toISOString(),
});
