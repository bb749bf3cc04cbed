/** Owns having a puzzle solved in a worker, so that the page stays alive; loaded only once a server asks for it. */
import type { Puzzle } from "./proof-of-work.ts";

/** Answers what the header `Proof-Of-Work` carries. Throws where the browser runs no worker. */
export function solveInWorker(puzzle: Puzzle): Promise<string> {
  const worker = new Worker(new URL("./proof-of-work.worker.ts", import.meta.url), { type: "module" });
  return new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
    worker.onerror = () => reject(new Error("The worker did not solve the puzzle"));
    worker.postMessage(puzzle);
  }).finally(() => worker.terminate());
}
