/** Opens a visit for someone who has its shared link: when and where, and nothing that changes it (decision 229). */
import { loadBooking } from "../booking/handle.ts";
import type { Booking } from "../booking/state/booking-state.ts";
import type { Core } from "../context.ts";
import { isEqualInConstantTime } from "../links.ts";
import { type Refused, refuse } from "../log/rejection.ts";
import { GUEST_LINK_VALID_MS, type OwnBooking } from "./own-booking.ts";

/** The visit's booking. `LinkInvalid` for every text that is not its link now, and 30 days after the visit. */
export async function sharedVisit(
  core: Core,
  token: string,
): Promise<{ ok: true; value: OwnBooking } | Refused> {
  const bookingId = core.links.readSharedVisit(token);
  if (bookingId === null) return refuse("LinkInvalid");
  const { state, version, at } = await loadBooking(core, bookingId);
  if (!state.exists || !opens(core, { bookingId, token, booking: state })) return refuse("LinkInvalid");
  return { ok: true, value: { id: bookingId, booking: state, version, at } };
}

function opens(
  { links, clock }: Core,
  { bookingId, token, booking }: { bookingId: number; token: string; booking: Booking },
): boolean {
  const { personId, endsAt } = booking;
  const isSigned = isEqualInConstantTime(token, links.sharedVisit({ bookingId, personId }).token);
  return isSigned && clock.now().getTime() < endsAt.getTime() + GUEST_LINK_VALID_MS;
}
