/** Makes example values from schemas: their own examples first, then their limits, then what a field's name says. */
import { nameIn, type Schema, type Schemas } from "./document-parts.ts";

/** By the name of a field whose schema has no example. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  id: 42,
  bookingId: 42,
  roomId: 5,
  slug: "rehearsal-room",
  room: "rehearsal-room",
  roomName: "Rehearsal Room",
  name: "Rehearsal Room",
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.org",
  customerEmail: "ada@example.org",
  phone: "+1 212 555 0101",
  username: "admin",
  password: "correct horse",
  currency: "eur",
  country: "US",
  text: "A piano would be lovely",
  message: "Is there a piano?",
  description: "A bright room with a sprung floor",
  eventType: "Rehearsal",
  year: 2027,
  limit: 20,
  after: 0,
  startDate: "2026-12-15",
  endDate: "2026-12-16",
  date: "2026-12-15",
  day: "2026-12-15",
  open: "09:00",
  close: "22:00",
};

const BY_FORMAT: Readonly<Record<string, unknown>> = {
  date: "2026-12-15",
  "date-time": "2026-12-15T14:00:00.000Z",
  email: "ada@example.org",
  uuid: "5f0c6f9e-6a5b-4f64-9d43-1f0f4a8d3c21",
  uri: "https://example.org",
};

/** `all`: with the fields that may be left out, as in an answer. `name`: the field's. Undefined for a schema that says nothing. */
export function exampleOf(given: Schema, schemas: Schemas, all: boolean, name = ""): unknown {
  const schema = "$ref" in given ? schemas[nameIn(given.$ref)] : given;
  if (!schema || "$ref" in schema) return undefined;
  const {
    examples,
    default: without,
    enum: choices,
    anyOf,
    oneOf,
    items,
    properties,
    required = [],
  } = schema;
  if (examples?.length) return examples[0];
  if (without !== undefined) return without;
  if (choices?.length) return choices[0];
  const [variant] = anyOf ?? oneOf ?? [];
  if (variant) return exampleOf(variant, schemas, all, name);
  if (properties) {
    const shown = Object.entries(properties).filter(([field]) => all || required.includes(field));
    return Object.fromEntries(
      shown.map(([field, property]) => [field, exampleOf(property, schemas, all, field)]),
    );
  }
  const [type] = [schema.type ?? []].flat();
  if (type === "array") return items ? [exampleOf(items, schemas, all, name)] : [];
  if (type === "object") return {};
  if (type === "boolean") return true;
  if (type === "null") return null;
  const isText = type === "string";
  const named = BY_NAME[name];
  if (named !== undefined && (typeof named === "string") === isText) return named;
  if (isText) return BY_FORMAT[schema.format ?? ""] ?? (name || "text");
  return schema.minimum ?? 1;
}
