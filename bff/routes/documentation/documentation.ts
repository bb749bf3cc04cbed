/** The calls that describe the API: the OpenAPI 3.1 document, and the same as a page. Both are made from the routes' own schemas. */
import type { App, Bff } from "../../context.ts";
import { DOCS_PATH } from "../../http/openapi.ts";
import { describeApi } from "./describe-api.ts";
import type { Html } from "./markup.ts";
import { documentationPage } from "./page.ts";

/** Made from the routes that `app` has at the first request for it, and again for another name of the venue. */
export function documentationRoutes(app: App, { core, security, publicUrl }: Bff): void {
  let made: { name: string; json: string; page: Html } | undefined;

  function documentation() {
    const { name } = core.settings.now();
    if (made?.name === name) return made;
    const document = describeApi(app, name, publicUrl);
    made = { name, json: JSON.stringify(document), page: documentationPage(document) };
    return made;
  }

  app.get("/api/openapi.json", (c) =>
    c.body(documentation().json, 200, {
      "Content-Type": "application/json",
      "Cache-Control": "no-cache",
    }),
  );

  app.get(DOCS_PATH, (c) =>
    c.html(documentation().page, 200, { ...security.page, "Cache-Control": "no-cache" }),
  );
}
