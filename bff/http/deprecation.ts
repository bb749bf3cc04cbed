/** Announces what is going to end: in the document's words, and in the headers of answers (decision 317). */
import type { RouteConfig } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { z } from "zod";

/** Days are `YYYY-MM-DD` in UTC. */
export interface Deprecation {
  /** The day from which on it should no longer be used. */
  since: string;
  /** The day on which it ends, at midnight; left out while none is set. */
  sunset?: string;
  /** What to use instead, as a sentence. */
  instead: string;
}

const deprecatedFields = new WeakMap<z.core.$ZodType, Deprecation>();

/** Marks a field of an answer: the document says so, and every call that answers with the field sends the headers. */
export function deprecatedField<Schema extends z.ZodType>(schema: Schema, deprecation: Deprecation): Schema {
  const { description, ...meta } = schema.meta() ?? {};
  const text = [description, deprecationText(deprecation)].filter(Boolean).join(". ");
  const marked = schema.meta({ ...meta, description: text, deprecated: true });
  deprecatedFields.set(marked, deprecation);
  return marked;
}

export function deprecationText({ since, sunset, instead }: Deprecation): string {
  return `Deprecated since ${since}${sunset ? `, ends on ${sunset}` : ""}. ${instead}`;
}

/**
 * Sends `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a link to `page` with every answer of a call that is deprecated, or that answers
 * with a deprecated field; the earliest days count. Null for all other calls.
 */
export function announcement(
  page: string,
  call: Deprecation | undefined,
  responses: RouteConfig["responses"],
): MiddlewareHandler | null {
  const found = [...(call ? [call] : []), ...schemasOf(responses).flatMap(deprecationsIn)];
  const [since] = found.map((one) => one.since).sort();
  const [sunset] = found.flatMap((one) => one.sunset ?? []).sort();
  if (since === undefined) return null;
  const headers = {
    Deprecation: `@${new Date(since).getTime() / 1000}`,
    ...(sunset === undefined ? {} : { Sunset: new Date(sunset).toUTCString() }),
    Link: `<${page}>; rel="deprecation"; type="text/html"`,
  };
  return async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  };
}

const schemasOf = (responses: RouteConfig["responses"]): z.ZodType[] =>
  Object.values(responses)
    .flatMap((response) => ("content" in response ? Object.values(response.content ?? {}) : []))
    .flatMap((media) =>
      media && "schema" in media && media.schema instanceof z.ZodType ? [media.schema] : [],
    );

function deprecationsIn(schema: z.core.$ZodType): Deprecation[] {
  const own = deprecatedFields.get(schema);
  return [...(own ? [own] : []), ...partsOf(schema).flatMap(deprecationsIn)];
}

function partsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodObject) return Object.values(schema.shape);
  if (schema instanceof z.ZodArray) return [schema.element];
  if (schema instanceof z.ZodUnion) return schema.options;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return [schema.unwrap()];
  return [];
}
