/** Describes the calls of a group for the router and the OpenAPI document; their shared tag, access check and refusals are written once. */
import type { RouteConfig } from "@hono/zod-openapi";
import { type ProblemResponses, problems } from "./openapi.ts";
import type { ProblemCode } from "./problem-reasons.ts";

type Method = "get" | "post" | "put" | "patch" | "delete";

/** The description of a call. `problems`: the refusals beyond those of its access check. */
type Described = Omit<RouteConfig, "method" | "path" | "tags"> & { problems?: readonly ProblemCode[] };

type Call<Verb extends Method, Path extends string, Own extends Described, Guard> = Omit<
  Own,
  "problems" | "responses"
> & { method: Verb; path: Path; responses: Own["responses"] & ProblemResponses } & (Own extends {
    middleware: unknown;
  }
    ? unknown
    : Guard extends undefined
      ? unknown
      : { middleware: Guard });

/** Calls under one tag of the document, behind one access check where there is one. A call's own `middleware` replaces it. */
export function calls<Guard extends RouteConfig["middleware"] = undefined>(
  tag: string,
  guard: { middleware?: Guard; problems?: readonly ProblemCode[] } = {},
) {
  const of =
    <Verb extends Method>(method: Verb) =>
    <Path extends string, Own extends Described>(path: Path, own: Own) => {
      const { problems: codes = [], responses, ...rest } = own;
      const { middleware, problems: ofGuard = [] } = guard;
      const shared = { method, path, tags: [tag], ...(middleware && { middleware }) };
      const answers = { ...responses, ...problems(...ofGuard, ...codes) };
      // Built key by key, which TypeScript cannot check.
      return { ...shared, ...rest, responses: answers } as unknown as Call<Verb, Path, Own, Guard>;
    };
  return {
    get: of("get"),
    post: of("post"),
    put: of("put"),
    patch: of("patch"),
    delete: of("delete"),
  };
}
