/** Measures how much simultaneous logins slow down reads: the same cached read alone, and beside fifty clients that try passwords. */
import { setTimeout as delay } from "node:timers/promises";
import { addDays, venueDayOf } from "../../core/venue/time/venue-time.ts";
import { percentile, report } from "./core/measure.ts";
import { HEADERS, ZONE } from "./servers/submissions.ts";

const LOGINS = 50;
const READ_FOR_MS = 5_000;
const PAUSE_MS = 2;
/** A refused client tries again after this time, sooner than `Retry-After` says. */
const REFUSED_PAUSE_MS = 250;
const P99_AIM = 3;

/** The product must trust `X-Forwarded-For` (`TRUSTED_PROXIES=1`): every attempt has a new address and another account. */
export async function benchLogins(origin: string): Promise<void> {
  const start = addDays(venueDayOf(new Date(), ZONE), 1);
  const url = `${origin}/api/rooms/1/bookings?startDate=${start}&endDate=${addDays(start, 30)}`;
  await readFor(url, 1_000);
  const idle = await readFor(url, READ_FOR_MS);
  const storm = startLogins(origin);
  await delay(500);
  const beside = await readFor(url, READ_FOR_MS);
  const { hashed, refused } = await storm.stop();
  const of = (durations: number[]) => ({ p50: percentile(durations, 0.5), p99: percentile(durations, 0.99) });
  const [calm, busy] = [of(idle), of(beside)];
  const times = busy.p99 / calm.p99;
  const ms = (one: { p50: number; p99: number }) =>
    `p50 ${one.p50.toFixed(2)} ms, p99 ${one.p99.toFixed(2)} ms`;
  report(
    `reads beside ${LOGINS} logins at a time`,
    `${ms(busy)} (${hashed} passwords checked, ${refused} refused)`,
    `p99 ${times.toFixed(2)} × that without logins: ${ms(calm)} (aim ≤ ${P99_AIM}${times <= P99_AIM ? "" : ", MISSED"})`,
  );
}

/** How long each read took, ascending. The reads are made one after another, as one visitor makes them. */
async function readFor(url: string, ms: number): Promise<number[]> {
  const durations: number[] = [];
  const began = performance.now();
  while (performance.now() - began < ms) {
    const asked = performance.now();
    await (await fetch(url)).arrayBuffer();
    durations.push(performance.now() - asked);
    await delay(PAUSE_MS);
  }
  return durations.toSorted((a, b) => a - b);
}

function startLogins(origin: string) {
  let going = true;
  let tries = 0;
  const answers = { hashed: 0, refused: 0 };
  async function logins(): Promise<void> {
    while (going) {
      tries += 1;
      const from = `10.${(tries >> 16) & 255}.${(tries >> 8) & 255}.${tries & 255}`;
      const response = await fetch(`${origin}/api/auth/login`, {
        method: "POST",
        headers: { ...HEADERS, "X-Forwarded-For": from },
        body: JSON.stringify({ username: `unknown-${tries}`, password: "a wrong password" }),
      });
      await response.arrayBuffer();
      if (response.status === 401) answers.hashed += 1;
      else {
        answers.refused += 1;
        await delay(REFUSED_PAUSE_MS);
      }
    }
  }
  const running = Array.from({ length: LOGINS }, logins);
  return {
    async stop() {
      going = false;
      await Promise.all(running);
      return answers;
    },
  };
}
