/** The example request of every call: from its schemas, and where those say too little, from the values here (decision 316). */
import {
  type Call,
  callersOf,
  jsonSchemaOf,
  type Parameter,
  type Schema,
  type Schemas,
} from "./document-parts.ts";
import { exampleOf } from "./example-values.ts";

export interface ExampleRequest {
  /** In capitals. */
  method: string;
  /** With its query. */
  path: string;
  /** The variable of the environment that the samples read the caller's secret from. */
  credential: "HUB_TOKEN" | "HUB_SESSION" | undefined;
  body: unknown;
  /** The fields of a form; `@` begins a file's name, as curl writes it. */
  form: Record<string, string> | undefined;
  answersJson: boolean;
}

interface Values {
  path?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
  form?: Record<string, string>;
}

const ROOM = 5;
const BOOKING = 42;
const INTENT = "pi_3Q2hhcmxpZSBwYXJr";
const GUEST = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.org", phone: "+1 212 555 0101" };
const HOURS = { roomId: ROOM, startDate: "2026-12-15", startTime: "09:00", endTime: "11:00" };
const SUMS = { totalAmount: "80.00", downpaymentAmount: "40.00", remainingAmount: "40.00" };
const DECEMBER = { from: "2026-12-01", to: "2026-12-31" };
const WEEKLY = { every: 1, count: 3 };
const BY_STAFF = { ...HOURS, ...GUEST, startDate: "2026-12-16", eventType: "Rehearsal", payment: "desk" };

const BY_CALL: Readonly<Record<string, Values>> = {
  "GET /api/rooms/{id}/bookings": { query: { startDate: "2026-12-15", endDate: "2026-12-16" } },
  "GET /api/find": { query: { day: "2026-12-15", start: "10:00", hours: 2, people: 4 } },
  "GET /api/board": { query: { day: "2026-12-15" } },
  "GET /api/bookings": { query: { from: "2026-12-01", to: "2026-12-31", limit: 20 } },
  "GET /api/events": { query: { after: 0, limit: 100 } },
  "GET /api/analytics": { query: DECEMBER },
  "POST /api/bookings": {
    body: {
      ...HOURS,
      ...GUEST,
      eventType: "Rehearsal",
      bookingDuration: "hourly",
      hourCount: 2,
      ...SUMS,
      terms: true,
    },
  },
  "POST /api/create-payment-intent": { body: { bookingId: BOOKING, customerEmail: GUEST.email } },
  "POST /api/bookings/{id}/payment": { body: { paymentIntentId: INTENT } },
  "POST /api/series/{id}/payment": { body: { paymentIntentId: INTENT } },
  "POST /api/series/quote": { body: { ...HOURS, bookingDuration: "hourly", hourCount: 2, repeat: WEEKLY } },
  "POST /api/series": {
    body: {
      ...HOURS,
      ...GUEST,
      startDate: "2027-01-05",
      eventType: "Rehearsal",
      bookingDuration: "hourly",
      hourCount: 2,
      totalAmount: "240.00",
      downpaymentAmount: "120.00",
      remainingAmount: "120.00",
      terms: true,
      repeat: WEEKLY,
    },
  },
  "POST /api/waitlist": {
    body: {
      roomIds: [ROOM],
      day: "2026-12-15",
      from: "09:00",
      to: "12:00",
      hours: 2,
      firstName: GUEST.firstName,
      email: GUEST.email,
      terms: true,
    },
  },
  "POST /api/series/{id}/extend": { query: { dryRun: 1 }, body: { count: 2 } },
  "PUT /api/bookings/{id}/hold": {
    body: { ...HOURS, ...GUEST, eventType: "Rehearsal", bookingDuration: "hourly", hourCount: 2, ...SUMS },
  },
  "POST /api/contact": { body: { ...GUEST, message: "Is there a piano in the rehearsal room?" } },
  "POST /api/rooms": {
    body: {
      name: "Attic",
      description: "A quiet room under the roof",
      capacity: 6,
      hourlyRate: "30.00",
      halfDayRate: "100.00",
      fullDayRate: "180.00",
    },
  },
  "PATCH /api/rooms/{id}": { body: { description: "A bright room with a sprung floor" } },
  "POST /api/rooms/{id}/prices": {
    body: { from: "2027-03-01", hourlyRate: "45.00", halfDayRate: "150.00", fullDayRate: "280.00" },
  },
  "DELETE /api/rooms/{id}/prices/{from}": { path: { from: "2027-03-01" } },
  "PATCH /api/bookings/{id}": { body: { status: "confirmed" } },
  "POST /api/bookings/{id}/money": { body: { kind: "received", method: "cash", amount: "20.00" } },
  "POST /api/bookings/{id}/move": { query: { dryRun: 1 }, body: { startTime: "2026-12-17T15:00:00Z" } },
  "POST /api/bookings/{id}/swap": { query: { dryRun: 1 }, body: { with: 43 } },
  "POST /api/staff/bookings": { body: BY_STAFF },
  "POST /api/staff/series": { body: { ...BY_STAFF, startDate: "2027-02-02", repeat: WEEKLY } },
  "POST /api/tokens": {
    body: { name: "Bookkeeper", scopes: ["bookings:read", "events:read"], expiresOn: "2027-06-30" },
  },
  "POST /api/auth/register": { body: { ...GUEST, password: "a long sentence of mine" } },
};

