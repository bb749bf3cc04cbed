/** Drives the soak's visitors: calls in fixed shares, as fast as possible or at a fixed rate, with the time that each answer took. */
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { type Random, randomOf } from "../../chaos/random.ts";
import { submissions } from "../servers/submissions.ts";

/** Loops that measure how much the product can take. */
const LOOPS = 16;
/** Holds at a time; the oldest is released for each booking beyond this number. */
const HELD = 300;
/** A call without an answer by then counts as failed. */
const PATIENCE_MS = 10_000;
/** Visitors come from this many addresses in rotation: the rate limits keep a row for each address for an hour. */
const ADDRESSES = 2_000;

export interface Answered {
  /** Counted from when the call was due. */
  milliseconds: number;
  status: number;
}

interface Held {
  id: number;
  cookie: string;
  body: string;
}

interface Reply {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
}

export interface Load {
  /** Makes as many calls as it can for this time; answers how many calls a second that were. */
  calibrate(ms: number): Promise<number>;
  /** Makes calls at this rate until it is stopped, whether or not answers come; reports each. */
  run(perSecond: number, onAnswer: (answer: Answered) => void): { stop(): Promise<void> };
}

export function createLoad(origin: string, seed: number): Load {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const random: Random = randomOf(seed);
  const fresh = submissions();
  /** Hours that were released are booked again, so that they never run out. */
  const again: string[] = [];
  const held: Held[] = [];
  let visitors = 0;

  function call(method: string, path: string, { body = "", cookie = "" } = {}): Promise<Reply> {
    visitors += 1;
    const from = visitors % ADDRESSES;
    const address = `10.0.${from >> 8}.${from & 255}`;
    return new Promise((resolve, reject) => {
      const asked = request(
        {
          hostname,
          port,
          agent,
          method,
          path,
          timeout: PATIENCE_MS,
          headers: {
            "x-forwarded-for": address,
            ...(cookie ? { cookie } : {}),
            ...(body
              ? { "content-type": "application/json", "content-length": Buffer.byteLength(body) }
              : {}),
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () => {
            const text = Buffer.concat(chunks).toString();
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
          });
        },
      );
      asked.on("timeout", () => asked.destroy(new Error("no answer in time")));
      asked.on("error", reject);
      asked.end(body || undefined);
    });
  }

  async function book(): Promise<number> {
    const body = again.shift() ?? fresh.next().value;
    if (body === undefined) throw new Error("every hour is booked");
    const { status, headers, text } = await call("POST", "/api/bookings", { body });
    const [cookie = ""] = headers["set-cookie"] ?? [];
    if (status === 201) {
      const id = Number(/"id":(\d+)/.exec(text)?.[1]);
      held.push({ id, cookie: String(cookie).split(";")[0] ?? "", body });
    }
    return status;
  }

  async function releaseOldest(): Promise<number> {
    const oldest = held.length > HELD ? held.shift() : undefined;
    if (!oldest) return see("/api/rooms");
    const { id, cookie, body } = oldest;
    const { status } = await call("POST", `/api/bookings/${id}/release`, { body: "{}", cookie });
    // A hold that has expired is free as well.
    if (status === 200 || status === 409) again.push(body);
    return status;
  }

  const see = async (path: string): Promise<number> => (await call("GET", path)).status;

  function calendar(): Promise<number> {
    const month = new Date(Date.now() + random.between(0, 330) * 86_400_000).toISOString().slice(0, 7);
    return see(`/api/rooms/${random.between(1, 7)}/bookings?startDate=${month}-01&endDate=${month}-28`);
  }

  function find(): Promise<number> {
    const day = new Date(Date.now() + random.between(2, 300) * 86_400_000).toISOString().slice(0, 10);
    return see(`/api/find?day=${day}&hours=${random.between(1, 4)}&people=${random.between(1, 6)}`);
  }

  async function sendMessage(): Promise<number> {
    const person = { firstName: "Ada", lastName: "Byron", email: `soak-${visitors}@example.test` };
    const body = JSON.stringify({ ...person, message: "Is the piano tuned?" });
    return (await call("POST", "/api/contact", { body })).status;
  }

  /** So few bookings that their mails, of which forty a second are sent, do not pile up. */
  const drawnCall = (): Promise<number> =>
    random.weighted<() => Promise<number>>([
      [calendar, 61],
      [() => see("/api/rooms"), 15],
      [find, 10],
      [() => see("/api/house"), 5],
      [() => see("/"), 5],
      [book, 2],
      [releaseOldest, 1.8],
      [sendMessage, 0.2],
    ])();

  return {
    async calibrate(ms) {
      const began = performance.now();
      let calls = 0;
      await Promise.all(
        Array.from({ length: LOOPS }, async () => {
          while (performance.now() - began < ms) {
            await drawnCall();
            calls += 1;
          }
        }),
      );
      return calls / ((performance.now() - began) / 1_000);
    },
    run(perSecond, onAnswer) {
      const under = new Set<Promise<void>>();
      let going = true;
      async function one(due: number): Promise<void> {
        const status = await drawnCall().catch(() => 0);
        onAnswer({ milliseconds: performance.now() - due, status });
      }
      async function clock(): Promise<void> {
        const began = performance.now();
        for (let n = 0; going; n++) {
          const due = began + (n * 1_000) / perSecond;
          const early = due - performance.now();
          if (early > 1) await delay(early);
          const call = one(due).finally(() => under.delete(call));
          under.add(call);
        }
      }
      const ticking = clock();
      return {
        async stop() {
          going = false;
          await ticking;
          await Promise.all(under);
          agent.destroy();
        },
      };
    },
  };
}
