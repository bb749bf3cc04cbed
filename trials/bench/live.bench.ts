/** Measures the time from a commit to an open page, at far more bookings a second than a venue gets. */
import { setTimeout as delay } from "node:timers/promises";
import { WebSocket } from "ws";
import { LOG_POSITION_HEADER } from "../../bff/contract/headers.ts";
import type { LiveMessage } from "../../bff/contract/live.ts";
import { ROOM_SEEDS } from "../../core/venue/rooms/seed-rooms.ts";
import { latency, perSecond, rateOf, report } from "./core/measure.ts";
import { HEADERS } from "./servers/submissions.ts";

const PER_SECOND = 200;
const SAMPLES = 600;
/** Bookings before the measured ones: the product has just started, and its code must be warm. */
const WARM_UP = 100;
const UNTIL_WARM = 2_000;
/** An update that has not arrived by then counts as lost. */
const PATIENCE_MS = 10_000;
const P99_AIM_MS = 40;

/**
 * Measures from the answer to a booking (it is committed then) to the message on a page that shows its room. Bookings are sent at a
 * fixed rate, whether or not the earlier ones were answered.
 */
export async function benchLive(origin: string, bodies: Generator<string, undefined>): Promise<void> {
  const socket = new WebSocket(`${origin.replace("http", "ws")}/ws`);
  await new Promise((resolve) => socket.once("open", resolve));
  for (const { id } of ROOM_SEEDS) socket.send(JSON.stringify({ type: "subscribe_room", roomId: id }));
  /** By log position: an append is announced once, to the one room that it changes. */
  const toldAt = new Map<string, number>();
  socket.on("message", (data) => {
    const message: Partial<LiveMessage> = JSON.parse(String(data));
    if (message.logPosition) toldAt.set(message.logPosition, performance.now());
  });
  await send(WARM_UP);
  await measure("commit to websocket, just started");
  await send(UNTIL_WARM);
  await measure("the same, ten seconds later");
  socket.close();

  async function measure(name: string): Promise<void> {
    const began = performance.now();
    const committed = await send(SAMPLES);
    const elapsed = performance.now() - began;
    const until = performance.now() + PATIENCE_MS;
    while ([...committed.keys()].some((position) => !toldAt.has(position))) {
      if (performance.now() > until) throw new Error("a booking reached no page");
      await delay(20);
    }
    const durations = [...committed].map(([position, at]) => Math.max(0, (toldAt.get(position) ?? 0) - at));
    const rate = rateOf(durations, elapsed);
    report(
      name,
      latency(rate),
      `(aim p99 ≤ ${P99_AIM_MS} ms${rate.p99 <= P99_AIM_MS ? "" : ", MISSED"})`,
      `${perSecond(rate, "bookings")} of ${PER_SECOND} sent`,
    );
  }

  /** When each booking was committed, by log position. */
  async function send(count: number): Promise<Map<string, number>> {
    const began = performance.now();
    const committed = new Map<string, number>();
    const calls: Promise<void>[] = [];
    for (let n = 0; n < count; n++) {
      const early = began + (n * 1_000) / PER_SECOND - performance.now();
      if (early > 0) await delay(early);
      calls.push(book(committed));
    }
    await Promise.all(calls);
    return committed;
  }

  async function book(committed: Map<string, number>): Promise<void> {
    const response = await fetch(`${origin}/api/bookings`, {
      method: "POST",
      headers: HEADERS,
      body: bodies.next().value ?? "",
    });
    const at = performance.now();
    if (response.status !== 201) throw new Error(await response.text());
    committed.set(response.headers.get(LOG_POSITION_HEADER) ?? "", at);
    await response.arrayBuffer();
  }
}
