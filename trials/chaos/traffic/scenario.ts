/** Defines a scenario: a few calls that belong together, made by one kind of client, whatever they are answered. */
import type { HttpClient } from "./client/http-client.ts";
import type { TrafficState } from "./shared-state.ts";

export interface ScenarioContext {
  client: HttpClient;
  world: TrafficState;
}

export interface Scenario<Who extends ScenarioContext = ScenarioContext> {
  name: string;
  /** How often it is drawn, relative to the others of its kind of client. */
  weight: number;
  /** Every operation that it calls when it runs to its end. */
  operations: readonly string[];
  run(who: Who): Promise<void>;
}
