/** The calls that describe the API: the OpenAPI 3.1 document, and the same as a page. Both are made from the routes' own schemas. */
import type { App, Bff } from "../../context.ts";
import { LiveError, LiveMessage, SubscribeRoom } from "../../contract/live.ts";
import { documentationPage, type Html } from "./page.ts";

const DESCRIPTION =
  "Browse rooms, see which hours are free, book, pay the downpayment, leave a message. Amounts are text with two decimals, in the currency that `/api/house` names; instants are ISO 8601 in UTC; opening hours and days are the venue's.";

/** Made from the routes that `app` has at the first request for it, and again for another name of the venue. */
export function documentationRoutes(app: App, { core, security, publicUrl }: Bff): void {
  let made: { name: string; json: string; page: Html } | undefined;

  function documentation() {
    const { name } = core.settings.now();
    if (made?.name === name) return made;
    const registry = app.openAPIRegistry;
    for (const [name, schema] of Object.entries({ SubscribeRoom, LiveMessage, LiveError })) {
      registry.register(name, schema);
    }
    const document = app.getOpenAPI31Document({
      openapi: "3.1.0",
      info: { title: `${name}'s API`, version: "1.0.0", description: DESCRIPTION },
      servers: [{ url: publicUrl }],
    });
    made = { name, json: JSON.stringify(document), page: documentationPage(document) };
    return made;
  }

  app.get("/api/openapi.json", (c) =>
    c.body(documentation().json, 200, {
      "Content-Type": "application/json",
      "Cache-Control": "no-cache",
    }),
  );

  app.get("/api/docs", (c) =>
    c.html(documentation().page, 200, { ...security.page, "Cache-Control": "no-cache" }),
  );
}
