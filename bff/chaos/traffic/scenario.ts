/** Defines a scenario: a few calls that belong together, made by one kind of client, whatever they are answered. */
import type { Caller } from "./caller.ts";
import type { World } from "./world.ts";

export interface Actor {
  caller: Caller;
  world: World;
}

export interface Scenario<Who extends Actor = Actor> {
  name: string;
  /** How often it is drawn, relative to the others of its kind of client. */
  weight: number;
  /** Every operation that it calls when it runs to its end. */
  operations: readonly string[];
  act(who: Who): Promise<void>;
}
