/** Decides which bookings are a customer's own, and what its customer or the holder of its guest link may do with one. */
import { randomUUID } from "node:crypto";
import { type AskedDetails, planDetails } from "../booking/details/plan-details.ts";
import { handleBooking, loadBooking, withItsSeries } from "../booking/handle.ts";
import { type Series, seriesStream } from "../booking/series/series.ts";
import { type Booking, heldUntil } from "../booking/state/booking-state.ts";
import type { Core } from "../context.ts";
import { type GuestClaim, isEqualInConstantTime } from "../links.ts";
import type { EventMeta } from "../log/append-request.ts";
import type { Outcome } from "../log/decision.ts";
import type { LogPosition } from "../log/position.ts";
import { type Refused, refuse } from "../log/rejection.ts";
import { load } from "../log/transact.ts";
import { readEmails, readPerson } from "../person/personal-data.ts";
import { isBookableByVisitors } from "../venue/rooms/rooms.ts";
import { addDays, instantAt, parseVenueTime, type VenueDay } from "../venue/time/venue-time.ts";
import { requireVenueUnchanged } from "../venue/venue.ts";
import type { CustomerAccount } from "./account.ts";

/** How long after the visit a guest link still opens the booking. */
export const GUEST_LINK_VALID_MS = 30 * 24 * 3_600_000;

/** The right by which a person acts on a booking. */
export type BookingHolder = { kind: "customer"; account: CustomerAccount } | ({ kind: "guest" } & GuestClaim);

/** A booking that its holder may see. */
export interface OwnBooking {
  id: number;
  booking: Booking;
  /** The number of events in its history; it rises with every change. */
  version: number;
  /** The log position of its last event. */
  at: LogPosition | null;
}

/**
 * The booking, if the holder has a right to it: it was made while signed in, or as a guest with the account's email,
 * once that is verified (decision 94); or the unexpired guest link is for it. For every other booking the answer is the
 * same as for one that does not exist.
 */
export async function ownBooking(
  core: Core,
  id: number,
  holder: BookingHolder,
): Promise<{ ok: true; value: OwnBooking } | Refused> {
  const { state, version, at } = await loadBooking(core, id);
  if (holder.kind === "guest") {
    const refusal = refuse(holder.bookingId === id ? "LinkInvalid" : "BookingNotFound");
    if (!state.exists || !(await opensBooking(core, holder, { id, booking: state }))) return refusal;
  } else if (!state.exists || !(await isOwn(core, state, holder.account))) return refuse("BookingNotFound");
  return { ok: true, value: { id, booking: state, version, at } };
}

/** A link to one date of a series also opens its other dates of the same mailbox (decision 252). */
async function opensBooking(
  core: Core,
  claim: GuestClaim,
  { id, booking }: { id: number; booking: Booking },
): Promise<boolean> {
  const isItsOwn = claim.bookingId === id;
  if (booking.series === null) return isItsOwn && isLinkValid(core, claim, booking);
  const { state: series } = await load(core.sql, seriesStream, booking.series.id);
  if (!series.exists || !series.dates.some(({ bookingId }) => bookingId === claim.bookingId)) return false;
  const claimed = isItsOwn ? booking : (await loadBooking(core, claim.bookingId)).state;
  if (!claimed.exists || !isSeriesLinkValid(core, claim, series, claimed)) return false;
  if (isItsOwn) return true;
  const emails = await readEmails(core.sql, [booking.personId, claimed.personId]);
  const email = emails.get(booking.personId);
  return email !== undefined && email === emails.get(claimed.personId);
}

/** As `isLinkValid`, until 30 days after the last date of the series. */
export function isSeriesLinkValid(
  core: Pick<Core, "links" | "clock" | "timeZone">,
  claim: GuestClaim,
  { lastDay }: Pick<Series, "lastDay">,
  claimed: Booking,
): boolean {
  const end = instantAt(addDays(lastDay, 1), 0, core.timeZone);
  return isLinkValid(core, claim, { ...claimed, endsAt: end > claimed.endsAt ? end : claimed.endsAt });
}

/**
 * Whether the link, the guest's own or the shared one, was signed for this booking and who comes now, not for a lost one with the same
 * number, and has not expired.
 */
export function isLinkValid(
  { links, clock }: Pick<Core, "links" | "clock">,
  { bookingId, token }: GuestClaim,
  { personId, endsAt }: Pick<Booking, "personId" | "endsAt">,
  kind: "guestBooking" | "sharedVisit" = "guestBooking",
): boolean {
  const isSigned = isEqualInConstantTime(token, links[kind]({ bookingId, personId }).token);
  return isSigned && clock.now().getTime() < endsAt.getTime() + GUEST_LINK_VALID_MS;
}

