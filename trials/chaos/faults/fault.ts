/** Defines a fault: its name, weight, the arrangements in which it is possible, and the function that causes and ends it. */
import type { Arrangement, RunningProduct } from "../arena/running-product.ts";
import type { HistoryWriter } from "../history.ts";
import type { Random } from "../random.ts";

export interface FaultContext {
  product: RunningProduct;
  random: Random;
  history: HistoryWriter;
  /** Whether no other fault happens at the same time: a command that fails then is a finding. */
  alone: boolean;
  /** How long this fault lasts: milliseconds from `least` to `most`, scaled to the pace of the run. */
  lasts(least: number, most: number): Promise<void>;
}

export interface FaultKind {
  /** `kill-worker`. */
  name: string;
  /** With ten kinds of weight 1, each is every tenth. */
  weight: number;
  arrangements: readonly Arrangement[];
  /** Causes it, and ends it if it does not end by itself; resolves with the target's name. */
  cause(scene: FaultContext): Promise<string>;
}

export const SEPARATE_PROCESSES: readonly Arrangement[] = ["processes"];
export const SINGLE_COMMAND: readonly Arrangement[] = ["product"];

const BOTH_ARRANGEMENTS: readonly Arrangement[] = ["processes", "product"];

/** A fault that is possible in both arrangements, unless `arrangements` names one. */
export const fault = (
  name: string,
  weight: number,
  cause: FaultKind["cause"],
  arrangements: readonly Arrangement[] = BOTH_ARRANGEMENTS,
): FaultKind => ({ name, weight, arrangements, cause });
