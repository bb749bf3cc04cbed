/** Owns the page that shows the OpenAPI document to people: one HTML answer of our own, with nothing fetched from elsewhere. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { BffEnv } from "../../http/hono-env.ts";
import { REASONS } from "../../http/problem-reasons.ts";
import { documentationStyle } from "./documentation-style.ts";

export type OpenApiDocument = ReturnType<OpenAPIHono<BffEnv>["getOpenAPI31Document"]>;

type Paths = NonNullable<OpenApiDocument["paths"]>;
type Operation = NonNullable<Paths[string]["get"]>;
type Schemas = NonNullable<NonNullable<OpenApiDocument["components"]>["schemas"]>;
type Schema = Schemas[string];
type Parameter = NonNullable<Operation["parameters"]>[number];

interface Call {
  method: string;
  path: string;
  operation: Operation;
}

const METHODS = ["get", "post", "patch", "delete"] as const;

export function documentationPage(document: OpenApiDocument): string {
  const calls = callsOf(document);
  const tags = [...new Set(calls.map((call) => call.operation.tags?.[0] ?? "Other"))];
  const { title, description = "", version } = document.info;
  const tagged = (tag: string) => calls.filter((call) => (call.operation.tags?.[0] ?? "Other") === tag);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${documentationStyle}</style>
</head>
<body>
<header>
<h1>${escaped(title)}</h1>
<p class="lead">${prose(description)}</p>
<p>Version ${escaped(version)} · <a href="/api/openapi.json">OpenAPI 3.1 document</a> · <a href="/">Back to the site</a></p>
</header>
<nav aria-label="Calls">${tags.map((tag) => contents(tag, tagged(tag))).join("")}
<h2>More</h2><ul><li><a href="#live">Live messages</a></li><li><a href="#problems">Problems</a></li></ul></nav>
<main>
<p>Fields and parameters with * are required.</p>
${tags
  .map(
    (tag) =>
      `<h2>${escaped(tag)}</h2>${tagged(tag)
        .map((call) => section(call, document))
        .join("")}`,
  )
  .join("\n")}
${live(document)}
${problemTable()}
</main>
</body>
</html>
`;
}

function callsOf(document: OpenApiDocument): Call[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method: method.toUpperCase(), path, operation }] : [];
    }),
  );
}

const anchor = ({ method, path }: Call): string =>
  [method.toLowerCase(), ...path.split(/\W+/).filter(Boolean)].join("-");

function contents(tag: string, calls: readonly Call[]): string {
  const items = calls.map(
    (call) =>
      `<li><a href="#${anchor(call)}"><code>${call.method} ${escaped(call.path)}</code></a> ${escaped(call.operation.summary ?? "")}</li>`,
  );
  return `<h2>${escaped(tag)}</h2><ul>${items.join("")}</ul>`;
}

function section(call: Call, document: OpenApiDocument): string {
  const { operation } = call;
  const parameters = operation.parameters ?? [];
  const body = operation.requestBody;
  const bodySchema = body && "content" in body ? body.content["application/json"]?.schema : undefined;
  return `<section id="${anchor(call)}">
<h3><span class="method ${call.method.toLowerCase()}">${call.method}</span> <code>${escaped(call.path)}</code></h3>
<p><strong>${escaped(operation.summary ?? "")}.</strong> ${prose(operation.description ?? "")}</p>
${parameters.length > 0 ? `<h4>Parameters</h4>${table(["Name", "In", "Type", "Meaning"], parameters.map(parameterRow))}` : ""}
${bodySchema ? `<h4>Body</h4>${fields(bodySchema, document)}` : ""}
<h4>Answers</h4>${answers(operation, document)}
</section>`;
}

function parameterRow(parameter: Parameter): string[] {
  if ("$ref" in parameter) return [escaped(parameter.$ref), "", "", ""];
  const { name, required, schema, description } = parameter;
  return [
    `<code>${escaped(name)}</code>${required ? " *" : ""}`,
    parameter.in,
    schema ? typeName(schema) : "",
    prose(description ?? (schema ? meaningOf(schema) : "")),
  ];
}

function answers(operation: Operation, document: OpenApiDocument): string {
  return Object.entries(operation.responses ?? {})
    .filter(([status]) => status !== "default")
    .map(([status, response]) => {
      const content = "content" in response ? response.content : undefined;
      const schema = content?.["application/json"]?.schema;
      const description = "description" in response ? response.description : "";
      const shape = schema
        ? `<details><summary>${typeName(schema)}</summary>${fields(schema, document)}</details>`
        : "";
      return `<div class="answer"><span class="status">${status}</span><div>${prose(description ?? "")}${shape}</div></div>`;
    })
    .join("");
}

function live(document: OpenApiDocument): string {
  const schemas = document.components?.schemas ?? {};
  const shown = ["SubscribeRoom", "LiveMessage", "LiveError"].flatMap((name) => {
    const schema = schemas[name];
    return schema ? [`<h3>${name}</h3>${fields(schema, document)}`] : [];
  });
  return `<h2 id="live">Live messages</h2><section><p>Connect to <code>/ws</code> on the same host and send
<code>{"type":"subscribe_room","roomId":3}</code>. Each change of that room's hours is told once, to its subscribers alone.</p>${shown.join("")}</section>`;
}

function problemTable(): string {
  const rows = Object.entries(REASONS).map(
    ([code, reason]) =>
      `<tr id="${code}"><td><code>${code}</code></td><td>${reason.status}</td><td>${escaped(reason.message)}</td></tr>`,
  );
  return `<h2 id="problems">Problems</h2><section><p>Every error is <code>application/problem+json</code> (RFC 9457) with
<code>message</code>, <code>code</code>, <code>requestId</code> and, where fields are at fault, <code>errors</code>. Its <code>type</code> leads here.</p>
<div class="scroll" tabindex="0"><table><thead><tr><th>Code</th><th>Status</th><th>Message</th></tr></thead><tbody>${rows.join("")}</tbody></table></div></section>`;
}

function resolve(schema: Schema, document: OpenApiDocument): Exclude<Schema, { $ref: string }> | undefined {
  if (!("$ref" in schema)) return schema;
  const target = document.components?.schemas?.[schema.$ref.split("/").at(-1) ?? ""];
  return target && !("$ref" in target) ? target : undefined;
}

/** The fields of an object (or of a list's items) as a table. */
function fields(schema: Schema, document: OpenApiDocument): string {
  const object = resolve(schema, document);
  if (object && "items" in object && object.items) return fields(object.items, document);
  if (!object?.properties) return "";
  const required = new Set(object.required);
  const rows = Object.entries(object.properties).map(([name, property]) => [
    `<code>${escaped(name)}</code>${required.has(name) ? " *" : ""}`,
    typeName(property),
    prose(meaningOf(property)),
  ]);
  return table(["Field", "Type", "Meaning"], rows);
}

/** What a schema says beside its type: its words, how long it may be, what holds without it, an example. */
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
  if ("$ref" in schema) return escaped(schema.$ref.split("/").at(-1) ?? "");
  if ("enum" in schema && schema.enum)
    return escaped(schema.enum.map((value) => JSON.stringify(value)).join(" | "));
  if ("anyOf" in schema && schema.anyOf) return [...new Set(schema.anyOf.map(typeName))].join(" or ");
  if ("items" in schema && schema.items) return `list of ${typeName(schema.items)}`;
  const types = [schema.type ?? []].flat().join(" or ");
  return escaped(schema.format ? `${types} (${schema.format})` : types);
}

function table(heads: readonly string[], rows: readonly string[][]): string {
  const head = heads.map((text) => `<th>${text}</th>`).join("");
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("");
  return `<div class="scroll" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

/** Text with `code` in backticks, and two blanks before a line's end for a break. */
function prose(text: string): string {
  return escaped(text)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replaceAll("  \n", "<br>");
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
