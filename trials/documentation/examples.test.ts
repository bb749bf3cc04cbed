/** Runs the document's own examples against a running product: what people copy must work, and be answered as documented (decision 316). */

import { afterAll, beforeAll, expect, it } from "vitest";
import { callersOf, callsOf, type OpenApiDocument } from "../../bff/routes/documentation/document-parts.ts";
import { type StaffWorld, startStaffWorld } from "../../bff/testing/staff-fixture.ts";
import { type Operation, operationsOf } from "../fuzz/document.ts";

/** The booking of the examples. */
const FIRST_BOOKING = 42;

/** Open calls and calls of tokens whose example cannot succeed here, and the code by which it is refused. */
const REFUSED: Readonly<Record<string, string>> = {
  // The world's rooms are rows without streams.
  "DELETE /api/rooms/{id}/photos/{photoId}": "RoomNotFound",
  "DELETE /api/rooms/{id}/prices/{from}": "RoomNotFound",
  "PATCH /api/rooms/{id}": "RoomNotFound",
  "PATCH /api/rooms/{id}/photos/{photoId}": "RoomNotFound",
  "POST /api/rooms/{id}/prices": "RoomNotFound",
  // A mail has the token.
  "GET /api/auth/verify-email": "LinkInvalid",
  "GET /api/guest/{token}": "LinkInvalid",
  "GET /api/guest/{token}/calendar.ics": "LinkInvalid",
  "GET /api/guest/{token}/cancellation": "LinkInvalid",
  "GET /api/invoice-links/{token}": "LinkInvalid",
  "GET /api/visits/{token}": "LinkInvalid",
  "GET /api/visits/{token}/calendar.ics": "LinkInvalid",
  "POST /api/auth/disown-account": "LinkInvalid",
  "POST /api/auth/login/open": "LinkInvalid",
  "POST /api/auth/reset-password": "LinkInvalid",
  "POST /api/auth/staff-password": "LinkInvalid",
  "POST /api/auth/verify-email": "LinkInvalid",
  "POST /api/guest/{token}/cancel": "LinkInvalid",
  "POST /api/guest/{token}/reschedule": "LinkInvalid",
  "POST /api/invoices/{number}/payment": "LinkInvalid",
  "PUT /api/guest/{token}/details": "LinkInvalid",
  // Needs the cookie of the browser that booked.
  "GET /api/bookings/{id}/own": "NotTheHolder",
  "GET /api/series/{id}": "NotTheHolder",
  "POST /api/bookings/{id}/release": "NotTheHolder",
  "POST /api/series/{id}/cancel": "NotTheHolder",
  "POST /api/series/{id}/extend": "NotTheHolder",
  "POST /api/series/{id}/move": "NotTheHolder",
  "PUT /api/bookings/{id}/hold": "NotTheHolder",
  // A mail has the token.
  "GET /api/waitlist/{token}": "WaitlistEntryNotFound",
  "GET /api/waitlist/{token}/proof": "WaitlistEntryNotFound",
  "POST /api/waitlist/{token}/decline": "WaitlistEntryNotFound",
  "POST /api/waitlist/{token}/take": "WaitlistEntryNotFound",
  "POST /api/waitlist/{token}/withdraw": "WaitlistEntryNotFound",
  // Only a browser that pays knows its intent.
  "POST /api/bookings/{id}/payment": "UnknownPaymentIntent",
  // There is no series.
  "POST /api/series/{id}/payment": "SeriesNotFound",
  // It is told once.
  "GET /calendar/{token}.ics": "NotFound",
  // Nothing is sealed and no photo kept.
  "GET /log/tile/{level}/{tile}": "NotFound",
  "GET /photos/{id}/{file}": "NotFound",
  // The account does not exist.
  "POST /api/auth/login": "InvalidStaffCredentials",
  // The account does not exist.
  "POST /api/auth/login/second-factor": "LoginChallengeEnded",
  // The account does not exist.
  "POST /api/auth/user-login": "InvalidCredentials",
  // The visit is in the future.
  "POST /api/bookings/{id}/arrived": "VisitNotSo",
  "POST /api/bookings/{id}/late": "VisitNotSo",
  "POST /api/bookings/{id}/left": "VisitNotSo",
  "POST /api/bookings/{id}/no-show": "VisitNotSo",
  // The booking is of another email.
  "POST /api/create-payment-intent": "NotTheCustomer",
};

