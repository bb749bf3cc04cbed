/** Owns what an event type is: its name, its current schema version, its zod schema, and how older versions are upcast. */
import type { z } from "zod";

/** Lifts the data of one schema version to the next; pure. */
export type Upcast = (data: Record<string, unknown>) => Record<string, unknown>;

export interface EventDefinition<Type extends string, Schema extends z.ZodType> {
  type: Type;
  /** The version that is written; data of version n < schemaVersion passes upcasts[n - 1], upcasts[n], … when read. */
  schemaVersion: number;
  schema: Schema;
  upcasts: readonly Upcast[];
}

export type AnyEventDefinition = EventDefinition<string, z.ZodType>;

export function defineEvent<Type extends string, Schema extends z.ZodType>(
  type: Type,
  schema: Schema,
  upcasts: readonly Upcast[] = [],
): EventDefinition<Type, Schema> {
  return { type, schemaVersion: upcasts.length + 1, schema, upcasts };
}

/** The event a definition stands for: its type with its data. */
export type EventOf<D> =
  D extends EventDefinition<infer Type, infer Schema> ? { type: Type; data: z.infer<Schema> } : never;

/** Checks data as it lies in the log against its definition, upcasting older versions; throws on data no version explains. */
export function readEventData(definition: AnyEventDefinition, schemaVersion: number, data: unknown): unknown {
  if (schemaVersion > definition.schemaVersion) {
    throw new Error(
      `${definition.type} v${schemaVersion} was written by newer code; this code knows v${definition.schemaVersion}`,
    );
  }
  let current = data;
  for (const upcast of definition.upcasts.slice(schemaVersion - 1)) {
    current = upcast(current as Record<string, unknown>); // the log's data is always a JSON object
  }
  return definition.schema.parse(current);
}
