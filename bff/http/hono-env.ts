/** Owns what a request carries through Hono: Node's own request beneath it, and its id. */
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

export interface BffEnv {
  Bindings: HttpBindings;
  Variables: { requestId: string };
}

export type BffContext = Context<BffEnv>;

/** As much of a request as an answer needs, whatever a guard has added to it. */
export type RespondingContext = Pick<BffContext, "env" | "req" | "json"> & { get(key: "requestId"): string };
