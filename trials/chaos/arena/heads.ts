/** Records the signed heads that the BFFs publish, once a second from one BFF after another. */
import { setTimeout as delay } from "node:timers/promises";
import type { HistoryWriter } from "../history.ts";

const LOOK_EVERY_MS = 1_000;
const PATIENCE_MS = 2_000;

/** Returns the function that stops it. */
export function watchHeads(bffs: () => readonly string[], history: HistoryWriter): () => Promise<void> {
  let going = true;
  let turn = 0;

  async function look(): Promise<void> {
    const addresses = bffs();
    const address = addresses[turn++ % Math.max(1, addresses.length)];
    if (address === undefined) return;
    const answer = await fetch(`${address}/log/checkpoint`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const checkpoint = await answer.text();
    if (answer.ok) history.add({ kind: "head", seenAt: Date.now(), checkpoint });
  }

  async function watch(): Promise<void> {
    while (going) {
      // A BFF that is down shows nothing.
      await look().catch(() => undefined);
      await delay(LOOK_EVERY_MS);
    }
  }
  const watching = watch();
  return async () => {
    going = false;
    await watching;
  };
}
