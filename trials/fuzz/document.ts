/** Reads the API's own document for the fuzz: its operations, what each takes, and what each promises to answer. */
import { z } from "zod";

/** The part of JSON Schema that the document uses. */
export interface JsonSchema {
  $ref?: string | undefined;
  type?: string | string[] | undefined;
  enum?: unknown[] | undefined;
  anyOf?: JsonSchema[] | undefined;
  properties?: Record<string, JsonSchema> | undefined;
  required?: string[] | undefined;
  additionalProperties?: unknown;
  items?: JsonSchema | undefined;
  examples?: unknown[] | undefined;
  format?: string | undefined;
  pattern?: string | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  exclusiveMinimum?: number | undefined;
}

const Schema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.looseObject({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    enum: z.array(z.unknown()).optional(),
    anyOf: z.array(Schema).optional(),
    properties: z.record(z.string(), Schema).optional(),
    required: z.array(z.string()).optional(),
    items: Schema.optional(),
    examples: z.array(z.unknown()).optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    exclusiveMinimum: z.number().optional(),
  }),
);

const Content = z.record(z.string(), z.object({ schema: Schema.optional() }));

const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z
          .array(
            z.object({
              in: z.enum(["path", "query", "header", "cookie"]),
              name: z.string(),
              required: z.boolean().optional(),
              schema: Schema,
            }),
          )
          .default([]),
        requestBody: z.object({ content: Content }).optional(),
        responses: z.record(z.string(), z.object({ description: z.string(), content: Content.optional() })),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), Schema) }),
});

export interface Parameter {
  in: "path" | "query" | "header" | "cookie";
  name: string;
  required: boolean;
  schema: JsonSchema;
}

/** What an operation documents for one status. */
interface Promised {
  /** By content type; null if the document does not describe the body. */
  bodies: Map<string, z.ZodType | null>;
  /** The codes of the problems with this status; empty for success. */
  codes: Set<string>;
}

export interface Operation {
  /** `PATCH /api/staff/{id}/deactivate` */
  name: string;
  method: string;
  path: string;
  parameters: Parameter[];
  /** Null if no body is described; an empty schema if there is a body without a described shape. */
  body: JsonSchema | null;
  /** Whether the body is a form with files rather than JSON. */
  takesForm: boolean;
  /** By status. `default` is left out: every answer must be documented by its status. */
  answers: Map<number, Promised>;
}

const CODE = /`([A-Z]\w+)`/g;

/** Reads `/api/openapi.json`. Throws if it does not have the shape that our routes make. */
export function operationsOf(json: unknown): Operation[] {
  const { paths, components } = Document.parse(json);

  function resolved(schema: JsonSchema): JsonSchema {
    if (schema.$ref !== undefined) {
      const target = components.schemas[schema.$ref.replace("#/components/schemas/", "")];
      if (!target) throw new Error(`The document does not hold ${schema.$ref}`);
      return resolved(target);
    }
    const { properties, items, anyOf } = schema;
    return {
      ...schema,
      ...(properties ? { properties: mapValues(properties, resolved) } : {}),
      ...(items ? { items: resolved(items) } : {}),
      ...(anyOf ? { anyOf: anyOf.map(resolved) } : {}),
    };
  }

  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody, responses }]): Operation => {
      const [described] = Object.values(requestBody?.content ?? {});
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        parameters: parameters.map((parameter) => ({
          ...parameter,
          required: parameter.required ?? parameter.in === "path",
          schema: resolved(parameter.schema),
        })),
        body: described ? resolved(described.schema ?? {}) : null,
        takesForm: requestBody?.content["multipart/form-data"] !== undefined,
        answers: new Map(
          Object.entries(responses)
            .filter(([status]) => status !== "default")
            .map(([status, { description, content }]) => [
              Number(status),
              {
                bodies: new Map(
                  Object.entries(content ?? {}).map(([type, { schema }]) => [
                    type,
                    schema ? checkOf(closed(resolved(schema))) : null,
                  ]),
                ),
                codes: new Set([...description.matchAll(CODE)].map(([, code]) => code ?? "")),
              },
            ]),
        ),
      };
    }),
  );
}

function checkOf(schema: JsonSchema): z.ZodType {
  // The interface above is a part of zod's JSON schema type; its keywords are plain strings here.
  return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
}

/** A field that the document does not name is a leak: no object may have more fields than it documents. */
function closed(schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf } = schema;
  return {
    ...schema,
    ...(properties
      ? {
          properties: mapValues(properties, closed),
          additionalProperties: schema.additionalProperties ?? false,
        }
      : {}),
    ...(items ? { items: closed(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(closed) } : {}),
  };
}

const mapValues = <In, Out>(record: Record<string, In>, change: (value: In) => Out): Record<string, Out> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