async function isOwn(core: Core, booking: Booking, account: CustomerAccount): Promise<boolean> {
  if (booking.userId !== null) return booking.userId === account.id;
  if (!account.emailVerified) return false;
  const person = await readPerson(core.sql, booking.personId);
  return person?.email?.toLowerCase() === account.email.toLowerCase();
}

/**
 * The holder that a guest link's token claims to be; `LinkInvalid` if the text cannot be a token. `ownBooking` checks
 * the claim against the booking.
 */
export function guestHolder(
  core: Core,
  token: string,
): { ok: true; value: BookingHolder & { kind: "guest" } } | Refused {
  const claim = core.links.readGuestBooking(token);
  return claim === null ? refuse("LinkInvalid") : { ok: true, value: { kind: "guest", ...claim } };
}

/**
 * Releases an unpaid hold at once, and with it the other unpaid holds of its series. It does not check who calls: call `ownBooking` first.
 * `NoLongerHeld` once it is paid or confirmed.
 */
export function releaseHold(
  core: Core,
  { id, booking: { series } }: Pick<OwnBooking, "id" | "booking">,
  meta: EventMeta,
): Promise<Outcome<Booking>> {
  const context = { commandId: `release:${randomUUID()}`, meta };
  const release = { type: "ReleaseHold" } as const;
  if (series === null) return handleBooking(core, id, release, context);
  const releases = (one: number, booking: Booking) => one === id || heldUntil(booking) !== null;
  const commandOf = (one: number, booking: Booking) => (releases(one, booking) ? release : null);
  return withItsSeries(core, { id, series }, commandOf, context);
}

/** Changes who comes: name, phone and the number of people, until the visit has ended. `PersonErased` once the person is erased. */
export async function changeOwnDetails(
  core: Core,
  request: { id: number; holder: BookingHolder; asked: AskedDetails },
  meta: EventMeta,
): Promise<Outcome<Booking>> {
  const own = await ownBooking(core, request.id, request.holder);
  if (!own.ok) return own;
  const { booking } = own.value;
  const room = core.rooms.byId(booking.roomId);
  if (!room) return refuse("RoomNotFound");
  const planned = await planDetails(core.sql, booking, request.asked);
  if (!planned.ok) return planned;
  const { details, people } = planned;
  return handleBooking(
    core,
    request.id,
    { type: "ChangeDetails", details, room, now: core.clock.now() },
    { commandId: `change-details:${randomUUID()}`, meta, people },
  );
}

/** Cancels by the policy for customers. The amounts that were shown, if given, must still be what is refunded and owed. */
export async function cancelOwnBooking(
  core: Core,
  request: {
    id: number;
    holder: BookingHolder;
    statedRefundCents: number | null;
    statedOwedCents?: number | null;
  },
  meta: EventMeta,
): Promise<Outcome<Booking>> {
  const own = await ownBooking(core, request.id, request.holder);
  if (!own.ok) return own;
  const { statedRefundCents, statedOwedCents = null } = request;
  return handleBooking(
    core,
    request.id,
    { type: "CancelOwnBooking", statedRefundCents, statedOwedCents, now: core.clock.now() },
    { commandId: `cancel-own:${randomUUID()}`, meta },
  );
}

/**
 * Moves the visit to another start, `startTime` as `POST /api/bookings` takes it; `SlotTaken` if another booking has
 * some of the hours, `RoomNotBookable` if visitors can no longer book its room.
 */
export async function rescheduleOwnBooking(
  core: Core,
  request: { id: number; holder: BookingHolder; startDate: VenueDay; startTime: string },
  meta: EventMeta,
): Promise<Outcome<Booking>> {
  const own = await ownBooking(core, request.id, request.holder);
  if (!own.ok) return own;
  await core.venue.reload();
  const room = core.rooms.byId(own.value.booking.roomId);
  if (!room) return refuse("RoomNotFound");
  const { timeZone } = core;
  const { startDate } = request;
  return handleBooking(
    core,
    request.id,
    {
      type: "RescheduleBooking",
      startDate,
      startsAt: parseVenueTime(startDate, request.startTime, timeZone),
      room: { bookable: isBookableByVisitors(room) },
      now: core.clock.now(),
      timeZone,
      opening: core.settings.schedule(),
    },
    {
      commandId: `reschedule:${randomUUID()}`,
      meta,
      precondition: requireVenueUnchanged(room, core.settings),
    },
  );
}
