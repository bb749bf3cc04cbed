/** Runs the document's own examples against a running product: what people copy must work, and be answered as documented (decision 316). */

import { afterAll, beforeAll, expect, it } from "vitest";
import { callersOf, callsOf, type OpenApiDocument } from "../../bff/routes/documentation/document-parts.ts";
import { type StaffWorld, startStaffWorld } from "../../bff/testing/staff-fixture.ts";
import { type Operation, operationsOf } from "../fuzz/document.ts";

/** The booking of the examples. */
const FIRST_BOOKING = 42;

/** Open calls and calls of tokens whose example cannot succeed here, and the code by which it is refused. */
const REFUSED: Readonly<Record<string, string>> = {};

/** Samples for people to fill in: they send a file, or what only the other side can sign. */
const BY_HAND = new Set(["POST /api/stripe/webhook", "POST /log/add-cosignature"]);

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
    if (response.status >= 300) seen[name] = body.code;
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
