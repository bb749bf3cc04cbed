/** Describes a time zone for calendar files (VTIMEZONE), and tells the hour that clocks repeat in autumn. */
import { tzlib_get_ical_block } from "timezones-ical-library";
import { HOUR_MS } from "../../../core/venue/time/venue-time.ts";
import { offsetAt } from "../../../core/venue/time/zone-offset.ts";

interface ZoneBlock {
  /** The zone's name in the block, which may be another name of the same zone. */
  tzid: string;
  /** The component, without the last line end. */
  text: string;
}

const known = new Map<string, ZoneBlock>();

/** @throws Error for a zone that the library does not know; it knows every zone that the platform knows. */
export function zoneBlockOf(zone: string): ZoneBlock {
  const block = known.get(zone) ?? readBlock(zone);
  known.set(zone, block);
  return block;
}

function readBlock(zone: string): ZoneBlock {
  const [text] = [tzlib_get_ical_block(zone)].flat();
  const tzid = /^TZID:(.+)$/m.exec(text ?? "")?.[1]?.trim();
  if (!text || !tzid) throw new Error(`No time zone block for ${zone}`);
  return { tzid, text: text.trim() };
}

/** Longer than clocks are ever set back. */
const LOOK_BACK_MS = 3 * HOUR_MS;

/** Whether the zone's clocks had shown the time of this instant (UTC) before, because they were set back since. */
export function isSecondOccurrence(instant: Date, zone: string): boolean {
  const at = instant.getTime();
  const before = offsetAt(at - LOOK_BACK_MS, zone);
  const setBack = before - offsetAt(at, zone);
  return setBack > 0 && offsetAt(at - setBack, zone) === before;
}
