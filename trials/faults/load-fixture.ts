/** Puts a product under load while faults happen: makes bookings, watches the read tables, counts the mails, and computes the figures. */
import { setTimeout as delay } from "node:timers/promises";
import { submissions } from "../bench/servers/submissions.ts";
import { expectEachOnce, watchOutbox } from "./after-fault-fixture.ts";
import { startTraffic, type Traffic } from "./traffic-fixture.ts";
import { watchViews } from "./views-watch-fixture.ts";

/** How long the read tables may be behind once the product works again. */
export const CURRENT_WITHIN_MS = 2_000;
/** How long bookings continue after the last fault. */
const BOOK_ON_MS = 1_500;
/** How long to wait for read tables that have stopped. */
const GIVE_UP_MS = 10_000;

export interface Load {
  traffic: Traffic;
  /**
   * The longest time in milliseconds that a booking was hidden since this moment (`performance.now()`), once all bookings answered by now
   * are shown; also printed.
   */
  stalestSince(moment: number, name: string): Promise<number>;
  /** Continues to book for a while and stops; then the same. */
  stalestAtEnd(moment: number, name: string): Promise<number>;
  /** Expects that nothing is lost and nothing is there twice. */
  expectEachOnce(): Promise<void>;
  /** Safe to call after the end. */
  close(): Promise<void>;
}

/** Books at the BFF at `port`, whose processes keep their mails in `dataDir`; `ownerUrl` is the owner's address of its database. */
export function startLoad(
  { port, ownerUrl, dataDir }: { port: number; ownerUrl: string; dataDir: string },
  pace?: Parameters<typeof startTraffic>[2],
): Load {
  const outbox = watchOutbox(dataDir);
  const traffic = startTraffic(port, submissions(), pace);
  const views = watchViews(ownerUrl, port, traffic);

  async function stalestSince(moment: number, name: string): Promise<number> {
    await views.shown(performance.now(), GIVE_UP_MS);
    const stalest = Math.round(views.stalestSince(moment));
    const calls = `${traffic.answered.length} bookings, ${traffic.unanswered} calls without an answer`;
    const others = [...traffic.refused].map(([status, count]) => `, ${count} × ${status}`).join("");
    process.stdout.write(`${name}: read tables current within ${stalest} ms (${calls}${others})\n`);
    return stalest;
  }

  return {
    traffic,
    stalestSince,
    async stalestAtEnd(moment, name) {
      await delay(BOOK_ON_MS);
      await traffic.stop();
      return stalestSince(moment, name);
    },
    expectEachOnce: () => expectEachOnce(ownerUrl, traffic, outbox),
    async close() {
      await traffic.stop();
      await views.stop();
      outbox.close();
    },
  };
}
