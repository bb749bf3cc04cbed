/** Writes a JSON value in the one form in which it is hashed: RFC 8785 (JCS), in which equal values are equal bytes. */

const LONE_SURROGATE = /\p{Surrogate}/u;

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/**
 * Members are sorted by their names' UTF-16 code units, without blanks, with numbers and texts as ECMAScript writes
 * them. Throws on what no JSON text can contain: a number that is not finite, a lone surrogate. jsonb values of the
 * database contain neither.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new Error(`${value} has no canonical form`);
  }
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members: string[] = [];
  for (const name of Object.keys(value).sort()) {
    const member = value[name];
    if (member !== undefined) members.push(`${quoted(name)}:${canonicalJson(member)}`);
  }
  return `{${members.join(",")}}`;
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value);

/** ECMAScript writes a lone surrogate as an escape, so the text is checked only if the result contains such an escape. */
function quoted(text: string): string {
  const json = JSON.stringify(text);
  if (json.includes("\\ud") && LONE_SURROGATE.test(text)) {
    throw new Error("a text with a lone surrogate has no canonical form");
  }
  return json;
}
