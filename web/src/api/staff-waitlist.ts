/** Staff's calls of the waitlist: who waits for hours of some days or a room, and an offer out of turn. */
import type {
  OfferOutOfTurn,
  StaffWaitlist,
  StaffWaitlistEntry,
} from "../../../bff/contract/visitor/waitlist.ts";
import type { VenueDay } from "../../../core/venue/time/venue-time.ts";
import { BOOKINGS_KEY } from "./staff-bookings.ts";
import { staffQuery, staffRequest } from "./staff-request.ts";

/** Under the key of bookings: each offer is a booking, and each freed hour was one. */
export const STAFF_WAITLIST_KEY = [...BOOKINGS_KEY, "waitlist"] as const;

/** `GET /api/waitlist?day=&until=&roomId=`, in the order of joining. */
export const staffWaitlistQuery = (asked: { day: VenueDay; until: VenueDay; roomId?: number }) => {
  const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]));
  return staffQuery<StaffWaitlist>([...STAFF_WAITLIST_KEY, String(query)], `/api/waitlist?${query}`);
};

/** `POST /api/waitlist/{id}/offer`; for managers and admins. @throws RequestError 409 if nothing that fits is free, or the entry does not wait any more. */
export const offerOutOfTurn = (id: number, offer: OfferOutOfTurn): Promise<StaffWaitlistEntry> =>
  staffRequest<StaffWaitlistEntry>("POST", `/api/waitlist/${id}/offer`, offer);
