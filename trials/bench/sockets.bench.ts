/** Measures what thousands of open pages cost one BFF: memory for each, and how soon a booking reaches all pages that show its room. */
import { setTimeout as delay } from "node:timers/promises";
import { LOG_POSITION_HEADER } from "../../bff/contract/headers.ts";
import { testPrograms } from "../../bff/testing/process-fixture.ts";
import { freePort } from "../../core/testing/free-port.ts";
import { percentile, report } from "./core/measure.ts";
import { type Crowd, startCrowd } from "./crowd/crowd.ts";
import { fileLimit, metricsOf, residentBytes } from "./servers/process-figures.ts";
import { SESSION_SECRET, startSeededServer } from "./servers/seeded-server.ts";
import { HEADERS, submissions } from "./servers/submissions.ts";

const SOCKETS = 5_000;
const SUBSCRIBERS = 1_000;
const ROOM = 5;
const BOOKINGS = 150;
/** The pause lets no booking wait for the one before; together they take more than one round of heartbeats. */
const APART_MS = 250;
const WARM_UP = 30;
const SETTLE_MS = 3_000;
const PATIENCE_MS = 10_000;
const BYTES_AIM = 20_000;
const P99_AIM_MS = 100;

export async function benchSockets(): Promise<void> {
  if (fileLimit() < SOCKETS + 1_000) {
    throw new Error(`${SOCKETS} sockets need as many open files: raise the hard limit (ulimit -Hn).`);
  }
  const programs = testPrograms({ RATE_LIMIT_BOOKINGS: "0", LOG_LEVEL: "warn" });
  const server = await startSeededServer();
  let crowd: Crowd | undefined;
  try {
    const env = { DATABASE_URL: server.runtimeUrl, SESSION_SECRET, DATA_DIR: server.dataDir };
    const port = await freePort();
    const bff = await programs.start(
      "bff",
      { ...env, PORT: String(port), TRUSTED_PROXIES: "1" },
      /ready http/,
    );
    await programs.start("worker", env, /worker ready/);
    const origin = `http://127.0.0.1:${port}`;
    crowd = startCrowd(origin);
    const bodies = bodiesOfRoom();

    // One page shows the room before memory is read, so that what the product loads at first is not counted as a socket's.
    await crowd.open(1, ROOM);
    await book(origin, bodies, WARM_UP);
    await crowd.close(1);
    await delay(SETTLE_MS);
    const before = await memoryOf(origin, bff.child.pid ?? 0);
    await crowd.open(SUBSCRIBERS, ROOM);
    await crowd.open(SOCKETS - SUBSCRIBERS, null);
    await delay(SETTLE_MS);
    const after = await memoryOf(origin, bff.child.pid ?? 0);
    const each = (what: keyof Memory): number => (after[what] - before[what]) / SOCKETS;
    const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;
    report(
      `${SOCKETS} open sockets, each`,
      `resident ${kilobytes(each("resident"))}, heap ${kilobytes(each("heap"))}`,
      `(aim < ${kilobytes(BYTES_AIM)}${each("resident") < BYTES_AIM ? "" : ", MISSED"})`,
    );

    await crowd.take();
    const sent = await book(origin, bodies, BOOKINGS);
    const heard = await allPagesHave(crowd, sent);
    const times = [...sent].flatMap(([position, { askedAt, answeredAt }]) =>
      (heard.get(position) ?? []).map((at) => ({
        fromAnswer: Math.max(0, at - answeredAt),
        fromAsking: at - askedAt,
      })),
    );
    const all = (from: "fromAnswer" | "fromAsking") => {
      const sorted = times.map((time) => time[from]).sort((a, b) => a - b);
      return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), most: sorted.at(-1) ?? 0 };
    };
    const [answer, asking] = [all("fromAnswer"), all("fromAsking")];
    const line = ({ p50, p99, most }: typeof answer): string =>
      `p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)}, most ${most.toFixed(0)} ms`;
    report(
      `a booking to ${SUBSCRIBERS} pages of ${SOCKETS}`,
      `from the answer: ${line(answer)}`,
      `from the request: ${line(asking)}`,
      `(aim p99 ≤ ${P99_AIM_MS} ms from the answer${answer.p99 <= P99_AIM_MS ? "" : ", MISSED"})`,
    );
  } finally {
    await crowd?.stop();
    await programs.stopAll();
    await server.stop();
  }
}

interface Memory {
  resident: number;
  heap: number;
}

async function memoryOf(origin: string, pid: number): Promise<Memory> {
  const metrics = await metricsOf(origin);
  return { resident: residentBytes(pid), heap: metrics.get("nodejs_heap_size_used_bytes") ?? Number.NaN };
}

function* bodiesOfRoom(): Generator<string, undefined> {
  for (const body of submissions()) if (JSON.parse(body).roomId === ROOM) yield body;
}

const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;

interface Sent {
  askedAt: number;
  answeredAt: number;
}

/** At a fixed rate; answers when each booking was requested and answered, by log position. */
async function book(
  origin: string,
  bodies: Generator<string, undefined>,
  count: number,
): Promise<Map<string, Sent>> {
  const sent = new Map<string, Sent>();
  for (let n = 0; n < count; n++) {
    const askedAt = nowMs();
    const response = await fetch(`${origin}/api/bookings`, {
      method: "POST",
      headers: HEADERS,
      body: bodies.next().value ?? "",
    });
    const answeredAt = nowMs();
    if (response.status !== 201) throw new Error(await response.text());
    await response.arrayBuffer();
    sent.set(response.headers.get(LOG_POSITION_HEADER) ?? "", { askedAt, answeredAt });
    await delay(Math.max(0, askedAt + APART_MS - nowMs()));
  }
  return sent;
}

/** When each page heard of each booking, once all have heard of all. */
async function allPagesHave(crowd: Crowd, sent: ReadonlyMap<string, Sent>): Promise<Map<string, number[]>> {
  const heard = new Map<string, number[]>();
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const { heard: more, lost } = await crowd.take();
    if (lost > 0) throw new Error(`The server ended ${lost} connections`);
    for (const [position, at] of more) heard.set(position, [...(heard.get(position) ?? []), ...at]);
    const missing = [...sent.keys()].filter((position) => heard.get(position)?.length !== SUBSCRIBERS);
    if (missing.length === 0) return heard;
    if (performance.now() > until) {
      const [first = ""] = missing;
      throw new Error(`${heard.get(first)?.length ?? 0} of ${SUBSCRIBERS} pages got ${first}`);
    }
    await delay(100);
  }
}
