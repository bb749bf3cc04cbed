/** Solves a puzzle in a worker, so that the page stays responsive; loaded only when a server asks for a proof of work. */
import type { Puzzle } from "./proof-of-work.ts";

/** Returns the value of the header `Proof-Of-Work`. Throws if the browser cannot run the worker. */
export function solveInWorker(puzzle: Puzzle): Promise<string> {
  const worker = new Worker(new URL("./proof-of-work.worker.ts", import.meta.url), { type: "module" });
  return new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
    worker.onerror = () => reject(new Error("The worker did not solve the puzzle"));
    worker.postMessage(puzzle);
  }).finally(() => worker.terminate());
}
