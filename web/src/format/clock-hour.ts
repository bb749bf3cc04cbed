/** Owns how a whole hour of the venue's clock is written where no instant is meant. */

/** `"9:00 AM"`, `"10:00 PM"` */
export const clockHour = (hour: number): string => `${hour % 12 || 12}:00 ${hour < 12 ? "AM" : "PM"}`;
