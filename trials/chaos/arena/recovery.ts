/**
 * Measures how long the product takes to recover: from the moment when all parts run again to the first booking on every BFF, and to read
 * tables that show it.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Probe, ProbeBooking } from "./probe.ts";
import type { RunningProduct } from "./running-product.ts";

const LOOK_EVERY_MS = 50;
const PARTS_WITHIN_MS = 60_000;
/** A recovery that takes longer is recorded as missing. */
const PATIENCE_MS = 30_000;

/**
 * Waits until every process of the product runs and the server accepts connections; whether the programs serve yet is measured afterward.
 * Resolves with the time of that moment. Throws if it does not come in time.
 */
export async function waitForAllParts({ members, server }: RunningProduct): Promise<number> {
  const until = performance.now() + PARTS_WITHIN_MS;
  for (;;) {
    const running = members().every(({ program }) => program.pid() !== null);
    // The embedded server is a part of the product, which restarts it.
    const runsServer = members().some(({ kind }) => kind === "product");
    if (running && (runsServer || (await server.answers()))) return Date.now();
    if (performance.now() > until) throw new Error("the parts of the product were not back in time");
    await delay(LOOK_EVERY_MS);
  }
}

export interface Recovery {
  servingAt: number | null;
  currentAt: number | null;
}

/** Books at every BFF until each has taken a booking, then reads from every BFF until each shows them all. */
export async function measureRecovery({ bffs }: RunningProduct, probe: Probe): Promise<Recovery> {
  const until = performance.now() + PATIENCE_MS;
  const addresses = bffs();
  const booked = await Promise.all(addresses.map((address) => firstBooking(address)));
  const taken = booked.filter((one) => one !== null);
  if (taken.length < booked.length) return { servingAt: null, currentAt: null };
  const servingAt = Math.max(...taken.map(({ answeredAt }) => answeredAt));
  const shown = await Promise.all(
    addresses.flatMap((address) => taken.map((one) => firstShown(address, one))),
  );
  const times = shown.filter((one) => one !== null);
  return { servingAt, currentAt: times.length < shown.length ? null : Math.max(servingAt, ...times) };

  async function firstBooking(address: string): Promise<ProbeBooking | null> {
    while (performance.now() < until) {
      const probed = await probe.book(address);
      if (probed) return probed;
      await delay(LOOK_EVERY_MS);
    }
    return null;
  }

  async function firstShown(address: string, probed: ProbeBooking): Promise<number | null> {
    while (performance.now() < until) {
      if (await probe.shows(address, probed)) return Date.now();
      await delay(LOOK_EVERY_MS);
    }
    return null;
  }
}
