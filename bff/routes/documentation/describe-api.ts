/** Makes the OpenAPI document of an app: from its routes, with who may call, and an example of every call and answer. */
import type { App } from "../../context.ts";
import { LiveError, LiveMessage, SubscribeRoom } from "../../contract/live.ts";
import { codeSamples } from "./code-samples.ts";
import { callsOf, jsonSchemaOf, type OpenApiDocument } from "./document-parts.ts";
import { exampleRequest } from "./example-requests.ts";
import { exampleOf } from "./example-values.ts";

const DESCRIPTION =
  "Browse rooms, see which hours are free, book, pay, and follow what happens. Amounts are text with two decimals, in the currency that `/api/house` names; instants are ISO 8601 in UTC; opening hours and days are the venue's.";

/** Changes with the rules of decision 317: a first number that rises means that calls or fields have ended. */
const VERSION = "1.0.0";

const SCHEMES = {
  session: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description:
      "The `token` that a login answers, for the pages of the site. Browsers get it as the cookie `staff_session` or `customer_session`, which works as well.",
  },
  token: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "hub_<id>_<secret>",
    description:
      "A program's token, which an admin makes on the Security page. It opens the calls of its scopes and no others.",
  },
} as const;

/** The document as it is answered; `server` is where visitors reach the product. */
export function describeApi(app: App, venueName: string, server: string): OpenApiDocument {
  const registry = app.openAPIRegistry;
  for (const [name, schema] of Object.entries({ SubscribeRoom, LiveMessage, LiveError })) {
    registry.register(name, schema);
  }
  for (const [name, scheme] of Object.entries(SCHEMES)) {
    registry.registerComponent("securitySchemes", name, scheme);
  }
  const document = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: `${venueName}'s API`,
      version: VERSION,
      description: DESCRIPTION,
      license: { name: "MIT" },
    },
    servers: [{ url: server }],
    security: [],
  });
  addExamples(document, server);
  return document;
}

function addExamples(document: OpenApiDocument, server: string): void {
  const schemas = document.components?.schemas ?? {};
  for (const call of callsOf(document)) {
    const { operation } = call;
    operation.operationId = call.id;
    operation["x-codeSamples"] = codeSamples(exampleRequest(call, schemas), server);
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      const schema = /^2/.test(status) ? jsonSchemaOf(response) : undefined;
      const media = schema && "content" in response ? response.content?.["application/json"] : undefined;
      if (media && schema) media.example = exampleOf(schema, schemas, true);
    }
  }
}
