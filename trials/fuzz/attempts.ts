/** Draws the requests of the fuzz: for each operation a mostly valid one, in which one or two parts are then made invalid. */
import fc from "fast-check";
import type { Operation, Parameter } from "./document.ts";
import { formBody } from "./forms.ts";
import { asSegment, hostileBody, hostileField, hostileJson, hostileSegment, hostileText } from "./hostile.ts";
import { acceptable, type Field, fieldsOf, type Known, objectText } from "./schema-values.ts";
import { webhookBody } from "./webhook-bodies.ts";

/** A visitor sends no token, a stranger an invalid one, a program one that an admin has made for it. */
export type Caller = "visitor" | "stranger" | "customer" | "staff" | "manager" | "admin" | "program";

export interface Attempt {
  operation: Operation;
  caller: Caller;
  tokenIn: "bearer" | "cookie";
  /** Path and query as they are sent. */
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
}

/** What the attempts use while they are made. */
export interface AttemptContext {
  known: Known;
  /** A body that the operation would accept at this moment; null if the values of the schema are enough. */
  goodBody(operation: Operation): Field[] | null;
  /** A picture that is a valid photo of a room. */
  photo: Buffer;
  /** The header that the payment provider would send with this body. */
  signatureOf(body: string): string;
}

const MAX_HEADER = 1_000;

export function attemptAt(operation: Operation, around: AttemptContext): fc.Arbitrary<Attempt> {
  const { known } = around;
  const segments = operation.parameters.filter((parameter) => parameter.in === "path");
  const queries = operation.parameters.filter((parameter) => parameter.in === "query");
  const headers = operation.parameters.filter((parameter) => parameter.in === "header");
  return fc
    .record({
      caller: fc.oneof(
        { weight: 1, arbitrary: fc.constantFrom("visitor" as const, "stranger" as const) },
        {
          weight: 4,
          arbitrary: fc.constantFrom(
            "customer" as const,
            "staff" as const,
            "manager" as const,
            "admin" as const,
          ),
        },
      ),
      tokenIn: fc.constantFrom("bearer" as const, "cookie" as const),
      segments: fc.tuple(...segments.map((parameter) => segment(parameter, scoped(known, operation)))),
      query: fc.tuple(...queries.map((parameter) => queryPart(parameter, known))),
      own: fc.tuple(...headers.map((parameter) => header(parameter, known))),
      odd: fc.oneof({ weight: 6, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddHeaders }),
      type: contentType,
      body: bodyFor(operation, around),
    })
    .map(({ caller, tokenIn, segments: sent, query, own, odd, type, body }) => {
      let at = 0;
      const path = operation.path.replace(/\{[^}]+\}/g, () => sent[at++] ?? "");
      const asked = query.flat().join("&");
      return {
        operation,
        caller,
        tokenIn,
        path: asked === "" ? path : `${path}?${asked}`,
        headers: {
          "content-type": body?.type ?? type,
          ...Object.assign({}, ...own),
          ...odd,
          ...(body?.signature ? { "stripe-signature": body.signature } : {}),
        },
        body: body?.text ?? null,
      };
    });
}

/** A path's `id` is a number of the things that the path names before it. */
const scoped =
  (known: Known, { path }: Operation): Known =>
  (name) =>
    known(
      name === "id"
        ? `${/^\/(?:api\/)?(staff|rooms|blocks|photos|series|accounts|tokens|webhooks)\//.exec(path)?.[1] ?? "bookings"} id`
        : name,
    );

const segment = ({ name, schema }: Parameter, known: Known): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: acceptable(schema, name, known)
        .map((json) => asSegment(plain(json)))
        .filter((text) => text !== "" && !/^\.+$/.test(text)),
    },
    { weight: 2, arbitrary: hostileSegment },
  );

/** Once, never, or twice. */
function queryPart({ name, schema, required }: Parameter, known: Known): fc.Arbitrary<string[]> {
  const key = asSegment(name);
  const good = acceptable(schema, name, known).map((json) => [`${key}=${asSegment(plain(json))}`]);
  return fc.oneof(
    { weight: required ? 8 : 3, arbitrary: good },
    { weight: required ? 1 : 5, arbitrary: fc.constant<string[]>([]) },
    { weight: 2, arbitrary: hostileText.map((text) => [`${key}=${asSegment(text)}`]) },
    { weight: 1, arbitrary: hostileSegment.map((text) => [`${key}=${text}`]) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<string[]>(
        [`${key}=1`, `${key}=2`],
        [`${key}[]=1`],
        [`${key}[a]=1`],
        [key],
        ["__proto__=1"],
      ),
    },
  );
}

