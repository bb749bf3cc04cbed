/** Owns how a whole hour of the venue's clock is written where no instant is meant. */

/** `"9:00 AM"`, `"10:00 PM"` */
export const clockHour = (hour: number): string => `${hour % 12 || 12}:00 ${hour < 12 ? "AM" : "PM"}`;

/** From one hour to another, both of them included, as a select's options; 24 is the end of the day. */
export const clockHours = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at).map(
    (hour) => [hour, hour === 24 ? "Midnight" : clockHour(hour)] as const,
  );
