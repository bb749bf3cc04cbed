/** The beginning of the documentation page: what holds for every call. */
import { html } from "hono/html";
import { TOKEN_SCOPES, type TokenScope } from "../../contract/open/tokens.ts";
import { codeBlock, type Html, row, table } from "./markup.ts";

/** A title of the introduction, and its place on the page. */
export const CHAPTERS = {
  start: "First call",
  tokens: "Tokens and scopes",
  limits: "Rate limits",
  errors: "Errors",
  repeating: "Repeating a call",
  reading: "Reading what was written",
  paging: "Pages and cursors",
  versions: "Versions",
} as const;

const SCOPES: Record<TokenScope, string> = {
  "bookings:read": "Read bookings, their history and receipts, and the board of a day",
  "bookings:write": "Book, move and cancel, mark visits, record money. Does not read",
  "rooms:write": "Add and change rooms, prices and photos",
  "analytics:read": "Read figures, and the files for the bookkeeper. The only scope that sees revenue",
  "events:read": "Pull what happened to bookings",
};

export function introduction(server: string): Html {
  return html`${chapter(
    "start",
    html`<p>The rooms need no token. Copy this:</p>${codeBlock("curl", `curl '${server}/api/rooms'`)}
<p>Bookings need one. An admin makes it on the <a href="/admin/security">Security page</a>, under “Tokens for programs”; put it into the environment as <code>HUB_TOKEN</code>:</p>
${codeBlock("curl", `curl '${server}/api/bookings?limit=20' \\\n  -H "Authorization: Bearer $HUB_TOKEN"`)}
<p>There is a typed client for TypeScript in the folder <code>client/</code> of the product. The <a href="/api/openapi.json">OpenAPI document</a> fits other generators.</p>`,
  )}${chapter(
    "tokens",
    html`<p>A token looks like <code>hub_&lt;id&gt;_&lt;secret&gt;</code>. It is shown once, ends on its day or when an admin ends it, and is sent as <code>Authorization: Bearer</code>. It opens the calls of its scopes and nothing else: 403 <a href="#TokenScopeMissing"><code>TokenScopeMissing</code></a> names the scope that is missing. What a token did is in the audit under its name.</p>
${table(
  ["Scope", "Opens"],
  TOKEN_SCOPES.map((scope) => row([html`<code>${scope}</code>`, SCOPES[scope]])),
)}`,
  )}${chapter(
    "limits",
    html`<p>600 calls a minute for each token. Beyond that the answer is 429 <a href="#TooManyRequests"><code>TooManyRequests</code></a> with <code>Retry-After</code> in seconds: wait that long, then repeat the call. Calls without a token are limited by address where they write.</p>`,
  )}${chapter(
    "errors",
    html`<p>Every error is <code>application/problem+json</code> (RFC 9457). Decide by <code>code</code>; show <code>message</code> to people; name <code>requestId</code> when you ask the venue. <code>errors</code> names the fields at fault. <a href="#problems">All codes</a>.</p>
${codeBlock("400", JSON.stringify(PROBLEM, null, 2))}
<p>503 with <code>Retry-After</code> means that nothing was written, or that the database changed servers: repeat the call.</p>`,
  )}${chapter(
    "repeating",
    html`<p>A call that creates something takes <code>Idempotency-Key</code>, 1 to 255 printable characters. The same key with the same body gets the first accepted answer again, so that a call without an answer can be repeated safely. The same key with another body is 422.</p>`,
  )}${chapter(
    "reading",
    html`<p>The answer to a write carries <code>Log-Position</code>. Send it as <code>Read-After</code> with a read, and the read shows that write; it waits up to 2 seconds, then answers 503 <a href="#ViewBehind"><code>ViewBehind</code></a>.</p>`,
  )}${chapter(
    "paging",
    html`<p>Lists say in their parameters how they are paged. Events have a cursor that works at any later time: call <a href="#get-api-events"><code>GET /api/events</code></a> with <code>after=0</code>, keep <code>next</code>, and send it as <code>after</code> the next time. An answer without events means that there are no newer ones.</p>`,
  )}${chapter(
    "versions",
    html`<p>Added without notice: calls, optional parameters and fields of bodies, fields of answers, headers, problem codes and types of events. A program ignores what it does not know.</p>
<p>Never without notice: a call, field or value that ends, gets another meaning, or becomes required. It is first marked <code>deprecated</code> in the OpenAPI document and here, and answers carry <code>Deprecation</code> (RFC 9745: since when), <code>Sunset</code> (RFC 8594: when it ends, at least 180 days later) and a <code>Link</code> to what replaces it. Log these headers.</p>`,
  )}`;
}

const PROBLEM = {
  type: "/api/docs#InvalidData",
  title: "Invalid data",
  status: 400,
  detail: "Some of the data is not valid",
  message: "Some of the data is not valid",
  code: "InvalidData",
  requestId: "5f0c6f9e-6a5b-4f64-9d43-1f0f4a8d3c21",
  errors: [{ path: "limit", message: "Limit must be a whole number from 1 to 500" }],
};

const chapter = (id: keyof typeof CHAPTERS, content: Html): Html =>
  html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${CHAPTERS[id]}</h2>${content}</section>\n`;
