/** Writes whole venue-local hours in a short form, for places that list many of them. */

/** `"9 AM"`, `"10 PM"` for 9 and 22. */
export const hourName = (hour: number): string => `${hour % 12 || 12} ${hour % 24 < 12 ? "AM" : "PM"}`;

/** `"09:00"` for 9, the API's format of clock times. */
export const clockOf = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

/** `"9 AM – 1 PM"`, the end excluded. */
export const hourRange = ({ from, to }: { from: number; to: number }): string =>
  `${hourName(from)} – ${hourName(to)}`;

/** `"9 AM – 1 PM, 4 PM – 10 PM"` for the ascending starts of free hours; empty without any. */
export function hourRanges(hours: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const hour of hours) {
    const last = ranges.at(-1);
    if (last?.to === hour) last.to = hour + 1;
    else ranges.push({ from: hour, to: hour + 1 });
  }
  return ranges.map(hourRange).join(", ");
}
