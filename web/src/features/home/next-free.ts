/** Owns the words of a poster's stamp: when the room is next free, in the venue's time and zone. */

export interface NextFree {
  /** "Today", "Tomorrow" or "Mon, Nov 24". */
  day: string;
  /** "3:00 PM EST": the venue's clock, with its zone. */
  time: string;
}

const DAY_MS = 24 * 3_600_000;

/** Puts the start of the next free hour (an ISO instant) into the venue's words; `now` decides what is today. */
export function nextFreeWords(nextFreeAt: string, timeZone: string, now: Date): NextFree {
  const free = new Date(nextFreeAt);
  const dayIn = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    month: "short",
    day: "numeric",
  });
  const day = dayIn.format(free);
  const time = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  })
    .format(free)
    .replace(/\u202f/g, " ");
  if (day === dayIn.format(now)) return { day: "Today", time };
  // Half a day short of the whole: a day of 23 hours has its tomorrow too, and no day is passed over.
  const isTomorrow = day === dayIn.format(new Date(now.getTime() + DAY_MS));
  return { day: isTomorrow ? "Tomorrow" : day, time };
}
