/**
 * Starts the soak's watcher as a separate process: reading the figures takes a quarter of a second, in which the load could make no call.
 */
import { startChild } from "../crowd/child.ts";
import type { Look, TableSize } from "./watch.ts";

export type WatchOrder = "look" | "tables";

export interface Sampler {
  look(): Promise<Look>;
  /** By name. */
  tables(): Promise<Map<string, TableSize>>;
  stop(): Promise<void>;
}

export function startSampler({
  root,
  origin,
  dataDir,
}: {
  /** The process that started all others. */
  root: number;
  origin: string;
  dataDir: string;
}): Sampler {
  const args = [String(root), origin, dataDir];
  const { tell, stop } = startChild<{ type: WatchOrder }>("trials/bench/soak/watching.ts", args);
  return { look: () => tell({ type: "look" }), tables: () => tell({ type: "tables" }), stop };
}
