/** Makes requests for series, with the sums that the server would quote. */

import type { Repeat } from "../booking/series/repeat.ts";
import type { Core } from "../context.ts";
import { bookingRequest } from "../testing/test-core.ts";
import { instantAt } from "../venue/time/venue-time.ts";
import { quoteSeries } from "./plan-series.ts";
import type { SeriesRequest } from "./request-series.ts";
import { sumOf } from "./series-dates.ts";

type Given = { roomId?: number; day: string; hour: number; hours?: number; repeat: Repeat } & Partial<
  Pick<SeriesRequest, "skip" | "swaps" | "byStaff" | "quoted" | "idempotencyKey" | "bodyHash" | "person">
>;

/** A visitor's request; the sums are those of the quote's free dates that are not skipped. */
export async function seriesRequest(core: Core, given: Given): Promise<SeriesRequest> {
  const { roomId = 1, day, hour, hours = 2, repeat, skip = [], swaps = new Map(), ...changes } = given;
  const startsAt = instantAt(day, hour, core.timeZone);
  const request = bookingRequest(core, { roomId, startsAt, hours, ...changes });
  const quote = await quoteSeries(core, { ...request, repeat }, "visitor");
  const free = quote.ok
    ? quote.dates.filter(({ day: one, state }) => state === "free" && !skip.includes(one))
    : [];
  const { totalCents, downpaymentCents } = sumOf(free);
  const quoted = { totalCents, downpaymentCents, remainingCents: totalCents - downpaymentCents };
  return { ...request, quoted, ...changes, repeat, skip, swaps };
}
