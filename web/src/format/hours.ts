/** Owns how whole hours of the venue's clock are written where many of them stand together. */

/** `"9 AM"`, `"10 PM"` of 9 and 22. */
export const hourName = (hour: number): string => `${hour % 12 || 12} ${hour % 24 < 12 ? "AM" : "PM"}`;

/** `"09:00"` of 9, as the wire has clock times. */
export const clockOf = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

/** `"9 AM – 1 PM, 4 PM – 10 PM"` of the starts of free hours, ascending; empty of none. */
export function hourRanges(hours: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const hour of hours) {
    const last = ranges.at(-1);
    if (last?.to === hour) last.to = hour + 1;
    else ranges.push({ from: hour, to: hour + 1 });
  }
  return ranges.map(({ from, to }) => `${hourName(from)} – ${hourName(to)}`).join(", ");
}
