/** Writes a whole venue-local hour that belongs to no particular day. */

/** `"9:00 AM"`, `"10:00 PM"` */
export const clockHour = (hour: number): string => `${hour % 12 || 12}:00 ${hour < 12 ? "AM" : "PM"}`;

/** The options of a select from one hour to another, both included; 24 is the end of the day. */
export const clockHours = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at).map(
    (hour) => [hour, hour === 24 ? "Midnight" : clockHour(hour)] as const,
  );
