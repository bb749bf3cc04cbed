/** The page that shows the OpenAPI document to people: one HTML answer of our own that fetches nothing from elsewhere. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import { html, raw } from "hono/html";
import type { BffEnv } from "../../http/hono-env.ts";
import { REASONS } from "../../http/problem-reasons.ts";
import { documentationStyle } from "./style.ts";

export type OpenApiDocument = ReturnType<OpenAPIHono<BffEnv>["getOpenAPI31Document"]>;
export type Html = ReturnType<typeof html>;

type Paths = NonNullable<OpenApiDocument["paths"]>;
type Operation = NonNullable<Paths[string]["get"]>;
type Schemas = NonNullable<NonNullable<OpenApiDocument["components"]>["schemas"]>;
type Schema = Schemas[string];
type Parameter = NonNullable<Operation["parameters"]>[number];
type Cell = Html | string | number;

interface Call {
  id: string;
  method: string;
  path: string;
  tag: string;
  operation: Operation;
}

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

export function documentationPage(document: OpenApiDocument): Html {
  const { title, description, version } = document.info;
  const schemas = document.components?.schemas ?? {};
  const calls = callsOf(document);
  const tags = [...new Set(calls.map(({ tag }) => tag))];
  const tagged = (tag: string, show: (call: Call) => Html) =>
    calls.filter((call) => call.tag === tag).map(show);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${raw(documentationStyle)}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p class="lead">${prose(description)}</p>
<p>Version ${version} · <a href="/api/openapi.json">OpenAPI 3.1 document</a> · <a href="/">Back to the site</a></p>
</header>
<nav aria-label="Calls">${tags.map((tag) => html`<h2>${tag}</h2><ul>${tagged(tag, contentsEntry)}</ul>`)}
<h2>More</h2><ul><li><a href="#live">Live messages</a></li><li><a href="#problems">Problems</a></li></ul></nav>
<main>
<p>Fields and parameters with * are required.</p>
${tags.map((tag) => html`<h2>${tag}</h2>${tagged(tag, (call) => section(call, schemas))}\n`)}
<h2 id="live">Live messages</h2><section><p>Connect to <code>/ws</code> on the same host and send
<code>{"type":"subscribe_room","roomId":3}</code>. Each change of that room's hours is sent once, only to its subscribers.</p>
${["SubscribeRoom", "LiveMessage", "LiveError"].map((name) => html`<h3>${name}</h3>${fields(schemas[name], schemas)}`)}</section>
<h2 id="problems">Problems</h2><section><p>Every error is <code>application/problem+json</code> (RFC 9457) with
<code>message</code>, <code>code</code>, <code>requestId</code> and, where fields are at fault, <code>errors</code>. Its <code>type</code> links to this page.</p>
${table(
  ["Code", "Status", "Message"],
  Object.entries(REASONS).map(([code, { status, message }]) =>
    row([html`<code>${code}</code>`, status, message], code),
  ),
)}</section>
</main>
</body>
</html>
`;
}

const callsOf = ({ paths }: OpenApiDocument): Call[] =>
  Object.entries(paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      const id = [method, ...path.split(/\W+/).filter(Boolean)].join("-");
      return operation ? [{ id, method, path, operation, tag: operation.tags?.[0] ?? "Other" }] : [];
    }),
  );

const contentsEntry = ({ id, method, path, operation }: Call): Html =>
  html`<li><a href="#${id}"><code>${method.toUpperCase()} ${path}</code></a> ${operation.summary}</li>`;

function section({ id, method, path, operation }: Call, schemas: Schemas): Html {
  const { parameters = [], requestBody, summary, description } = operation;
  const body = requestBody && "content" in requestBody && requestBody.content["application/json"]?.schema;
  return html`<section id="${id}">
<h3><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></h3>
<p><strong>${summary}.</strong> ${prose(description)}</p>
${parameters.length > 0 && html`<h4>Parameters</h4>${table(["Name", "In", "Type", "Meaning"], parameters.map(parameterRow))}`}
${body && html`<h4>Body</h4>${fields(body, schemas)}`}
<h4>Answers</h4>${answers(operation, schemas)}
</section>`;
}

function parameterRow(parameter: Parameter): Html {
  if ("$ref" in parameter) return row([parameter.$ref, "", "", ""]);
  const { name, required, schema, description } = parameter;
  const meaning = description ?? (schema && meaningOf(schema));
  return row([fieldName(name, required), parameter.in, schema ? typeName(schema) : "", prose(meaning)]);
}

const answers = ({ responses }: Operation, schemas: Schemas): Html[] =>
  Object.entries(responses ?? {})
    .filter(([status]) => status !== "default")
    .map(([status, response]) => {
      const schema = "content" in response && response.content?.["application/json"]?.schema;
      const shape =
        schema && html`<details><summary>${typeName(schema)}</summary>${fields(schema, schemas)}</details>`;
      const description = "description" in response ? response.description : undefined;
      return html`<div class="answer"><span class="status">${status}</span><div>${prose(description)}${shape}</div></div>`;
    });

/** The fields of an object (or of a list's items) as a table. */
function fields(schema: Schema | undefined, schemas: Schemas): Html | "" {
  const object = schema && "$ref" in schema ? schemas[nameIn(schema.$ref)] : schema;
  if (!object || "$ref" in object) return "";
  if ("items" in object && object.items) return fields(object.items, schemas);
  if (!object.properties) return "";
  const rows = Object.entries(object.properties).map(([name, property]) =>
    row([fieldName(name, object.required?.includes(name)), typeName(property), prose(meaningOf(property))]),
  );
  return table(["Field", "Type", "Meaning"], rows);
}

const nameIn = (reference: string): string => reference.split("/").at(-1) ?? "";

const fieldName = (name: string, required = false): Html => html`<code>${name}</code>${required && " *"}`;

/** The rest of a schema's description: its text, its limits, its default, an example. */
function meaningOf(schema: Schema): string {
  if ("$ref" in schema) return "";
  const { description, maxLength, default: without, examples } = schema;
  const example = schema.enum ? undefined : examples?.[0];
  return [
    description,
    maxLength === undefined ? undefined : `at most ${maxLength} characters`,
    without === undefined ? undefined : `\`${JSON.stringify(without)}\` when left out`,
    example === undefined ? undefined : `such as \`${JSON.stringify(example)}\``,
  ]
    .filter((part) => part !== undefined)
    .join("; ");
}

function typeName(schema: Schema): string {
  if ("$ref" in schema) return nameIn(schema.$ref);
  if ("enum" in schema && schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if ("anyOf" in schema && schema.anyOf) return [...new Set(schema.anyOf.map(typeName))].join(" or ");
  if ("items" in schema && schema.items) return `list of ${typeName(schema.items)}`;
  const types = [schema.type ?? []].flat().join(" or ");
  return schema.format ? `${types} (${schema.format})` : types;
}

const row = (cells: readonly Cell[], id?: string): Html =>
  html`<tr${id && html` id="${id}"`}>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;

const table = (heads: readonly string[], rows: readonly Html[]): Html =>
  html`<div class="scroll" tabindex="0"><table><thead><tr>${heads.map((head) => html`<th>${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;

/** Text with `code` in backticks, and two blanks before a line's end for a break. */
const prose = (text = ""): Html =>
  html`${text.split(/(`[^`]+`| {2}\n)/).map((part) => {
    if (part === "  \n") return html`<br>`;
    return /^`.+`$/.test(part) ? html`<code>${part.slice(1, -1)}</code>` : part;
  })}`;
