/** Makes of a wish and a person what `POST /api/waitlist` takes. Pure. */
import type { WaitlistJoin } from "../../../../bff/contract/visitor/waitlist.ts";
import { clockOf } from "../../format/hours.ts";
import type { AskedWish } from "../../ui/waitlist/asked-wish.ts";

export type Joining = Pick<WaitlistJoin, "firstName" | "lastName" | "email">;

/** The last word is the last name; a single word is a first name. */
export function splitName(name: string): Pick<Joining, "firstName" | "lastName"> {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.pop() : undefined;
  return { firstName: words.join(" "), lastName: last ?? null };
}

export const joinRequest = (wish: AskedWish, person: Joining): WaitlistJoin => ({
  roomIds: [...wish.roomIds],
  day: wish.day,
  until: wish.until ?? null,
  from: clockOf(wish.from),
  to: clockOf(wish.to),
  hours: wish.hours,
  attendees: wish.people,
  bookingDuration: wish.duration,
  ...person,
  ...(wish.eventType === undefined ? {} : { eventType: wish.eventType }),
  engineerRequired: wish.engineer ?? false,
  terms: true,
});
