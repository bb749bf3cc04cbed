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

/** Something of the client's own that it comes back to; the oldest are given up. */
export function createShelf<Thing>(most: number) {
  const things: Thing[] = [];
  return {
    put(thing: Thing) {
      things.push(thing);
      things.splice(0, things.length - most);
    },
    /** Takes one away. */
    take(index: number): Thing | null {
      return things.splice(index, 1)[0] ?? null;
    },
    count: () => things.length,
  };
}

export type Shelf<Thing> = ReturnType<typeof createShelf<Thing>>;
