/** Checks with an app of two calls how the end of a call or a field is announced; no call of the product is deprecated now. */
import { OpenAPIHono } from "@hono/zod-openapi";
import { expect, it } from "vitest";
import { z } from "zod";
import { deprecatedField } from "./deprecation.ts";
import { calls, jsonAnswer } from "./openapi.ts";

const app = new OpenAPIHono();
const shown = calls("Trial");
const Old = z.object({
  name: z.string(),
  title: deprecatedField(z.string().meta({ description: "The name" }), {
    since: "2026-11-01",
    instead: "Read `name`.",
  }).optional(),
});
app.openapi(
  shown.get("/old", {
    summary: "An old call",
    deprecated: { since: "2026-10-01", sunset: "2027-04-01", instead: "Use `GET /new`." },
    responses: { 200: jsonAnswer("A name", z.object({ name: z.string() })) },
  }),
  (c) => c.json({ name: "old" }, 200),
);
app.openapi(
  shown.get("/list", { summary: "A list", responses: { 200: jsonAnswer("Names", z.array(Old)) } }),
  (c) => c.json([{ name: "one", title: "one" }], 200),
);
app.openapi(
  shown.get("/new", {
    summary: "A new call",
    responses: { 200: jsonAnswer("A name", z.object({ name: z.string() })) },
  }),
  (c) => c.json({ name: "new" }, 200),
);

const document = app.getOpenAPI31Document({ openapi: "3.1.0", info: { title: "Trial", version: "1" } });
const headersOf = async (path: string) => (await app.request(path)).headers;

it("a deprecated call says when, until when, and what instead", async () => {
  const headers = await headersOf("/old");
  expect(headers.get("deprecation")).toBe("@1790812800");
  expect(headers.get("sunset")).toBe("Thu, 01 Apr 2027 00:00:00 GMT");
  expect(headers.get("link")).toBe('</api/docs#get-old>; rel="deprecation"; type="text/html"');
  expect(document.paths?.["/old"]?.get).toMatchObject({
    deprecated: true,
    description: "Deprecated since 2026-10-01, ends on 2027-04-01. Use `GET /new`.",
  });
});

it("a call that answers with a deprecated field says so, and the document names the field", async () => {
  const headers = await headersOf("/list");
  expect(headers.get("deprecation")).toBe("@1793491200");
  expect(headers.has("sunset")).toBe(false);
  const { get } = document.paths?.["/list"] ?? {};
  expect(get?.deprecated).toBeUndefined();
  expect(get?.responses?.["200"]).toMatchObject({
    content: {
      "application/json": {
        schema: {
          items: {
            properties: {
              title: { deprecated: true, description: "The name. Deprecated since 2026-11-01. Read `name`." },
            },
          },
        },
      },
    },
  });
});

it("other calls say nothing", async () => {
  expect((await headersOf("/new")).has("deprecation")).toBe(false);
});
