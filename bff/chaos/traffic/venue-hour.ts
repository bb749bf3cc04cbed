/** Computes the current hour at the venue, which staff may still book. */
import { venueClockOf } from "../../../core/venue/venue-time.ts";
import type { House } from "../../contract/venue/house-record.ts";
import { todayOf, type WantedHours } from "./hours.ts";
import type { World } from "./world.ts";

export function venueHourNow(
  world: World,
  settings: House,
): Pick<WantedHours, "day" | "hour" | "length" | "duration"> {
  const { hour } = venueClockOf(world.now(), settings.timeZone);
  return { day: todayOf(world, settings), hour, length: 1, duration: "hourly" };
}
