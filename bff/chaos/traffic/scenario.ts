/** Owns what a scenario is: a few calls that belong together, made by one kind of client, whatever each is answered. */
import type { Caller } from "./caller.ts";
import type { World } from "./world.ts";

export interface Actor {
  caller: Caller;
  world: World;
}

export interface Scenario<Who extends Actor = Actor> {
  name: string;
  /** How often it is drawn, against the others of its kind of client. */
  weight: number;
  /** Every operation that it calls where it comes to its end. */
  operations: readonly string[];
  act(who: Who): Promise<void>;
}
