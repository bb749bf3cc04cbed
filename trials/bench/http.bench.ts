/** Measures availability reads of the running product beside a bare route. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { addDays, venueDayOf } from "../../core/venue/time/venue-time.ts";
import { median, ratio, report } from "./core/measure.ts";
import { startProgram, stopProgram } from "./servers/programs.ts";
import { ZONE } from "./servers/submissions.ts";

/** Reads one room's month in alternating rounds from the product and from a bare Hono route with the same bytes. */
export async function benchAvailability(origin: string): Promise<void> {
  const start = addDays(venueDayOf(new Date(), ZONE), 1);
  const path = `/api/rooms/1/bookings?startDate=${start}&endDate=${addDays(start, 30)}`;
  const folder = mkdtempSync(join(tmpdir(), "hub-bench-"));
  const file = join(folder, "body.json");
  writeFileSync(file, await (await fetch(origin + path)).text());
  const bare = await startProgram("trials/bench/servers/bare-server.ts", {}, [
    file,
    path.split("?")[0] ?? path,
  ]);
  try {
    const rounds: Record<"ours" | "bare", number[]> = { ours: [], bare: [] };
    for (let round = 0; round < 4; round++) {
      for (const [name, url] of [
        ["ours", origin + path],
        ["bare", bare.origin + path],
      ] as const) {
        const result = await autocannon({ url, connections: 16, duration: 2 });
        // The first round warms up.
        if (round > 0) rounds[name].push(result.requests.average);
      }
    }
    const rates = { ours: median(rounds.ours), bare: median(rounds.bare) };
    const rate = (n: number) => `${Math.round(n).toLocaleString("en-US")} reads/s`;
    report(
      "availability reads",
      rate(rates.ours),
      ratio(rates.ours / rates.bare, `a bare Hono route with the same bytes (${rate(rates.bare)})`, 0.7),
    );
  } finally {
    await stopProgram(bare);
    rmSync(folder, { recursive: true, force: true });
  }
}
