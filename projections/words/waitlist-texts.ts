/** Describes the waitlist's events in plain words, with entries by number; an offer out of turn has the reason that all who wait can read. */
import type { WaitlistEvent } from "../../core/booking/waitlist/waitlist-events.ts";
import { countText } from "../../core/text/count-text.ts";
import { dateAndTime, shortDayAndTime } from "../../core/venue/time/time-format.ts";
import type { Words } from "./words.ts";

/** Facts that the event itself does not contain. Times in texts are the venue's. */
interface Surroundings {
  timeZone: string;
  roomName(id: number): string;
}

type Offered = Extract<WaitlistEvent, { type: "HoursOffered" }>["data"];

export const WAITLIST: Words<WaitlistEvent, Surroundings> = {
  WaitlistJoined: ({ data, roomName }) => {
    const { entryId, roomIds, anyRoom, day, until, from, to, hours } = data;
    const days = day === until ? `on ${day}` : `from ${day} to ${until}`;
    return `Entry ${entryId} joined the waitlist: ${countText(hours, "hour")} ${days}, between ${from}:00 and ${to}:00, ${[...roomIds.map(roomName), ...(anyRoom ? ["a later room"] : [])].join(" or ")}`;
  },
  HoursOffered: ({ data, timeZone, roomName }) => {
    const { entryId, bookingId, roomId, startTime, endTime, until } = data;
    const hours = shortDayAndTime(new Date(startTime), new Date(endTime), timeZone);
    return `Entry ${entryId} was offered ${roomName(roomId)}, ${hours}, as booking ${bookingId}, until ${dateAndTime(new Date(until), timeZone)}; ${turnText(data)}`;
  },
  OfferClaimed: ({ data: { entryId, bookingId } }) => `Entry ${entryId} took its offer, booking ${bookingId}`,
  OfferDeclined: ({ data: { entryId, bookingId } }) =>
    `The offer of booking ${bookingId} to entry ${entryId} was declined, or cancelled by staff`,
  OfferLapsed: ({ data: { entryId, bookingId } }) =>
    `The offer of booking ${bookingId} to entry ${entryId} ran out`,
  WaitlistLeft: ({ data: { entryId, why } }) => `Entry ${entryId} left the waitlist: ${LEFT[why]}`,
};

const LEFT = {
  withdrawn: "its holder withdrew it",
  erased: "its person was erased",
  lapses: "two offers ran out",
  over: "its last day had passed",
} as const;

/** Why it was this entry's turn, or that it was not. */
function turnText({ open, override }: Offered): string {
  if (override !== undefined) return `staff offered it out of turn: ${override}`;
  const passed = open.flatMap(({ id, why }) => (why === undefined ? [] : [`entry ${id} (${why})`]));
  return passed.length === 0 ? "it was the first in order" : `before it were ${passed.join(", ")}`;
}
