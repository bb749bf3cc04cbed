/** Owns when the doors are open, line by line: each stretch of days that open alike. */
import { useHouse } from "../format/the-house.ts";

export function OpeningLines() {
  return useHouse().doors.map(({ days, hours }) => (
    <span key={days} className="block">
      {days} {hours ?? "closed"}
    </span>
  ));
}
