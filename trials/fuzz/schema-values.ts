/** Draws values that a schema of the document accepts, as JSON text: its own examples and limits, and known values for the field's name. */
import fc from "fast-check";
import type { JsonSchema } from "./document.ts";

/** Known values for a field's name at this moment (booking numbers, emails, tokens…); empty if there are none. */
export type Known = (name: string) => readonly (string | number)[];

const MOST_TEXT = 60;

/** Draws a value that the schema accepts, as far as the document tells. `name` is the field's, for which better values may be known. */
export function acceptable(schema: JsonSchema, name: string, known: Known): fc.Arbitrary<string> {
  const ofSchema = bySchema(schema, name, known);
  // Looked up when the value is drawn, not before: bookings and tokens are added during the fuzz.
  return fc.tuple(fc.nat({ max: 9 }), fc.nat(), ofSchema).map(([dice, place, own]) => {
    const values = known(name);
    return dice === 0 || values.length === 0 ? own : JSON.stringify(values[place % values.length]);
  });
}

function bySchema(schema: JsonSchema, name: string, known: Known): fc.Arbitrary<string> {
  const { anyOf, examples, type } = schema;
  if (schema.enum) return fc.constantFrom(...schema.enum).map(asJson);
  if (anyOf) return fc.oneof(...anyOf.map((one) => bySchema(one, name, known)));
  const types = Array.isArray(type) ? type : [type ?? "any"];
  const ofTypes = types.map((one) => ofType(one, schema, known));
  if (!examples || examples.length === 0) return fc.oneof(...ofTypes);
  return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...examples).map(asJson) }, ...ofTypes);
}

function ofType(type: string, schema: JsonSchema, known: Known): fc.Arbitrary<string> {
  switch (type) {
    case "null":
      return fc.constant("null");
    case "boolean":
      return fc.boolean().map(asJson);
    case "integer":
      return wholeNumber(schema).map(asJson);
    case "number":
      return fc.oneof(wholeNumber(schema), fc.double({ min: 0, max: 10_000, noNaN: true })).map(asJson);
    case "string":
      return text(schema).map(asJson);
    case "array":
      return fc
        .array(acceptable(schema.items ?? {}, "", known), { maxLength: 4 })
        .map((items) => `[${items.join(",")}]`);
    case "object":
      return fieldsOf(schema, known).map(objectText);
    default:
      return fc.json({ maxDepth: 2 });
  }
}

function wholeNumber({ minimum, exclusiveMinimum, maximum }: JsonSchema): fc.Arbitrary<number> {
  const least = Math.ceil(minimum ?? (exclusiveMinimum === undefined ? -1_000 : exclusiveMinimum + 1));
  const most = Math.floor(Math.min(maximum ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER));
  return fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: least, max: Math.min(most, least + 20) }) },
    { weight: 1, arbitrary: fc.constantFrom(least, most) },
    { weight: 1, arbitrary: fc.integer({ min: least, max: most }) },
  );
}

function text({ format, pattern, minLength = 0, maxLength = MOST_TEXT }: JsonSchema): fc.Arbitrary<string> {
  const instants = fc
    .date({ min: new Date("2026-01-01"), max: new Date("2027-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString());
  if (format === "date") return instants.map((instant) => instant.slice(0, 10));
  if (format === "date-time") return instants;
  if (format === "email") return fc.emailAddress();
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const most = Math.max(minLength, Math.min(maxLength, MOST_TEXT));
  return fc.string({ unit: "grapheme", minLength, maxLength: most });
}

/** A field and its value as JSON text. */
export type Field = readonly [name: string, json: string];

/** Every required field, and some of the others. */
export function fieldsOf(schema: JsonSchema, known: Known): fc.Arbitrary<Field[]> {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    fc
      .tuple(acceptable(property, name, known), fc.boolean())
      .map(([value, kept]): Field[] => (kept || required.has(name) ? [[name, value]] : [])),
  );
  return fc.tuple(...fields).map((all) => all.flat());
}

export const objectText = (fields: readonly Field[]): string =>
  `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`;

const asJson = (value: unknown): string => JSON.stringify(value);
