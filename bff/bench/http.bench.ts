/** Measures the running product over HTTP: availability reads beside a bare route, and the way from commit to an open page. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { WebSocket } from "ws";
import { latency, median, perSecond, rateOf, ratio, report } from "../../core/bench/measure.ts";
import { ROOM_SEEDS } from "../../core/venue/seed-rooms.ts";
import { addDays, venueDayOf } from "../../core/venue/venue-time.ts";
import { startProgram, stopProgram } from "./programs.ts";
import { HEADERS, ZONE } from "./submissions.ts";

const LIVE_SAMPLES = 200;

/** Reads one room's month in alternating rounds from the product and from a bare Hono route with the same bytes. */
export async function benchAvailability(origin: string): Promise<void> {
  const start = addDays(venueDayOf(new Date(), ZONE), 1);
  const path = `/api/rooms/1/bookings?startDate=${start}&endDate=${addDays(start, 30)}`;
  const folder = mkdtempSync(join(tmpdir(), "hub-bench-"));
  const file = join(folder, "body.json");
  writeFileSync(file, await (await fetch(origin + path)).text());
  const bare = await startProgram("bff/bench/bare-server.ts", {}, [file, path.split("?")[0] ?? path]);
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

/** From the answer to a booking (it is committed) to the message on a subscribed page. */
export async function benchLive(origin: string, bodies: Generator<string, undefined>): Promise<void> {
  const socket = new WebSocket(`${origin.replace("http", "ws")}/ws`);
  await new Promise((resolve) => socket.once("open", resolve));
  for (const { id } of ROOM_SEEDS) socket.send(JSON.stringify({ type: "subscribe_room", roomId: id }));
  let told: () => void = () => undefined;
  socket.on("message", () => told());
  const durations: number[] = [];
  const began = performance.now();
  for (let n = 0; n < LIVE_SAMPLES; n++) {
    const body = bodies.next().value;
    if (body === undefined) break;
    const message = new Promise<void>((resolve) => {
      told = resolve;
    });
    const response = await fetch(`${origin}/api/bookings`, { method: "POST", headers: HEADERS, body });
    const committed = performance.now();
    if (response.status !== 201) throw new Error(await response.text());
    await message;
    durations.push(Math.max(0, performance.now() - committed));
    await response.body?.cancel();
  }
  socket.close();
  const rate = rateOf(durations, performance.now() - began);
  report("commit to websocket", latency(rate), perSecond(rate, "bookings, one after the other:"));
}
