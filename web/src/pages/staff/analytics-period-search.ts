/** The period of the analytics in the address, so that reload and Back restore it: its name, or its first and last day. */
import { z } from "zod/mini";
import type { VenueDay } from "../../../../core/venue/time/venue-time.ts";
import {
  DEFAULT_PRESET,
  type Period,
  PRESETS,
  type Preset,
  periodOf,
} from "../../features/analytics/period-choice.ts";
import { orAbsent, venueDay } from "../address.ts";

export const periodSearch = z.object({
  period: orAbsent(z.enum(Object.keys(PRESETS) as [Preset, ...Preset[]])), // an enum needs at least one value
  from: venueDay,
  to: venueDay,
});

/** Two days take precedence over a name; without either it is the last 30 days. */
export function periodIn(
  { period, from, to }: z.output<typeof periodSearch>,
  today: VenueDay,
): { preset: Preset | null; period: Period } {
  if (from && to) return { preset: null, period: { from, to } };
  const preset = period ?? DEFAULT_PRESET;
  return { preset, period: periodOf(preset, today) };
}
