/** Shows the document's schemas to people: the fields of an object as a table, and the name of a type. */

import { html } from "hono/html";
import { nameIn, type Schema, type Schemas } from "./document-parts.ts";
import { type Cell, type Html, prose, row, table } from "./markup.ts";

/** The fields of an object (or of a list's items) as a table. */
export function fields(schema: Schema | undefined, schemas: Schemas): Html | "" {
  const object = schema && "$ref" in schema ? schemas[nameIn(schema.$ref)] : schema;
  if (!object || "$ref" in object) return "";
  if ("items" in object && object.items) return fields(object.items, schemas);
  if (!object.properties) return "";
  const rows = Object.entries(object.properties).map(([name, property]) =>
    row(fieldCells(name, property, object.required?.includes(name))),
  );
  return table(["Field", "Type", "Meaning"], rows);
}

const fieldCells = (name: string, property: Schema, required: boolean | undefined): Cell[] => [
  fieldName(name, required, "deprecated" in property && property.deprecated),
  typeName(property),
  prose(meaningOf(property)),
];

export const fieldName = (name: string, required = false, deprecated: boolean | undefined = false): Html =>
  html`<code>${name}</code>${required && html` <abbr title="required">*</abbr>`}${deprecated && html` <span class="mark">deprecated</span>`}`;

const MANY = 2 ** 30;

/** The rest of a schema's description: its text, its limits, its default, an example. */
export function meaningOf(schema: Schema): string {
  if ("$ref" in schema) return "";
  const { description, minimum, maximum, maxLength, default: without, examples } = schema;
  const example = schema.enum ? undefined : examples?.[0];
  return [
    description,
    // Beyond it a number is no longer exact: no limit of the call's own.
    maximum === undefined || maximum >= MANY ? undefined : `${minimum ?? 0} to ${maximum}`,
    maxLength === undefined ? undefined : `at most ${maxLength} characters`,
    without === undefined ? undefined : `\`${JSON.stringify(without)}\` when left out`,
    example === undefined ? undefined : `such as \`${JSON.stringify(example)}\``,
  ]
    .filter((part) => part !== undefined)
    .join("; ");
}

export function typeName(schema: Schema): string {
  if ("$ref" in schema) return nameIn(schema.$ref);
  if ("enum" in schema && schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if ("anyOf" in schema && schema.anyOf) return [...new Set(schema.anyOf.map(typeName))].join(" or ");
  if ("items" in schema && schema.items) return `list of ${typeName(schema.items)}`;
  const types = [schema.type ?? []].flat().join(" or ");
  return schema.format ? `${types} (${schema.format})` : types;
}