/** Samples for people to fill in: they send a file, or what only the other side can sign. */
const BY_HAND = new Set([
  "POST /api/stripe/webhook",
  "POST /log/add-cosignature",
  "POST /api/rooms/{id}/photos",
]);

/** Whether there is a signed head of just this size depends on the moments at which the log was sealed. */
const EITHER_WAY = "GET /log/checkpoint/{size}";

let world: StaffWorld;
let document: OpenApiDocument;
let admin: string;
let operations: Map<string, Operation>;
beforeAll(async () => {
  world = await startStaffWorld();
  await world.ownerSql`select setval('booking_ids', ${FIRST_BOOKING - 1})`;
  await world.book();
  await world.book();
  admin = await world.logIn((await world.hire("admin")).username);
  const { body } = await world.call("/api/openapi.json");
  document = body;
  operations = new Map(operationsOf(body).map((operation) => [operation.name, operation]));
});
afterAll(() => world.close());

async function tokenWith(scope: string): Promise<string> {
  const body = { name: `For ${scope}`, scopes: [scope], expiresOn: "2027-06-30" };
  return (await world.call("/api/tokens", { method: "POST", token: admin, body })).body.token;
}

/** Runs the JavaScript of a sample as it is written, except for where the hub is. */
async function run(
  source: string,
  env: Record<string, string>,
): Promise<{ response: Response; answer: unknown }> {
  const there = source.replaceAll("http://hub.example.test", `http://127.0.0.1:${world.port}`);
  const body = `return (async () => {\n${there}\nreturn { response, answer };\n})()`;
  return new Function("process", "file", body)({ env }, new Blob(["Room,Date\n"]));
}

it("every example of an open call or a token's call works as documented", async () => {
  const seen: Record<string, string> = {};
  const faults: string[] = [];
  const order = ["GET", "POST", "PUT", "PATCH", "DELETE"];
  const calls = callsOf(document).sort((a, b) => order.indexOf(a.method) - order.indexOf(b.method));
  for (const { method, path, operation } of calls) {
    const name = `${method} ${path}`;
    const { scope, session } = callersOf(operation);
    if ((session && !scope) || BY_HAND.has(name)) continue;
    const env = scope ? { HUB_TOKEN: await tokenWith(scope) } : {};
    const samples: { label: string; source: string }[] = operation["x-codeSamples"];
    const source = samples.find(({ label }) => label === "JavaScript")?.source ?? "";
    const { response, answer } = await run(source, env).catch((error) => {
      throw new Error(`${name}: ${error}\n${source}`);
    });
    const type = (response.headers.get("content-type") ?? "").replace(/;.*/, "");
    const body = typeof answer === "string" && type.endsWith("json") ? JSON.parse(answer) : answer;
    const promised = operations.get(name)?.answers.get(response.status);
    const checked = promised?.bodies.get(type)?.safeParse(body);
    if (!promised) faults.push(`${name} answers ${response.status}, which it does not document`);
    if (checked?.success === false) faults.push(`${name}: ${checked.error.message}`);
    if (response.status >= 300 && name !== EITHER_WAY) seen[name] = body.code;
  }
  expect(faults).toEqual([]);
  expect(seen).toEqual(REFUSED);
}, 120_000);

it("every example answer is of its schema", () => {
  const faults = callsOf(document).flatMap(({ method, path, operation }) =>
    Object.entries(operation.responses ?? {}).flatMap(([status, response]) => {
      const media = "content" in response ? response.content?.["application/json"] : undefined;
      if (media?.example === undefined) return [];
      const schema = operations
        .get(`${method} ${path}`)
        ?.answers.get(Number(status))
        ?.bodies.get("application/json");
      const checked = schema?.safeParse(media.example);
      return checked?.success ? [] : [`${method} ${path} ${status}: ${checked?.error.message}`];
    }),
  );
  expect(faults).toEqual([]);
});
