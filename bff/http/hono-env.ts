/** Owns what a request carries through Hono: Node's own request beneath it, and its id. */
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { ProblemCode } from "./problem-reasons.ts";

export interface BffEnv {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** Why it was refused. */
    problem?: ProblemCode;
    /** Who is signed in, once a guard has looked; the guards know them by their types. */
    staff?: unknown;
    customer?: unknown;
    /** Asks the guard once more, when the body has come: null, or the refusal. */
    judgeAgain?: () => Promise<Response | null>;
    /** Whose password a challenge says was right. */
    challenged?: unknown;
  };
}

export type BffContext = Context<BffEnv>;

/** As much of a request as an answer needs, whatever a guard has added to it. */
export type RespondingContext = Pick<BffContext, "env" | "req" | "json"> & {
  get(key: "requestId"): string;
  set(key: "problem", code: ProblemCode): void;
};
