/** The map of the streets around the venue: a picture of our own server, so that no third party learns who looks at it (decision 227). */
import clsx from "clsx";
import { MAP_SIZE, mapText, readMap } from "../../../core/venue/venue-map.ts";
import { useVenue } from "../format/venue.ts";

/** Nothing if the venue has drawn no map. */
export function VenueMap({ className }: { className?: string }) {
  const map = readMap(useVenue().map);
  if (map === null) return null;
  return (
    <img
      src="/map.svg"
      alt={mapText(map)}
      width={MAP_SIZE.width * 10}
      height={MAP_SIZE.height * 10}
      loading="lazy"
      decoding="async"
      className={clsx("h-auto w-full border-2 border-ink", className)}
    />
  );
}
