import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { REASONS } from "../../http/problem-reasons.ts";
import { type Answer, startVisitorWorld, type VisitorWorld } from "../../testing/visitor-fixture.ts";

/** The visitors' calls. */
const VISITORS_CALLS = [
  ["get", "/api/rooms"],
  ["get", "/api/rooms/{slug}"],
  ["get", "/api/rooms/{id}/bookings"],
  ["get", "/api/find"],
  ["post", "/api/bookings"],
  ["post", "/api/create-payment-intent"],
  ["post", "/api/bookings/{id}/payment"],
  ["post", "/api/contact"],
  ["post", "/api/stripe/webhook"],
] as const;

let world: VisitorWorld;
let document: Answer;
let page: Answer;
beforeAll(async () => {
  world = await startVisitorWorld();
  document = await world.call("/api/openapi.json");
  page = await world.call("/api/docs");
});
afterAll(() => world.close());

/** Every value under a key, however deep. */
function everyValue(value: unknown, key: string): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name === key ? [inner] : []),
    ...everyValue(inner, key),
  ]);
}

describe("the OpenAPI document", () => {
  it("is 3.1, with every visitors' call, its answers and its problems", () => {
    expect(document.status).toBe(200);
    expect(document.body.openapi).toBe("3.1.0");
    for (const [method, path] of VISITORS_CALLS) {
      const call = document.body.paths[path]?.[method];
      expect(call?.summary, `${method} ${path}`).toMatch(/\w/);
      const statuses = Object.keys(call.responses);
      expect(statuses.some((status) => /^20\d$/.test(status))).toBe(true);
      expect(statuses).toEqual(expect.arrayContaining(["500", "503", "default"]));
    }
  });

  it("names nothing that it does not contain", () => {
    const names = Object.keys(document.body.components.schemas);
    for (const reference of everyValue(document.body, "$ref")) {
      expect(names).toContain(String(reference).replace("#/components/schemas/", ""));
    }
  });

  it("says what a submission needs, and what each header carries", () => {
    const { BookingSubmission, Problem } = document.body.components.schemas;
    expect(BookingSubmission.required).toEqual(
      expect.arrayContaining(["roomId", "phone", "terms", "totalAmount"]),
    );
    expect(BookingSubmission.required).not.toContain("attendees");
    expect(Problem.required).toEqual(expect.arrayContaining(["message", "code", "requestId"]));
    const headers = (path: string, method: string) =>
      document.body.paths[path][method].parameters?.map((parameter: { name: string }) => parameter.name) ??
      [];
    expect(headers("/api/bookings", "post")).toContain("idempotency-key");
    expect(headers("/api/rooms/{id}/bookings", "get")).toEqual(["id", "startDate", "endDate", "read-after"]);
    expect(document.body.paths["/api/bookings"].post.responses["201"].headers).toHaveProperty("log-position");
  });
});

describe("who may call", () => {
  it("is told by schemes that the document has", async () => {
    const { securitySchemes } = document.body.components;
    expect(Object.keys(securitySchemes)).toEqual(["session", "token"]);
    expect(document.body.paths["/api/rooms"].get.security).toEqual([]);
    expect(document.body.paths["/api/rooms"].post.security).toEqual([
      { session: [] },
      { token: ["rooms:write"] },
    ]);
    expect(document.body.paths["/api/tokens"].get.security).toEqual([{ session: [] }]);
  });

  it("is told at every call", () => {
    const silent = Object.entries(
      document.body.paths as Record<string, Record<string, { security?: unknown }>>,
    )
      .flatMap(([path, ofPath]) => Object.entries(ofPath).map(([method, call]) => ({ path, method, call })))
      .filter(({ method, call }) => method !== "parameters" && call.security === undefined);
    expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
    const { security } = document.body.paths["/api/bookings/{id}/payment"].post;
    expect(security, "a visitor pays without an account").toEqual([]);
  });

  it("is valid OpenAPI", async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document.body));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });
});

describe("the documentation page", () => {
  it("shows every call of the document, fetches nothing from elsewhere, and runs no script", () => {
    expect(page.status).toBe(200);
    for (const path of Object.keys(document.body.paths)) expect(page.text).toContain(path);
    expect(page.text).not.toMatch(/<script|src="http|href="http|@import|url\(/);
    expect(page.text).toMatch(/prefers-color-scheme: dark/);
  });

  it("has its contents behind a button, so that a phone begins with the text", () => {
    expect(page.text).toMatch(/<nav aria-label="Contents" tabindex="0"><details class="contents"><summary>/);
    expect(page.text).not.toContain('role="region"');
  });

  it("is where every problem's type leads", async () => {
    const { body } = await world.call("/api/nothing");
    const [path, fragment] = body.type.split("#");
    expect(path).toBe("/api/docs");
    expect(page.text).toContain(`id="${fragment}"`);
    for (const code of Object.keys(REASONS)) expect(page.text).toContain(`id="${code}"`);
  });
});

describe("both answers", () => {
  it.each(["/api/openapi.json", "/api/docs"])(
    "%s is compressed, and not sent to who has it",
    async (path) => {
      const plain = await world.call(path, { headers: { "Accept-Encoding": "identity" } });
      const tag = plain.headers.get("etag") ?? "";
      expect((await world.call(path, { headers: { "If-None-Match": tag } })).status).toBe(304);
      const zipped = await fetch(world.base + path, { headers: { "Accept-Encoding": "gzip" } });
      expect(zipped.headers.get("content-encoding")).toBe("gzip");
      expect(Number(zipped.headers.get("content-length"))).toBeLessThan(plain.text.length / 5);
    },
  );
});
