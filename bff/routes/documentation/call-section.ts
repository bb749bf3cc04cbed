/** The part of the documentation page about one call: who may make it, what it takes and answers, and an example. */
import { html } from "hono/html";
import type { CodeSample } from "./code-samples.ts";
import {
  type Call,
  callersOf,
  jsonSchemaOf,
  type Operation,
  type Parameter,
  type Schemas,
} from "./document-parts.ts";
import { codeBlock, type Html, prose, row, table } from "./markup.ts";
import { fieldName, fields, meaningOf, typeName } from "./schema-tables.ts";

type Response = NonNullable<Operation["responses"]>[string];

export function callSection({ id, method, path, operation }: Call, schemas: Schemas): Html {
  const { parameters = [], requestBody, summary, description, deprecated } = operation;
  const body = jsonSchemaOf(requestBody);
  const responses = Object.entries(operation.responses ?? {}).filter(([status]) => status !== "default");
  const accepted = responses.filter(([status]) => Number(status) < 400);
  const refused = responses.filter(([status]) => Number(status) >= 400);
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><a class="anchor" href="#${id}"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></a></h3>
<p><strong>${summary}.</strong> ${prose(description)}</p>
<p class="callers">${deprecated && html`<span class="mark">deprecated</span> `}${callers(operation)}</p>
${parameters.length > 0 && html`<h4>Parameters</h4>${table(["Name", "In", "Type", "Meaning"], parameters.map(parameterRow))}`}
${body && html`<h4>Body</h4>${fields(body, schemas)}`}
<h4>Answers</h4>${accepted.map(([status, response]) => answer(status, response, schemas))}
<details><summary>Example</summary>${example(operation, accepted)}</details>
<details><summary>Errors (${refused.map(([status]) => status).join(", ")})</summary>${refused.map(([status, response]) => answer(status, response, schemas))}</details>
</section>`;
}

function callers(operation: Operation): Html {
  const { session, scope } = callersOf(operation);
  if (scope) return html`A <a href="#tokens">token</a> with <code>${scope}</code>, or a session of staff`;
  return session
    ? html`A session: for the pages of the site. No token opens it`
    : html`Open to all, without a token`;
}

function parameterRow(parameter: Parameter): Html {
  if ("$ref" in parameter) return row([parameter.$ref, "", "", ""]);
  const { name, required, schema, description, deprecated } = parameter;
  const meaning =
    schema && !("$ref" in schema)
      ? meaningOf({ ...(description ? { description } : {}), ...schema })
      : description;
  return row([
    fieldName(name, required, deprecated),
    parameter.in,
    schema ? typeName(schema) : "",
    prose(meaning),
  ]);
}

function answer(status: string, response: Response, schemas: Schemas): Html {
  const schema = jsonSchemaOf(response);
  const shape =
    schema && html`<details><summary>${typeName(schema)}</summary>${fields(schema, schemas)}</details>`;
  const description = "description" in response ? response.description : undefined;
  return html`<div class="answer"><span class="status">${status}</span><div>${prose(description)}${shape}</div></div>`;
}

function example(operation: Operation, accepted: readonly (readonly [string, Response])[]): Html {
  const samples: CodeSample[] = operation["x-codeSamples"] ?? [];
  const [first] = accepted;
  const content = first && "content" in first[1] ? first[1].content?.["application/json"] : undefined;
  return html`${samples.map(({ label, source }) => codeBlock(label, source))}${
    content && codeBlock(`Answer: ${first?.[0]}`, JSON.stringify(content.example, null, 2))
  }`;
}
