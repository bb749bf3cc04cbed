/** The types of what a request carries through Hono: Node's own request, the request's id, and who is signed in. */
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { ProblemCode } from "./problem-reasons.ts";

export interface BffEnv {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** The reason of the refusal. */
    problem?: ProblemCode;
    /** Who is signed in, once an access check has run; the checks know their types. */
    staff?: unknown;
    customer?: unknown;
    /** Repeats the access check after the body has arrived: null, or the refusal. */
    checkAccessAgain?: () => Promise<Response | null>;
    /** The field of the body that has a picture, by its name. */
    picture?: string;
    /** The account whose right password a login challenge confirms. */
    challenged?: unknown;
  };
}

export type BffContext = Context<BffEnv>;

/** The part of a request that an answer needs, whatever an access check has added to it. */
export type RespondingContext = Pick<BffContext, "env" | "req" | "json"> & {
  get(key: "requestId"): string;
  set(key: "problem", code: ProblemCode): void;
};
