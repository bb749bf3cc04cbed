/** Measures bookings over HTTP beside a bare Hono POST that runs the bare statement: the same bodies and connections, round by round. */
import autocannon from "autocannon";
import { median, ratio, report } from "./core/measure.ts";
import { HEADERS, submissions } from "./servers/submissions.ts";

const CONNECTIONS = 16;
const ROUNDS = 3;
const WARM_UP_SECONDS = 2;
const ROUND_SECONDS = 3;

/** A server that bookings are sent to. */
export interface ComparedServer {
  origin: string;
  /** Waits until everything that its bookings caused is done, so that the other server has the machine to itself in its round. */
  settled(): Promise<void>;
}

/** `name` is printed in the line. All hours of our server must be free. */
export async function benchBookings(
  name: string,
  ours: ComparedServer,
  floor: ComparedServer,
  aim: number,
): Promise<void> {
  const rivals = [
    { ...ours, next: bodiesOf(), rates: [] as number[], p50s: [] as number[], p99s: [] as number[] },
    { ...floor, next: endlessBodies(), rates: [] as number[], p50s: [] as number[], p99s: [] as number[] },
  ];
  for (let round = 0; round <= ROUNDS; round++) {
    for (const rival of rivals) {
      const result = await autocannon({
        url: `${rival.origin}/api/bookings`,
        connections: CONNECTIONS,
        duration: round === 0 ? WARM_UP_SECONDS : ROUND_SECONDS,
        requests: [
          {
            method: "POST",
            headers: HEADERS,
            setupRequest: (request) => ({ ...request, body: rival.next() }),
          },
        ],
      });
      if (result.non2xx > 0) throw new Error(`${result.non2xx} bookings were refused`);
      await rival.settled();
      if (round === 0) continue;
      rival.rates.push(result["2xx"] / result.duration);
      rival.p50s.push(result.latency.p50);
      rival.p99s.push(result.latency.p99);
    }
  }
  const [our, bare] = rivals;
  if (!our || !bare) throw new Error("nothing was measured");
  const perSecond = (rates: readonly number[]) => Math.round(median(rates)).toLocaleString("en-US");
  report(
    name,
    `${perSecond(our.rates)} bookings/s`,
    ratio(median(our.rates) / median(bare.rates), `a bare Hono POST (${perSecond(bare.rates)}/s)`, aim),
    `p50 ${median(our.p50s)} ms, p99 ${median(our.p99s)} ms`,
  );
}

function bodiesOf(): () => string {
  const bodies = submissions();
  return () => bodies.next().value ?? "{}";
}

/** The same body every time: the baseline does not check it. */
function endlessBodies(): () => string {
  const bodies = [...submissions()];
  let n = 0;
  return () => bodies[n++ % bodies.length] ?? "{}";
}
