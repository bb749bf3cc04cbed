/** The pieces in which a call describes itself, for the router and for the OpenAPI document. */
import type { RouteConfig } from "@hono/zod-openapi";
import { z } from "zod";
import { LOG_POSITION_HEADER, READ_AFTER_HEADER } from "../contract/headers.ts";
import { Problem } from "../contract/problem.ts";
import { announcement, type Deprecation, deprecationText } from "./deprecation.ts";
import { type ProblemCode, REASONS } from "./problem-reasons.ts";

const PROBLEM_JSON = { "application/problem+json": { schema: Problem } };

type ProblemResponses = {
  default: { description: string; content: typeof PROBLEM_JSON };
};

/** The page that describes the API to people. */
export const DOCS_PATH = "/api/docs";

/** A call's place on that page: `get-api-rooms-slug`. */
export const callId = (method: string, path: string): string =>
  [method, ...path.split(/\W+/).filter(Boolean)].join("-");

/** Answers that any call may get; each route names the others. */
const ANYWHERE: readonly ProblemCode[] = [
  "BodyTooLarge",
  "StreamUnreadable",
  "InternalError",
  "DatabaseUnavailable",
  "LockedTooLong",
  "ViewBehind",
];

/** The problem answers of a call, one per status, each with its possible reasons. */
export function problems(...codes: ProblemCode[]): ProblemResponses {
  const byStatus = new Map<number, ProblemCode[]>();
  // A required field may also be empty, which is the same refusal with other words (`refuseInvalid`).
  const checked: ProblemCode[] = codes.includes("InvalidData") ? ["MissingInformation"] : [];
  for (const code of new Set([...codes, ...checked, ...ANYWHERE])) {
    const { status } = REASONS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses = [...byStatus].map(([status, reasons]) => [
    status,
    {
      description: reasons.map((code) => `\`${code}\`: ${REASONS[code].message}`).join("  \n"),
      content: PROBLEM_JSON,
    },
  ]);
  return {
    default: { description: "Any other problem", content: PROBLEM_JSON },
    ...Object.fromEntries(responses),
  };
}

/** Problems of every call with a body. */
export const BODY_PROBLEMS = [
  "MalformedJson",
  "BodyTooLarge",
  "UnsupportedMediaType",
  "BodyTooSlow",
  "BodiesBusy",
] as const;

/** Problems of a call whose body is a form of fields. */
export const FORM_PROBLEMS = [...BODY_PROBLEMS, "MissingInformation", "InvalidData"] as const;

export const json = <Schema extends z.ZodType>(schema: Schema) => ({ "application/json": { schema } });

/** A calendar file, RFC 5545. */
export const CALENDAR_FILE = {
  description: "The visit as an iCalendar file",
  content: { "text/calendar": { schema: z.string() } },
};

/** A required body. */
export const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  body: { required: true, content: json(schema) },
});

/** An id in a path. A text that cannot be an id becomes 0, which nothing has, so it is answered like an unknown id. */
export const PathId = z
  .string()
  .transform((text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0))
  .meta({ type: "integer", minimum: 1, examples: [3] });

/** The path of a call about one thing. */
export const ById = z.object({ id: PathId });

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const NIL_UUID = "00000000-0000-0000-0000-000000000000";

/** A UUID in a path. A text that cannot be one becomes the nil UUID, which nothing has. */
export const PathUuid = z
  .string()
  .transform((text) => (UUID.test(text.toLowerCase()) ? text.toLowerCase() : NIL_UUID))
  .meta({ format: "uuid", examples: ["5f0c6f9e-6a5b-4f64-9d43-1f0f4a8d3c21"] });

export const ReadAfter = z.object({
  [READ_AFTER_HEADER]: z
    .string()
    .optional()
    .meta({
      description:
        "The highest log position seen (`Log-Position`, or a live message's `logPosition`): the answer is at least that new. Waits at most 2 s.",
      examples: ["1.1024.42"],
    }),
});

/** Headers of an answer from memory. */
export const REVALIDATED = z.object({
  ETag: z.string().meta({ description: "Send it as `If-None-Match`; 304 when nothing has changed" }),
});

/** The answer to a client that has sent the current tag. */
export const UNCHANGED = { 304: { description: "Nothing has changed" } } as const;

/** Headers of a write's answer. */
const WRITTEN = z.object({
  [LOG_POSITION_HEADER]: z.string().optional().meta({
    description: "The log position after this write; send it as `Read-After` with later reads",
  }),
});

export const CREATED_HEADERS = WRITTEN.extend({
  Location: z.string().meta({ description: "The new booking's address" }),
});

/** A JSON answer to a read. */
export const jsonAnswer = <Schema extends z.ZodType>(description: string, schema: Schema) => ({
  description,
  content: json(schema),
});

/** A JSON answer to a write, with the log position after it. */
export const jsonAnswerOfWrite = <Schema extends z.ZodType>(description: string, schema: Schema) => ({
  description,
  headers: WRITTEN,
  content: json(schema),
});

type Method = "get" | "post" | "put" | "patch" | "delete";

/** The description of a call. `problems`: the refusals beyond those of its access check. `deprecated`: it is going to end (decision 317). */
type Described = Omit<RouteConfig, "method" | "path" | "tags" | "deprecated"> & {
  problems?: readonly ProblemCode[];
  deprecated?: Deprecation;
};

/** What a call without a session or token is marked with, and one that needs a session of its users. */
export const OPEN_TO_ALL: NonNullable<RouteConfig["security"]> = [];
const WITH_SESSION: RouteConfig["security"] = [{ session: [] }];

type Call<Verb extends Method, Path extends string, Own extends Described, Check> = Omit<
  Own,
  "problems" | "responses" | "deprecated"
> & { method: Verb; path: Path; responses: Own["responses"] & ProblemResponses } & (Own extends {
    middleware: unknown;
  }
    ? unknown
    : Check extends undefined
      ? unknown
      : { middleware: Check });

/**
 * Calls under one tag of the document, behind one access check where there is one: their tag, check and refusals are written once. A call's
 * own `middleware` replaces the check.
 */
export function calls<Check extends RouteConfig["middleware"] = undefined>(
  tag: string,
  access: { middleware?: Check; problems?: readonly ProblemCode[]; security?: RouteConfig["security"] } = {},
) {
  function describe<Verb extends Method, Path extends string, Own extends Described>(
    method: Verb,
    path: Path,
    own: Own,
  ): Call<Verb, Path, Own, Check>;
  function describe(method: Method, path: string, described: Described) {
    const { problems: ofCall = [], responses, deprecated, description, ...own } = described;
    const { problems: ofAccess = [] } = access;
    const codes = [...ofAccess, ...ofCall];
    const middleware = own.middleware ?? access.middleware;
    const announce = announcement(`${DOCS_PATH}#${callId(method, path)}`, deprecated, responses);
    const text = [description, deprecated && deprecationText(deprecated)].filter(Boolean).join(" ");
    return {
      method,
      path,
      tags: [tag],
      security: access.security ?? (codes.includes("SessionRequired") ? WITH_SESSION : OPEN_TO_ALL),
      ...own,
      ...(text && { description: text }),
      ...(deprecated && { deprecated: true }),
      ...(announce ? { middleware: [announce, middleware ?? []].flat() } : middleware && { middleware }),
      responses: { ...responses, ...problems(...codes) },
    };
  }
  const of =
    <Verb extends Method>(method: Verb) =>
    <Path extends string, Own extends Described>(path: Path, own: Own) =>
      describe(method, path, own);
  return { get: of("get"), post: of("post"), put: of("put"), patch: of("patch"), delete: of("delete") };
}
