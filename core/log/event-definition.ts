/** Defines event types: name, current schema version, zod schema, and how older versions are upcast. */
import type { z } from "zod";

/** Converts the data of one schema version to the next; pure. */
export type Upcast = (data: Record<string, unknown>) => Record<string, unknown>;

export interface EventDefinition<Type extends string, Schema extends z.ZodType> {
  type: Type;
  /** The version that is written. Data of version n < schemaVersion passes upcasts[n - 1], upcasts[n], … when read. */
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

/** The event of a definition: its type with its data. */
export type EventOf<D> =
  D extends EventDefinition<infer Type, infer Schema> ? { type: Type; data: z.infer<Schema> } : never;

/** Checks stored data against its definition, after upcasting older versions; throws if the data fits no version. */
export function readEventData(definition: AnyEventDefinition, schemaVersion: number, data: unknown): unknown {
  if (schemaVersion > definition.schemaVersion) {
    throw new Error(
      `${definition.type} v${schemaVersion} was written by newer code; this code knows v${definition.schemaVersion}`,
    );
  }
  let current = data;
  for (const upcast of definition.upcasts.slice(schemaVersion - 1)) {
    current = upcast(current as Record<string, unknown>); // data in the log is always a JSON object
  }
  return definition.schema.parse(current);
}
