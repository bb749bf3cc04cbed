/** Owns what a fault is: a name, how often it is drawn, where it can be done, and the deed with its undoing. */
import type { Arrangement, House } from "../arena/house.ts";
import type { HistoryWriter } from "../history.ts";
import type { Random } from "../random.ts";

export interface Scene {
  house: House;
  random: Random;
  history: HistoryWriter;
  /** No other fault is done meanwhile: what fails now has failed by itself. */
  alone: boolean;
  /** How long this one lasts: milliseconds from `least` to `most`, at the pace of the run. */
  lasts(least: number, most: number): Promise<void>;
}

export interface FaultKind {
  /** `kill-worker`. */
  name: string;
  /** Of ten kinds of weight 1 each is every tenth. */
  weight: number;
  arrangements: readonly Arrangement[];
  /** Does it, and undoes it where it does not end by itself; answers what it was done to. */
  act(scene: Scene): Promise<string>;
}

export const EVERYWHERE: readonly Arrangement[] = ["processes", "product"];
export const WITH_SERVER: readonly Arrangement[] = ["processes"];
export const BY_ONE_COMMAND: readonly Arrangement[] = ["product"];
