/** Opens a visit for someone who has its shared link: when and where, and nothing that changes it (decision 229). */
import { loadBooking } from "../booking/handle.ts";
import type { Core } from "../context.ts";
import { type Refused, refuse } from "../log/rejection.ts";
import { isLinkValid, type OwnBooking } from "./own-booking.ts";

/** The visit's booking. `LinkInvalid` for every text that is not its link now, and 30 days after the visit. */
export async function sharedVisit(
  core: Core,
  token: string,
): Promise<{ ok: true; value: OwnBooking } | Refused> {
  const bookingId = core.links.readSharedVisit(token);
  if (bookingId === null) return refuse("LinkInvalid");
  const { state, version, at } = await loadBooking(core, bookingId);
  const isValid = state.exists && isLinkValid(core, { bookingId, token }, state, "sharedVisit");
  return isValid
    ? { ok: true, value: { id: bookingId, booking: state, version, at } }
    : refuse("LinkInvalid");
}
