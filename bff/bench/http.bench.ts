/** Measures the running product over HTTP: bookings, availability reads beside a bare route, and the way from commit to an open page. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { WebSocket } from "ws";
import { latency, perSecond, type Rate, rateOf, ratio, report } from "../../core/bench/measure.ts";
import { priceOf } from "../../core/booking/pricing.ts";
import { ROOM_SEEDS } from "../../core/venue/seed-rooms.ts";
import { addDays, isClosedDay, venueDayOf } from "../../core/venue/venue-time.ts";

const ZONE = "America/New_York";
const SECONDS = 6;
const LIVE_SAMPLES = 200;

let visitors = 0;

/** Every bookable hour of every room in the coming year, as bodies of `POST /api/bookings`. */
export function* submissions(): Generator<string, undefined> {
  const today = venueDayOf(new Date(), ZONE);
  for (let ahead = 1; ahead < 365; ahead++) {
    const startDate = addDays(today, ahead);
    if (isClosedDay(startDate)) continue;
    for (const room of ROOM_SEEDS) {
      const [hourlyCents, halfDayCents, fullDayCents] = room.rates;
      const price = priceOf(
        { hourlyCents, halfDayCents, fullDayCents },
        { duration: "hourly", hourCount: 1, engineerRequired: false },
      );
      for (let hour = 9; hour < 22; hour++) {
        visitors += 1;
        yield JSON.stringify({
          roomId: room.id,
          firstName: "Ada",
          lastName: "Byron",
          email: `visitor-${visitors}@example.test`,
          phone: "212 555 0100",
          startDate,
          startTime: `${hour}:00`,
          endTime: `${hour + 1}:00`,
          eventType: "Rehearsal",
          totalAmount: price.totalCents / 100,
          downpaymentAmount: price.downpaymentCents / 100,
          remainingAmount: price.remainingCents / 100,
          terms: true,
        });
      }
    }
  }
}

const HEADERS = { "content-type": "application/json" };

/** `bare`: the rate of the bare statement in the same run. */
export async function benchBookings(
  name: string,
  origin: string,
  bodies: Generator<string, undefined>,
  bare: Rate,
): Promise<void> {
  const result = await autocannon({
    url: `${origin}/api/bookings`,
    connections: 16,
    duration: SECONDS,
    requests: [
      {
        method: "POST",
        headers: HEADERS,
        setupRequest: (request) => ({ ...request, body: bodies.next().value ?? "{}" }),
      },
    ],
  });
  if (result.non2xx > 0) throw new Error(`${result.non2xx} bookings were not taken`);
  const perSec = result["2xx"] / result.duration;
  report(
    name,
    `${Math.round(perSec).toLocaleString("en-US")} bookings/s`,
    ratio(perSec / bare.perSecond, "the bare statement", 0.4),
    `p50 ${result.latency.p50} ms, p99 ${result.latency.p99} ms`,
  );
}

/** Reads one room's month in alternating rounds from the product and from a bare Hono route with the same bytes. */
export async function benchAvailability(origin: string): Promise<void> {
  const start = addDays(venueDayOf(new Date(), ZONE), 1);
  const path = `/api/rooms/1/bookings?startDate=${start}&endDate=${addDays(start, 30)}`;
  const folder = mkdtempSync(join(tmpdir(), "hub-bench-"));
  const file = join(folder, "body.json");
  writeFileSync(file, await (await fetch(origin + path)).text());
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "bff/bench/bare-server.ts", file, path.split("?")[0] ?? path],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  try {
    const port = await new Promise<number>((resolve) => {
      child.stdout.on("data", (chunk: Buffer) => resolve(Number(String(chunk).split(" ")[1])));
    });
    const rates = { ours: 0, bare: 0 };
    for (let round = 0; round < 4; round++) {
      for (const [name, url] of [
        ["ours", origin + path],
        ["bare", `http://127.0.0.1:${port}${path}`],
      ] as const) {
        const result = await autocannon({ url, connections: 16, duration: 2 });
        // The first round warms up.
        if (round > 0) rates[name] += result.requests.average / 3;
      }
    }
    const rate = (n: number) => `${Math.round(n).toLocaleString("en-US")} reads/s`;
    report(
      "availability reads",
      rate(rates.ours),
      ratio(rates.ours / rates.bare, `a bare Hono route with the same bytes (${rate(rates.bare)})`, 0.7),
    );
  } finally {
    child.kill();
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