/** What `{name}` is in a path, for the first beginning of the path that fits. */
const IN_PATHS: readonly (readonly [begins: string, values: Record<string, string | number>])[] = [
  ["/api/rooms/{id}", { id: ROOM }],
  ["/api/bookings/{id}", { id: BOOKING }],
  ["/api/auth/bookings/{id}", { id: BOOKING }],
  ["/api/audit/rooms/{id}", { id: ROOM }],
  ["/api/audit/bookings/{id}", { id: BOOKING }],
  ["/log/tile/entries/", { tile: "000" }],
  ["/log/tile/", { level: 0, tile: "000" }],
  ["/photos/", { id: "5f0c6f9e-6a5b-4f64-9d43-1f0f4a8d3c21", file: "960.webp" }],
  ["/api/customer/", { email: GUEST.email }],
];

const PLACEHOLDER = "token-from-the-mail";

export function exampleRequest(call: Call, schemas: Schemas): ExampleRequest {
  const { method, path, operation } = call;
  const given = BY_CALL[`${method} ${path}`] ?? {};
  const parameters = (operation.parameters ?? []).filter((one) => "name" in one);
  const inPath = { ...IN_PATHS.find(([begins]) => path.startsWith(begins))?.[1], ...given.path };
  const query = new URLSearchParams();
  for (const parameter of parameters.filter((one) => one.in === "query")) {
    const value =
      given.query?.[parameter.name] ?? (parameter.required ? parameterValue(parameter, schemas) : undefined);
    if (value !== undefined) query.set(parameter.name, String(value));
  }
  const search = query.size > 0 ? `?${query}` : "";
  const schema = jsonSchemaOf(operation.requestBody);
  const { session, scope } = callersOf(operation);
  return {
    method,
    path:
      path.replace(/\{(\w+)\}/g, (_, name: string) => {
        const parameter = parameters.find((one) => one.name === name);
        const value =
          inPath[name] ?? (name === "token" ? PLACEHOLDER : parameter && parameterValue(parameter, schemas));
        return encodeURIComponent(String(value));
      }) + search,
    credential: scope ? "HUB_TOKEN" : session ? "HUB_SESSION" : undefined,
    body: given.body ?? (schema && exampleOf(schema, schemas, false)),
    form: formOf(operation.requestBody, schemas),
    answersJson: answersJson(call),
  };
}

const parameterValue = (parameter: Exclude<Parameter, { $ref: string }>, schemas: Schemas): unknown =>
  parameter.schema && exampleOf(parameter.schema, schemas, false, parameter.name);

function formOf(body: unknown, schemas: Schemas): Record<string, string> | undefined {
  const content = (body as { content?: Record<string, { schema?: Schema }> } | undefined)?.content;
  const schema = content?.["multipart/form-data"]?.schema;
  const example = schema && exampleOf(schema, schemas, false);
  if (typeof example !== "object" || example === null) return undefined;
  const files: Record<string, string> = { file: "@bookings.csv", photo: "@room.jpg", logo: "@logo.png" };
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, files[name] ?? String(value)]),
  );
}

function answersJson({ operation }: Call): boolean {
  const first = Object.entries(operation.responses ?? {}).find(([status]) => /^2/.test(status));
  return first !== undefined && jsonSchemaOf(first[1]) !== undefined;
}
