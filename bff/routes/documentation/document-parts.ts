/** The parts of the OpenAPI document that its examples and its page read. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { BffEnv } from "../../http/hono-env.ts";
import { callId } from "../../http/openapi.ts";

export type OpenApiDocument = ReturnType<OpenAPIHono<BffEnv>["getOpenAPI31Document"]>;
type Paths = NonNullable<OpenApiDocument["paths"]>;
export type Operation = NonNullable<Paths[string]["get"]>;
export type Schemas = NonNullable<NonNullable<OpenApiDocument["components"]>["schemas"]>;
export type Schema = Schemas[string];
export type Parameter = NonNullable<Operation["parameters"]>[number];

/** One call of the document. */
export interface Call {
  /** Its place on the page. */
  id: string;
  /** In capitals. */
  method: string;
  path: string;
  tag: string;
  operation: Operation;
}

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

export const callsOf = ({ paths }: OpenApiDocument): Call[] =>
  Object.entries(paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      const tag = operation?.tags?.[0] ?? "Other";
      return operation
        ? [{ id: callId(method, path), method: method.toUpperCase(), path, operation, tag }]
        : [];
    }),
  );

export const nameIn = (reference: string): string => reference.split("/").at(-1) ?? "";

/** What a call asks of its caller: nothing, a session of a user, or a token with a scope, or one of both. */
export function callersOf({ security = [] }: Operation): { session: boolean; scope: string | undefined } {
  return {
    session: security.some((one) => one.session),
    scope: security.flatMap((one) => one.token ?? []).at(0),
  };
}

/** The schema of a JSON body or answer. */
export function jsonSchemaOf(part: unknown): Schema | undefined {
  const content = (part as Operation["requestBody"] & { content?: Record<string, { schema?: Schema }> })
    ?.content;
  return content?.["application/json"]?.schema;
}
