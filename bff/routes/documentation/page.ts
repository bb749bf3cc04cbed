/** The page that shows the OpenAPI document to people: one HTML answer of our own that fetches nothing from elsewhere and runs no script. */
import { html, raw } from "hono/html";
import { REASONS } from "../../http/problem-reasons.ts";
import { callSection } from "./call-section.ts";
import { type Call, callersOf, callsOf, type OpenApiDocument } from "./document-parts.ts";
import { CHAPTERS, introduction } from "./introduction.ts";
import { type Html, prose, row, table } from "./markup.ts";
import { fields } from "./schema-tables.ts";
import { documentationStyle } from "./style.ts";

export function documentationPage(document: OpenApiDocument): Html {
  const { title, description, version } = document.info;
  const schemas = document.components?.schemas ?? {};
  const calls = callsOf(document);
  const tags = [...new Set(calls.map(({ tag }) => tag))];
  const tagged = (tag: string) => calls.filter((call) => call.tag === tag);
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
<a class="skip" href="#start">Skip the contents</a>
<header>
<h1>${title}</h1>
<p class="lead">${prose(description)}</p>
<p>Version ${version} · <a href="/api/openapi.json">OpenAPI 3.1 document</a> · <a href="/">Back to the site</a></p>
</header>
<div class="columns">
<nav aria-label="Contents" tabindex="0"><details class="contents"><summary>Contents</summary>
<ul class="chapters">${Object.entries(CHAPTERS).map(([id, name]) => entry(id, name))}
<li><a href="#live">Live messages</a></li><li><a href="#problems">All errors</a></li></ul>
<h2>For programs</h2><ul>${calls.filter(({ operation }) => callersOf(operation).scope).map(contentsEntry)}</ul>
<h2>All calls</h2>${tags.map((tag) => html`<details><summary>${tag}</summary><ul>${tagged(tag).map(contentsEntry)}</ul></details>`)}
</details></nav>
<main>
${introduction(document.servers?.[0]?.url ?? "")}
${tags.map((tag) => html`<h2 class="tag">${tag}</h2>${tagged(tag).map((call) => callSection(call, schemas))}\n`)}
<section id="live"><h2>Live messages</h2><p>Connect to <code>/ws</code> on the same host and send
<code>{"type":"subscribe_room","roomId":3}</code>. Each change of that room's hours is sent once, only to its subscribers.</p>
${["SubscribeRoom", "LiveMessage", "LiveError"].map((name) => html`<h3>${name}</h3>${fields(schemas[name], schemas)}`)}</section>
<section id="problems"><h2>All errors</h2><p>Every error is <code>application/problem+json</code> (RFC 9457) with
<code>message</code>, <code>code</code>, <code>requestId</code> and, where fields are at fault, <code>errors</code>. Its <code>type</code> links to this page.</p>
${table(
  ["Code", "Status", "Message"],
  Object.entries(REASONS).map(([code, { status, message }]) =>
    row([html`<code>${code}</code>`, status, message], code),
  ),
)}</section>
</main>
</div>
</body>
</html>
`;
}

const entry = (id: string, name: string): Html => html`<li><a href="#${id}">${name}</a></li>`;

const contentsEntry = ({ id, method, path, operation }: Call): Html =>
  html`<li><a href="#${id}">${operation.summary}</a> <code>${method} ${path}</code></li>`;
