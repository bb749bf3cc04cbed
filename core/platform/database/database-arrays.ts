/**
 * Converts arrays from and to PostgreSQL for the element types that the product uses. The types are listed here, not
 * read from the server.
 */

interface Element {
  /** PostgreSQL's number (`pg_type.oid`) of the type "array of this". */
  array: number;
  parse(text: string): unknown;
  serialize(value: unknown): string;
}

/** The shape in which postgres.js takes a type. */
interface ArrayType {
  to: number;
  from: number[];
  serialize(values: unknown): unknown;
  parse(literal: string): unknown[];
}

const same = (text: string): string => text;
const instant = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

/** One dimension each; a NULL element is `null`. `parseInt8` also parses a single int8. */
export function arrayTypes(parseInt8: (text: string) => number): Record<string, ArrayType> {
  const elements: Record<string, Element> = {
    bools: { array: 1000, parse: (text) => text === "t", serialize: (value) => (value ? "t" : "f") },
    int2s: { array: 1005, parse: Number, serialize: String },
    int4s: { array: 1007, parse: Number, serialize: String },
    int8s: { array: 1016, parse: parseInt8, serialize: String },
    float8s: { array: 1022, parse: Number, serialize: String },
    oids: { array: 1028, parse: Number, serialize: String },
    numerics: { array: 1231, parse: same, serialize: String },
    xid8s: { array: 271, parse: BigInt, serialize: String },
    names: { array: 1003, parse: same, serialize: String },
    texts: { array: 1009, parse: same, serialize: String },
    varchars: { array: 1015, parse: same, serialize: String },
    uuids: { array: 2951, parse: same, serialize: String },
    venueDays: { array: 1182, parse: same, serialize: String },
    instants: { array: 1185, parse: (text) => new Date(text), serialize: instant },
    jsons: { array: 199, parse: JSON.parse, serialize: JSON.stringify },
    jsonbs: { array: 3807, parse: JSON.parse, serialize: JSON.stringify },
  };
  const types = Object.entries(elements).map(([name, { array, parse, serialize }]) => [
    name,
    {
      to: array,
      from: [array],
      serialize: (values: unknown) => (Array.isArray(values) ? literalOf(values, serialize) : values),
      parse: (literal: string) => elementsOf(literal).map((text) => (text === null ? null : parse(text))),
    } satisfies ArrayType,
  ]);
  return Object.fromEntries(types);
}

/** Every element is quoted, so that no text is taken for NULL, a brace or a comma. */
function literalOf(values: readonly unknown[], serialize: (value: unknown) => string): string {
  const quoted = values.map((value) => {
    if (value === undefined) throw new TypeError("undefined cannot be an element of a PostgreSQL array");
    return value === null ? "NULL" : `"${serialize(value).replace(/["\\]/g, "\\$&")}"`;
  });
  return `{${quoted.join(",")}}`;
}

/** An element in quotes, with `\` before each quote or backslash, or an element without quotes. */
const ELEMENT = /"((?:[^"\\]|\\.)*)"|([^,{}"]+)/gs;

function elementsOf(literal: string): (string | null)[] {
  if (literal.startsWith("{{")) throw new RangeError("arrays of more than one dimension are not supported");
  const elements = literal.slice(1, -1).matchAll(ELEMENT);
  return Array.from(elements, ([, quoted, bare = ""]) =>
    quoted === undefined ? (bare === "NULL" ? null : bare) : quoted.replace(/\\(.)/gs, "$1"),
  );
}
