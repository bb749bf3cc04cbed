/** The venue's opening times, one line for each stretch of days with the same hours. */
import { useVenue } from "../format/venue.ts";

export function OpeningLines() {
  return useVenue().doors.map(({ days, hours }) => (
    <span key={days} className="block">
      {days} {hours ?? "closed"}
    </span>
  ));
}
