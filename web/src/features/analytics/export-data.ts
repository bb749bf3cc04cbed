/** Export Data: the figures as a JSON file with the time of generation, named by the venue's day (decision 138). */
import type { Analytics } from "../../../../bff/contract/analytics/analytics.ts";
import { venueDayOf } from "../../../../core/venue/time/venue-time.ts";
import type { JsonFile } from "../../browser/save-file.ts";

/** `now` is a UTC instant. */
export function exportFile(analytics: Analytics, now: Date): JsonFile {
  return {
    name: `analytics-${venueDayOf(now, analytics.timeZone)}.json`,
    text: `${JSON.stringify({ generatedAt: now.toISOString(), analytics }, null, 2)}\n`,
  };
}