const header = ({ name, schema }: Parameter, known: Known): fc.Arbitrary<Record<string, string>> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    {
      weight: 2,
      arbitrary: acceptable(schema, name, known).map((json) => ({ [name]: sendable(plain(json)) })),
    },
    { weight: 1, arbitrary: hostileText.map((text) => ({ [name]: sendable(text) })) },
  );

const oddHeaders = fc.oneof(
  fc.constantFrom<Record<string, string>>(
    { origin: "https://evil.example" },
    { origin: "null" },
    { authorization: "Bearer" },
    { authorization: "Bearer a.b.c" },
    { authorization: "Basic YTpi" },
    { authorization: "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwia2luZCI6InN0YWZmIn0." },
    { cookie: "staff_session=%00; customer_session=x" },
    { cookie: "=;;__proto__=1" },
    { "accept-encoding": "br;q=0, *" },
    { "if-none-match": "*" },
    { "x-forwarded-for": "::ffff:127.0.0.1, unknown" },
    { "x-forwarded-for": "1.2.3.4:80" },
    { "x-forwarded-host": "evil.example" },
    { "x-http-method-override": "DELETE" },
    { "content-encoding": "gzip" },
    { range: "bytes=0-" },
    { host: "evil.example" },
    { host: "" },
  ),
  hostileText.map((text) => ({ "x-request-id": sendable(text) })),
  hostileText.map((text) => ({ "x-forwarded-for": sendable(text) })),
  hostileText.map((text) => ({ "user-agent": sendable(text) })),
);

const contentType = fc.oneof(
  { weight: 15, arbitrary: fc.constant("application/json") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "application/json; charset=utf-16",
      "application/vnd.hub+json",
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/xml",
      "json",
      "/",
    ),
  },
);

interface Body {
  text: string | Buffer;
  signature?: string;
  /** The content type, if the body states one itself. */
  type?: string;
}

function bodyFor(operation: Operation, around: AttemptContext): fc.Arbitrary<Body | null> {
  const { body } = operation;
  if (operation.method === "GET") return fc.constant(null);
  if (body === null) {
    return fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: hostileBody.map((text) => ({ text })) },
    );
  }
  if (operation.takesForm) return formBody(body, around);
  if (operation.parameters.some(({ name }) => name === "stripe-signature")) {
    return fc
      .tuple(webhookBody(around.known), fc.nat({ max: 9 }))
      .map(([text, dice]) => (dice === 0 ? { text } : { text, signature: around.signatureOf(text) }));
  }
  const fields = fc
    .tuple(fc.nat({ max: 3 }), fieldsOf(body, around.known))
    .map(([dice, own]) => (dice === 0 ? own : (around.goodBody(operation) ?? own)));
  return fc.oneof(
    { weight: 3, arbitrary: fields.map((all) => ({ text: objectText(all) })) },
    {
      weight: 8,
      arbitrary: fc
        .tuple(fields, fc.array(spoiling, { minLength: 1, maxLength: 2 }))
        .map(([all, wrongs]) => ({
          text: objectText(wrongs.reduce<Field[]>((so, spoil) => spoil(so), all)),
        })),
    },
    { weight: 1, arbitrary: hostileBody.map((text) => ({ text })) },
    { weight: 1, arbitrary: fc.constant(null) },
  );
}

type Spoiling = (fields: Field[]) => Field[];

const spoiling: fc.Arbitrary<Spoiling> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.nat(), hostileJson).map(
      ([place, json]): Spoiling =>
        (fields) =>
          fields.map((field, i) => (i === place % fields.length ? [field[0], json] : field)),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.nat().map(
      (place): Spoiling =>
        (fields) =>
          fields.filter((_, i) => i !== place % fields.length),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(hostileField, hostileJson).map(
      ([name, json]): Spoiling =>
        (fields) => [...fields, [name, json]],
    ),
  },
);

/** The value of a JSON text if it is a string, otherwise the JSON. */
function plain(json: string): string {
  const value: unknown = JSON.parse(json);
  return typeof value === "string" ? value : json;
}

/** Replaces what a client cannot put into a header. */
const sendable = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, "?").slice(0, MAX_HEADER);
